/**
 * A hub and a controller that are killed at any moment while users of the hub switch, and the record of the relays, which
 * is kept by a process of its own: no command is carried out twice or after it has expired, and each gets its end.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SINGLE_PHASE_16 } from '../../src/hardware/profiles/single-phase-16.js';
import { PduModel } from '../../src/hardware/profiles/pdu-model.js';
import { removeFolder, temporaryFolder } from '../support/process/controller-process.js';
import { FleetProcesses, type Part } from './fleet-processes.js';
import { Random, sleep } from './random.js';
import { monotonic } from './restarts.js';

const ROUNDS = Math.ceil(Number(process.env['FAULT_ROUNDS'] ?? 8));
const SEED = Number(process.env['FAULT_SEED'] ?? 4);
/** The longest time between the decision of the controller and the record of the move on a busy machine, ms. */
const SLOW = 10_000;
const LAST_ANSWER = 240_000;

interface Sent {
  readonly outlet: string;
  readonly to: 'ON' | 'OFF';
  readonly validMs: number;
  readonly key: string;
  /** Monotonic clock before it was first sent, and after it was accepted. */
  readonly at: number;
  acceptedAt?: number;
  id?: string;
  outcome?: string;
}

const folder = temporaryFolder();
const fleet = new FleetProcesses(folder);
const random = new Random(SEED);
const outlets = new PduModel(SINGLE_PHASE_16).outlets.map(({ id }) => id);
const states = new Map<string, 'ON' | 'OFF'>(outlets.map((outlet) => [outlet, 'ON']));
const open = new Map<string, Sent>();
const ended: Sent[] = [];
let pdu = '';

/** Sends a command to a free outlet, again with the same key until the hub has accepted it. */
async function command(): Promise<void> {
  const outlet = random.oneOf(outlets.filter((each) => !open.has(each)));
  if (outlet === undefined) return;
  const to = states.get(outlet) === 'ON' ? 'OFF' : 'ON';
  const sent: Sent = { outlet, to, validMs: 500 + random.upTo(8000), key: randomUUID(), at: monotonic() };
  open.set(outlet, sent);
  const body = { outlet, command: to, validMs: Math.round(sent.validMs) };
  while (sent.id === undefined) {
    const answer = await fleet.send('POST', `/api/fleet/pdus/${pdu}/commands`, body, sent.key);
    if (answer?.status === 202) sent.id = String(answer.body['id']);
    else if (answer && answer.status < 500) throw new Error(`The hub answered ${JSON.stringify(answer)}.`);
    else await sleep(100);
  }
  sent.acceptedAt = monotonic();
}

/** Takes the ends that have come. */
async function takeEnds(): Promise<void> {
  for (const sent of open.values()) {
    if (sent.id === undefined) continue;
    const outcome = (await fleet.send('GET', `/api/fleet/commands/${sent.id}`))?.body['outcome'];
    if (typeof outcome !== 'string' || outcome === 'open' || outcome === 'unknown') continue;
    sent.outcome = outcome;
    open.delete(sent.outlet);
    ended.push(sent);
    judge(sent);
  }
}

/** Compares the end of a command with what its relay has done since it was sent: no other command was open there. */
function judge({ outlet, to, at, validMs, acceptedAt = Infinity, outcome, id }: Sent): void {
  const moves = fleet.moves.filter((move) => move.relay === outlet && move.at >= at);
  const said = `${id} ${to} ${outlet}: ${outcome}`;
  if (outcome === 'done') expect([said, moves.map((move) => move.to)]).toEqual([said, [to]]);
  else if (outcome === 'interrupted' || outcome === 'failed') expect([said, moves.length < 2]).toEqual([said, true]);
  else expect([said, moves.length]).toEqual([said, 0]);
  for (const move of moves) expect(move.at).toBeLessThan(acceptedAt + validMs + SLOW);
  if (moves.length > 0) states.set(outlet, to);
}

beforeAll(async () => {
  pdu = await fleet.begin();
}, 180_000);
afterAll(async () => {
  await fleet.close();
  removeFolder(folder);
});

describe(`a hub and a controller, killed ${ROUNDS} times at any moment (FAULT_SEED=${SEED})`, () => {
  it(
    'carry out no command twice, none after it has expired, and end each of them',
    async () => {
      const sending: Promise<void>[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        for (let count = 1 + random.index(3); count > 0; count--) sending.push(command());
        await sleep(random.upTo(1200));
        const killed: Part[] = random.is(0.2) ? ['hub', 'controller'] : [random.is(0.5) ? 'hub' : 'controller'];
        await Promise.all(killed.map((part) => fleet.kill(part)));
        sending.push(command());
        await Promise.all(killed.map((part) => fleet.start(part)));
        await sleep(random.upTo(3000));
        await takeEnds();
      }
      await Promise.all(sending);
      const limit = monotonic() + LAST_ANSWER;
      while (open.size > 0 && monotonic() < limit) {
        await sleep(500);
        await takeEnds();
      }
      expect([...open.values()]).toEqual([]);
      const outcomes = ended.map(({ outcome }) => outcome);
      process.stdout.write(
        `fleet: ${ended.length} commands, ${outcomes.filter((each) => each === 'done').length} done\n`,
      );
      expect(outcomes).toContain('done');
      expect(new Set(ended.map(({ id }) => id)).size).toBe(sending.length);
    },
    300_000 + ROUNDS * 20_000,
  );
});
