import { beforeAll, describe, expect, it } from '@jest/globals';
import { loadWords } from '../../language/words.js';
import type { Event, EventCode } from './event-texts.js';

type Automation = import('./event-sentence.js').Automation;

/** The words of this module's imports are loaded before them, as on a page. */
let sentenceOf: (code: number, params: readonly string[], actions?: Automation['actions']) => string;

const limit = { label: 'threshold', kind: 'number', optional: false } as const;
const row = (code: number, unit: string): EventCode => ({
  code,
  name: `Code ${code} of a newer version`,
  available: true,
  params: [
    {
      ...{ label: 'bank id', kind: 'bank', optional: false },
      ...{ choices: ['1200578', 'any'], choiceLabels: ['Bank 1', 'any bank'] },
    },
    { ...limit, unit },
    { label: 'seconds', kind: 'number', unit: 's', min: 0, optional: false },
  ],
});

beforeAll(async () => {
  await loadWords('base', 'automation');
  // The live store, which is empty here, reads the address of the page.
  Object.assign(globalThis, { document: { querySelector: () => null }, location: { pathname: '/' } });
  const { eventSentence } = await import('./event-sentence.js');
  sentenceOf = (code, params, actions = []) => {
    const event = { code, params: [...params], actions: actions.map(({ id }) => id) } as unknown as Event;
    const groups = [{ id: '3', groupName: 'Printers' }] as unknown as Automation['groups'];
    return eventSentence(event, row(code, { 31: 'A', 37: '' }[code] ?? 'V'), { actions, groups }).replaceAll(
      '\u202f',
      ' ',
    );
  };
});

const action = (id: number, code: number, params: string[], enabled = true): Automation['actions'][number] => ({
  ...{ id, code, params, enabled },
  name: `Action ${id}`,
});

describe('the sentence of an event', () => {
  it.each<[number, string[], string]>([
    [31, ['1200578', '12', '10'], 'When Bank 1 current is above 12 A for 10 s.'],
    [31, ['any', '12.5', '0'], 'When any bank current is above 12.50 A.'],
    [37, ['1200578', '0.9', '60'], 'When Bank 1 power factor is below 0.90 for 1 min.'],
    [30, ['any', '', ''], 'When the breaker of any bank trips.'],
    [12, ['192.0.2.7', '3', ''], 'When 192.0.2.7 does not answer 3 pings.'],
    [53, ['08:00', '', ''], 'Every day at 08:00.'],
    [54, ['3600', '', ''], 'Every 1 h.'],
    [60, ['1', '8', '5'], 'Every month on day 1 at 08:05.'],
    [62, ['A', '3', '2'], 'When digital input 3 at port A is High for 2 s.'],
    [65, ['B', 'disconnect', ''], 'When the sensor at port B is disconnected.'],
    [57, ['', '', ''], 'When the PDU loses the secondary supply.'],
    [105, ['begin', '', ''], 'When the storage is full.'],
    [105, ['end', '', ''], 'When the storage has space again.'],
    [111, ['', '', ''], 'When an update was rolled back.'],
    [999, ['1200578', '', ''], 'When Code 999 of a newer version, Bank 1.'],
  ])('of code %i with %j is “%s”', (code, params, expected) => {
    expect(sentenceOf(code, params)).toBe(expected);
  });

  it('ends with what its actions do, without their secrets', () => {
    const actions = [
      action(1, 11, ['1-8', 'OFF', '']),
      action(2, 15, ['noc@example.org', '', '']),
      action(3, 17, ['3', '', ''], false),
      action(4, 24, ['192.0.2.9', '8', '–––']),
      action(5, 32, ['A', '2', 'OPEN']),
      action(6, 99, ['', '', '']),
    ];
    expect(sentenceOf(30, ['any', '', ''], actions)).toBe(
      'When the breaker of any bank trips: turn off 1-8, mail noc@example.org, reboot group Printers (disabled), ' +
        'turn off outlet 8 of 192.0.2.9, open relay 2 of the I/O hub at port A, Action 6.',
    );
  });
});
