import { beforeEach, describe, expect, it } from '@jest/globals';
import { VirtualClock } from '../../test/support/time/virtual-clock.js';
import { fake } from '../../test/support/hardware/relay-bench.js';
import { ADMINISTRATOR } from '../../test/support/fixtures/permissions.js';
import type { CallerWithAddress, Credential } from '../common/access.js';
import type { OnOff } from '../common/units.js';
import { RelayCommands } from './relay-commands.js';
import { UNDO_VALID, UndoOffers } from './undo-offers.js';

let clock: VirtualClock;
let offers: UndoOffers;
let states: Map<string, OnOff | undefined>;
let commands: RelayCommands;

const caller = (userId: string = '1', credential: Credential = { kind: 'token' }): CallerWithAddress => ({
  userId,
  username: `user ${userId}`,
  access: ADMINISTRATOR,
  credential,
  address: '192.0.2.7',
});
/** Switches relays in the way that a service does. */
function switched(ids: readonly string[], state: OnOff, by: CallerWithAddress = caller()) {
  const before = offers.before(commands, ids);
  for (const id of ids) states.set(id, state);
  return before.offer(by, state).undo;
}
/** Switches one relay over and back, and answers the token of the first. */
function anOffer(userId: string = '1'): string {
  const token = switched(['1-9'], 'OFF', caller(userId))?.token ?? '';
  states.set('1-9', 'ON');
  return token;
}
const codeOf = (token: string, userId: string = '1'): string | undefined => {
  try {
    offers.find(token, userId);
    return undefined;
  } catch (error) {
    return (error as { code: string }).code;
  }
};

beforeEach(() => {
  clock = new VirtualClock();
  offers = new UndoOffers(clock);
  states = new Map([
    ['1-9', 'ON'],
    ['2-9', 'OFF'],
    ['3-9', undefined],
  ]);
  commands = fake(RelayCommands, { stateToCome: (id: string) => states.get(id), lastCommandOf: () => 1 });
});

describe('the offer to undo a switching', () => {
  it('has the relays that the command has moved, and no other', () => {
    const token = switched(['3-9', '2-9', '1-9'], 'OFF')?.token ?? '';
    expect(offers.find(token, '1')).toMatchObject({ state: 'OFF', moved: [{ id: '1-9' }] });
  });

  it('is not made where nothing moved, or for a reboot', () => {
    expect(switched(['2-9'], 'OFF')).toBeUndefined();
    expect(offers.before(commands, ['1-9']).offer(caller(), 'REBOOT')).toEqual({});
    expect(offers.before(commands, ['1-9']).offer(caller(), undefined)).toEqual({});
  });

  it('is not made to other protocols, which cannot send it', () => {
    for (const kind of ['ssh', 'snmp', 'nut', 'modbus'] as const) {
      expect(switched(['1-9'], 'OFF', caller('1', { kind }))).toBeUndefined();
      states.set('1-9', 'ON');
    }
    expect(switched(['1-9'], 'OFF', caller('1', { kind: 'basic' }))).toBeDefined();
  });

  it('ends after exactly 60 seconds', () => {
    const before = clock.now();
    const undo = switched(['1-9'], 'OFF');
    expect(Date.parse(undo?.expires ?? '')).toBe(before + 60_000);
    const token = undo?.token ?? '';
    clock.advance(UNDO_VALID - 1);
    expect(codeOf(token)).toBeUndefined();
    clock.advance(1);
    expect(codeOf(token)).toBe('UNDO_EXPIRED');
  });

  it('is for the user of the command: for any other it is unknown', () => {
    const token = anOffer('1');
    expect(codeOf(token, '2')).toBe('UNDO_UNKNOWN');
    expect(codeOf('made up', '1')).toBe('UNDO_UNKNOWN');
  });

  it('is used once', () => {
    const token = anOffer();
    offers.find(token, '1').isUsed = true;
    expect(codeOf(token)).toBe('UNDO_USED');
  });

  it('is one of the newest 16 of a user and 256 of all', () => {
    const own = Array.from({ length: 17 }, () => anOffer('1'));
    expect(own.map((token) => codeOf(token))).toEqual(['UNDO_UNKNOWN', ...own.slice(1).map(() => undefined)]);
    for (let user = 2; user <= 256 - 14; user++) anOffer(String(user));
    expect(codeOf(own[1] ?? '')).toBe('UNDO_UNKNOWN');
    expect(codeOf(own[2] ?? '')).toBeUndefined();
  });

  it('has a token that nobody guesses', () => {
    expect(anOffer()).toMatch(/^[\w-]{22}$/);
    expect(anOffer()).not.toBe(anOffer());
  });
});
