/**
 * Commands of several clients at once: to outlets, relay outputs, several outlets, groups, and through actions, while
 * poll cycles make the moves of reboots. Some serial order of the commands must explain the whole result: every
 * answer, every name, and every move of a contact that the simulated PDU recorded.
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { PduDriver } from '../../src/hardware/pdu.driver.js';
import { aPdu, type Client, type Pdu } from '../support/app/pdu.js';
import { ContactLog } from './contact-log.js';
import { Requests, shownOf, type Sent, type Target } from './requests.js';
import { statesAfter, type Done } from './serial-order.js';
import { SwitchingModel, type Order } from './switching-model.js';

const FEW = 2000;
/** The number of commands; `npm run test:faults` asks for more. */
const COMMANDS = Number(
  process.env['FAULT_COMMANDS'] ?? (Number(process.env['FAULT_ROUNDS'] ?? 0) > 30 ? 50_000 : FEW),
);
const SEED = Number(process.env['FAULT_SEED'] ?? (COMMANDS > FEW ? Math.floor(Math.random() * 2 ** 31) : 4));
const RUNS_OF_ONE_CHECK = 25;

const OFF_SECONDS = [1, 2, 1, 3, 1];
const OUTLETS = 4;
const GROUPS = [
  [0, 1],
  [2, 1, 3],
];
/** Longer than any reboot. */
const UNTIL_ALL_IS_QUIET = 5;

const order = fc.constantFrom<Order>('ON', 'OFF', 'REBOOT', 'REBOOT');
const name = fc.option(fc.constantFrom('web', 'mail', 'file', 'print'), { nil: undefined });
const request: fc.Arbitrary<Sent> = fc.oneof(
  { weight: 6, arbitrary: relayRequest(order) },
  { weight: 2, arbitrary: relayRequest(fc.constant(undefined)) },
  {
    weight: 2,
    arbitrary: fc.record({
      to: fc.constant('several' as const),
      places: fc.uniqueArray(fc.nat(OUTLETS - 1), { minLength: 1 }),
      order,
      asAction: fc.constant(false),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      to: fc.constant('group' as const),
      group: fc.nat(GROUPS.length - 1),
      order,
      asAction: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ to: fc.constant('poll' as const), asAction: fc.constant(false) }) },
);
/** The requests of one second: several clients at once, each of which sends one request after the other. */
const second = fc.array(fc.array(request, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 4 });

function relayRequest(what: fc.Arbitrary<Order | undefined>): fc.Arbitrary<Sent> {
  return fc
    .record({ place: fc.nat(OUTLETS), order: what, name, asAction: fc.boolean() })
    .map(({ name: given, ...rest }) => ({
      to: 'relay',
      ...rest,
      // A request that does nothing at all is refused.
      ...((given ?? (rest.order ? undefined : 'web')) !== undefined && { name: `${given ?? 'web'} ${rest.place}` }),
    }));
}

let pdu: Pdu;
let admin: Client;
let targets: Target[];
let requests: Requests;
let log: ContactLog;
let commands = 0;
let orders = 0;

beforeAll(async () => {
  pdu = await aPdu();
  admin = await pdu.as('admin');
  targets = [
    ...pdu.model.outlets.slice(0, OUTLETS).map(({ id }) => aTarget(id, `/api/outlets/${id}`, 'outletName')),
    ...pdu.model.relayOutputs.slice(0, 1).map(({ id }) => aTarget(id, `/api/relayOutput/${id}`, 'relayName')),
  ];
  for (const [place, { path }] of targets.entries()) {
    await admin.put(path, { customRebootTimeEnabled: true, customRebootTime: OFF_SECONDS[place] });
  }
  const groups: string[] = [];
  for (const members of GROUPS) {
    const outlets = members.map((place) => targets[place]?.id);
    const { body } = await admin.post('/api/groups', { groupName: 'Rack', outlets, groupRebootSequenceDelay: 0 });
    groups.push(String(body.id));
  }
  requests = new Requests(pdu, admin, targets, groups);
  log = new ContactLog(
    pdu.app.get(PduDriver),
    targets.map(({ id }) => id),
  );
}, 60_000);
afterAll(() => pdu.stop());

const isPending = ({ relays }: SwitchingModel): boolean => relays.some(({ cycle }) => cycle);
const aTarget = (id: string, path: string, nameMember: Target['nameMember']): Target => ({ id, path, nameMember });

const shown = async () => {
  const outlets = (await admin.get('/api/outlets')).body;
  const relays = (await admin.get('/api/relayOutputs')).body;
  return shownOf([...outlets, ...relays], targets);
};

/** Brings every relay to ON with nothing pending. */
async function begin(): Promise<SwitchingModel> {
  for (const { path } of targets) await admin.put(path, { state: 'ON' });
  log.take();
  const now = await shown();
  const relays = targets.map((_, place) => ({ state: 'ON' as const, name: now.get(place)?.name ?? '' }));
  return new SwitchingModel(relays, OFF_SECONDS, GROUPS);
}

/** The possible end states of these requests; empty if no order explains the answers. */
async function explained(
  before: readonly SwitchingModel[],
  clients: readonly (readonly Sent[])[],
): Promise<SwitchingModel[]> {
  pdu.clock.advance(1000);
  const done = (await Promise.all(clients.map((each) => requests.oneByOne(each)))).flat();
  await pdu.idle();
  await pdu.poll();
  const moves = log.take();
  const now = Math.round(pdu.clock.uptime() / 1000);
  const atLast: Done = { request: { to: 'poll' }, sentAt: 0, answeredAt: 1, shown: await shown() };
  commands += done.filter(({ request: { to } }) => to !== 'poll').length;
  const after = statesAfter(before, done, moves, now).filter(
    (state) => statesAfter([state], [atLast], [], now).length > 0,
  );
  orders += after.length;
  if (after.length > 0) return after;
  throw new Error(
    [
      'no order explains',
      ...done.map((each) => JSON.stringify({ ...each, shown: [...each.shown] })),
      `moves ${JSON.stringify(moves.map((entry) => [...entry]))}, at last ${JSON.stringify([...atLast.shown])}`,
      `before: ${before.map(({ key }) => key).join(' or ')}, at ${now} s`,
    ].join('\n'),
  );
}

describe(`commands of several clients at once, ${COMMANDS} of them (FAULT_SEED=${SEED})`, () => {
  it(
    'are answered as if sent one after the other, and the relays move accordingly',
    async () => {
      const property = fc.asyncProperty(fc.array(second, { minLength: 1, maxLength: 12 }), async (seconds) => {
        let states: readonly SwitchingModel[] = [await begin()];
        for (const clients of seconds) states = await explained(states, clients);
        for (let quiet = 0; quiet < UNTIL_ALL_IS_QUIET && states.some(isPending); quiet++) {
          states = await explained(states, []);
        }
        expect(states.some(isPending)).toBe(false);
      });
      for (let check = 0; commands < COMMANDS; check++) {
        await fc.assert(property, { numRuns: RUNS_OF_ONE_CHECK, seed: SEED + check });
      }
      console.log(`${commands} concurrent commands (seed ${SEED}), each with an order that explains it (${orders})`);
    },
    300_000 + COMMANDS * 50,
  );
});
