/** The texts that walks search for on German pages, and that they read there. */
import { beforeAll, describe, expect, it } from '@jest/globals';
import { englishOf, germanOf, loadTexts } from './translation.js';

/** True if a text of a German page is the one that a walk searches for. */
const isFound = (wanted: string | RegExp, shown: string, exact = false): boolean => {
  const own: string | RegExp = germanOf(wanted, exact);
  if (own instanceof RegExp) return own.test(shown);
  return exact ? own === shown : shown.includes(own);
};

describe('A walk through German pages', () => {
  beforeAll(loadTexts);

  it.each<[string | RegExp, string]>([
    ['Connection lost', 'Verbindung verloren.'],
    ['Turn Outlet 1 off', 'Aus: Outlet 1'],
    ['Firewall was switched off by admin.', 'Firewall wurde von admin ausgeschaltet.'],
    ['Account: admin', 'Konto: admin'],
    [
      '13 will turn off. Not changed: 1 locked, 1 already off.',
      '13 werden ausgeschaltet. Bleiben unverändert: 1 gesperrt, 1 bereits aus.',
    ],
    [/^Load that will lose power: [\d,]+\sW\.$/, 'Last, die abgeschaltet wird: 1.240\u202fW.'],
    [/^More than the \d\d\.\d\d\sA that/, 'Mehr als die 16,00\u202fA, für die diese Steckdose ausgelegt ist.'],
    [/remaining$/, 'noch 2,4\u202fA'],
    [/^Last seen \d{4}-\d\d-\d\d \d\d:\d\d$/, 'Zuletzt gesehen: 02.03.2026 08:00'],
    [/^(Turn|Reboot) /, 'Neustart: Outlet 1'],
    [
      /relay of outlet Backup server did not follow/,
      'Das Relais von Steckdose Backup server ist nicht gefolgt: verlangt Aus, gemessen Ein. Prüfen Sie es, bevor Sie sich darauf verlassen.',
    ],
  ])('finds %p as “%s”', (wanted, shown) => {
    expect(isFound(wanted, shown)).toBe(true);
  });

  it('finds no text within a longer word, and no other one', () => {
    expect(isFound('Off', 'Aus')).toBe(true);
    expect(isFound('Off', 'Auswahl aufheben')).toBe(false);
    expect(germanOf('The request failed', false, true)).toEqual(/Die\sAnfrage\sist\sfehlgeschlagen/i);
    expect(isFound('Turn Outlet 1 off', 'Aus: Outlet 12', true)).toBe(false);
    expect(isFound('Name of outlet 2', 'Name der Steckdose 2', true)).toBe(true);
  });

  it('leaves names, addresses and versions as they are', () => {
    for (const name of ['Hypervisor 1', 'Outlet 1', '10.0.0.2', 'Backup server']) expect(germanOf(name)).toBe(name);
    expect(isFound('from 0.1.0 to 9.0.0', 'von 0.1.0 auf 9.0.0')).toBe(true);
  });

  it('reads German texts, numbers and dates as English ones', () => {
    expect(englishOf('Name der Steckdose 2')).toBe('Name of outlet 2');
    expect(englishOf('Verbindung verloren\n1,40\u202fA\n02.03.2026 08:00:05')).toBe(
      'Connection lost\n1.40\u202fA\n2026-03-02 08:00:05',
    );
  });
});
