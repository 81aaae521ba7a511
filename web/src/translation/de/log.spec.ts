import { describe, expect, it } from '@jest/globals';
import { german } from './german.js';

type Members = Readonly<Record<string, unknown>>;

const entry = (kind: string, object: string, more: Members = {}): Members => ({
  ...{ id: 9, time: '2026-03-02T08:00:00.000Z', kind, object, via: 'session', who: 'admin', result: 'ok' },
  sentence: 'An English sentence.',
  ...more,
});

/** The German sentences of a page of the log. */
function sentences(...entries: Members[]): string[] {
  const translate = german.answers['get /api/log'] as unknown as (page: { entries: Members[] }) => {
    entries: { sentence: string }[];
  };
  return translate({ entries }).entries.map(({ sentence }) => sentence.replaceAll('\u202f', ' '));
}

const trigger = entry('event.trigger', 'event:3', {
  ...{ id: 4, name: 'Bank 1 nearly full', via: 'system', who: 'events' },
  after: { about: 'bank 1200578', heldSeconds: 10, reading: { label: 'current', value: 17.2, unit: 'A', limit: 16 } },
});

describe('an entry of the log in German', () => {
  it('says what was switched, by what, and why', () => {
    const off = entry('outlet.switch', 'outlet:7-1200578', {
      ...{ name: 'Storage head 1', via: 'action', who: 'Bank 1 nearly full', cause: 4, after: { state: 'OFF' } },
    });
    expect(sentences(off, trigger)).toEqual([
      'Storage head 1 wurde durch das Ereignis „Bank 1 nearly full“ ausgeschaltet. ' +
        'Grund: Sicherungskreis 1200578 lag 10 s lang über 16 A (17,2 A).',
      'Ereignis „Bank 1 nearly full“ löste aus. Grund: Sicherungskreis 1200578 lag 10 s lang über 16 A (17,2 A).',
    ]);
  });

  it('has the members that it changed in German, beside settings, which keep their names', () => {
    const translate = german.answers['get /api/log'] as unknown as (page: object) => { entries: Members[] };
    const change = entry('outlet.change', 'outlet:7', {
      ...{ before: { name: 'A', customRebootTimeEnabled: false }, after: { name: 'B', customRebootTimeEnabled: true } },
    });
    const test = entry('syslog.test', 'syslog:server', {
      ...{
        after: { smtpPort: 25, state: 'ON', detail: 'It was not sent: no answer in time.' },
        result: 'NOT_DELIVERED',
      },
    });
    expect(translate({ entries: [change, test] }).entries).toMatchObject([
      {
        sentence: expect.stringContaining('Name von „A“ auf „B“, Eigene Ausschaltdauer aktiv von nein auf ja'),
        before: { Name: 'A', 'Eigene Ausschaltdauer aktiv': 'nein' },
        after: { Name: 'B', 'Eigene Ausschaltdauer aktiv': 'ja' },
      },
      {
        after: {
          ...{ smtpPort: 25, Zustand: 'Ein' },
          Einzelheit: 'Es wurde nichts gesendet: keine Antwort innerhalb der Zeit.',
        },
      },
    ]);
  });

  it('says why although the entry that led to it is on an older page', () => {
    const off = entry('outlet.switch', 'outlet:7', {
      ...{ name: 'Storage', via: 'action', who: 'Bank 1 nearly full', cause: 4, after: { state: 'OFF' } },
    });
    const translate = german.answers['get /api/log'] as unknown as (page: object) => { entries: Members[] };
    expect(translate({ entries: [off], causes: [trigger] }).entries[0]?.['sentence']).toContain(
      'Grund: Sicherungskreis',
    );
  });

  it.each<[string, Members, string]>([
    ['a sign-in', entry('session.signIn', 'user:1', { address: '192.0.2.5' }), 'admin meldete sich von 192.0.2.5 an.'],
    [
      'a failed sign-in',
      entry('session.signInFailed', 'user:1', { who: 'root' }),
      'Eine Anmeldung als „root“ schlug fehl.',
    ],
    [
      'a change of settings',
      entry('settings.change', 'settings:mail', { before: { smtpPort: 25 }, after: { smtpPort: 587 } }),
      'Die Einstellungen „E-Mail“ wurden von admin geändert: smtpPort von 25 auf 587.',
    ],
    [
      'a change of a list',
      entry('outlet.change', 'outlet:7', { before: { consumers: [] }, after: { consumers: ['db', 'a', 'b', 'c'] } }),
      expect.stringContaining('Versorgte Geräte von nichts auf „db“, „a“, „b“ und 1 weitere') as unknown as string,
    ],
    [
      'a name that begins with a small letter',
      entry('outlet.switch', 'outlet:8-1', { name: 'backup', via: 'ssh', after: { state: 'ON', reason: 'Test.' } }),
      'backup wurde von admin über SSH eingeschaltet. Begründung: Test.',
    ],
    [
      'a refusal',
      entry('group.create', 'group:2', { name: 'Rack', result: 'LIST_FULL' }),
      'Gruppe „Rack“ konnte von admin nicht angelegt werden (LIST_FULL).',
    ],
    [
      'a fault',
      entry('controller.fault', 'controller:clock', { via: 'system', after: { message: 'The storage is full.' } }),
      'Der Controller meldete einen Fehler: Der Speicher ist voll.',
    ],
    [
      'a PDU that has enrolled at a hub',
      entry('pdu.enrol', 'pdu:1', {
        ...{ name: 'Rack 7', who: 'token "north"', via: 'system', after: { state: 'pending' } },
      }),
      'Rack 7 meldete sich mit dem Aufnahme-Token „north“ an und wartet auf die Aufnahme.',
    ],
    [
      'the outcome of a command of a hub',
      entry('pdu.commandEnd', 'pdu:1', {
        ...{ name: 'Rack 7', via: 'system', result: 'RELAY_FAULT' },
        after: { command: 'OFF', outlet: '3-1', outcome: 'failed', code: 'RELAY_FAULT' },
      }),
      'Rack 7 beantwortete den Befehl OFF für Steckdose 3-1: fehlgeschlagen (RELAY_FAULT).',
    ],
    [
      'a command of a hub to an outlet whose name is known',
      entry('pdu.command', 'pdu:1', {
        ...{ name: 'Rack 7', after: { command: 'OFF', outlet: '3-1', outletName: 'db-master' } },
      }),
      'An Rack 7 wurde von admin der Befehl OFF für Steckdose „db-master“ gesendet.',
    ],
    [
      'a fault of a hub',
      entry('controller.fault', 'controller:clock', {
        ...{ name: 'hub', via: 'system', after: { message: 'The storage is full.' } },
      }),
      'Der Hub meldete einen Fehler: Der Speicher ist voll.',
    ],
    [
      'the end of a fault of a hub',
      entry('controller.recovered', 'controller:clock', {
        ...{ name: 'hub', via: 'system', after: { message: 'The clock is set.' } },
      }),
      expect.stringMatching(/^Ein Fehler des Hubs ist behoben: /) as unknown as string,
    ],
    [
      'an event without a reading',
      entry('event.trigger', 'event:3', {
        ...{ name: 'Tripped', via: 'system', after: { about: 'bank 7', condition: 'Bank Circuit Breaker Trip' } },
      }),
      'Ereignis „Tripped“ löste aus. Grund: „Sicherung ausgelöst“ bei Sicherungskreis 7.',
    ],
    [
      'a schedule, which has no object',
      entry('event.trigger', 'event:3', {
        ...{ name: 'Morning', via: 'system', after: { about: 'this PDU', condition: 'Scheduled Daily Time' } },
      }),
      'Ereignis „Morning“ löste aus. Grund: „Täglich zu einer Uhrzeit“.',
    ],
    [
      'a kind that this version does not know',
      entry('moon.phase', 'moon:1', { name: 'Luna', via: 'system' }),
      'Moon.phase: Luna.',
    ],
  ])('is a sentence about %s', (_, given, expected) => {
    expect(sentences(given)).toEqual([expected]);
  });

  it('isolates a name that is written from right to left', () => {
    const off = entry('outlet.switch', 'outlet:8-1', { name: 'שרת', after: { state: 'OFF' } });
    expect(sentences(off)).toEqual(['\u2068שרת\u2069 wurde von admin ausgeschaltet.']);
  });
});
