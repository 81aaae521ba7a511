import { expect, it } from '@jest/globals';
import type { PduAnswer } from './answers.js';
import type { HubClient } from './hub-client.js';
import { VERBS } from './verbs.js';

const PDU: PduAnswer = {
  ...{ id: 'p', name: 'Rack 7', site: 'north', serial: '7', state: 'active', online: true, watts: 460 },
  ...{ outletsOn: null, outlets: null },
};

it.each([
  ['as many as are on', { outletsOn: 2, outlets: 16 }, '2 of 16'],
  ['not known before it has said which it has', {}, 'not known'],
  ['not known of as many while no state is known', { outlets: 16 }, 'not known of 16'],
  ['none of a PDU that has none', { outletsOn: 0, outlets: 0 }, 'none'],
])('the list of PDUs says of the outlets that are on: %s', async (_, members, says) => {
  const hub = { all: () => Promise.resolve([{ ...PDU, ...members }]) } as unknown as HubClient;
  const shown: string[] = [];
  const call = {
    hub,
    words: [],
    options: {},
    show: (_answer: unknown, lines: readonly string[]) => shown.push(...lines),
  };
  await VERBS.find(({ name }) => name === 'pdus')?.run(call);
  const [header = '', row = ''] = shown;
  expect(row.slice(header.indexOf('OUTLETS ON'), header.indexOf('SERIAL')).trim()).toBe(says);
});

it.each(['0.01', '86401', '-1'])(
  'a command is not sent with --seconds %s: the refusal names the option',
  async (seconds) => {
    const asked: string[] = [];
    const hub = { all: (path: string) => Promise.resolve([asked.push(path)]) } as unknown as HubClient;
    const call = { hub, words: ['Rack 7', 'Outlet 1', 'OFF'], options: { seconds }, show: () => undefined };
    await expect(VERBS.find(({ name }) => name === 'send')?.run(call)).rejects.toThrow(
      '--seconds is a number from 0.1 to 86400.',
    );
    expect(asked).toEqual([]);
  },
);
