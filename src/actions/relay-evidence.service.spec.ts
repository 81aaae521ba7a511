import { describe, expect, it } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { Plant } from '../../test/support/relay-plant.js';
import type { Cause } from '../kernel/cause.js';
import type { OutletCommand } from '../outlets/outlet-commands.service.js';
import { RelayEvidence } from './relay-evidence.service.js';

Logger.overrideLogger(false);

const EVENT: Cause = { kind: 'action', who: 'Too much current' };
const OUTLET = '1-9';

/** The controller stops at the k-th thing that the world sees of a command; another life looks at what is left. */
async function shownAfter(effects: number, command: OutletCommand, away = 1) {
  const plant = new Plant();
  if (command === 'ON') plant.relays.set(OUTLET, 'OFF');
  const run = await plant.start();
  await run.seconds(1);
  run.effects = effects;
  const since = plant.clock.now();
  const { cycles } = run;
  await run.outcome(
    command === 'REBOOT'
      ? cycles.begin([{ relay: OUTLET, wait: 5000 }], EVENT)
      : cycles.switch([{ id: OUTLET, state: command }], EVENT),
  );
  await run.seconds(1);
  plant.clock.setWall(plant.clock.now() + away * 1000);
  const next = await plant.start();
  const evidence = new RelayEvidence(next.relays, next.cycles, next.snapshots);
  return { shows: evidence.shows(OUTLET, command, since), moved: plant.moves.length > 0 };
}

describe('what a stop leaves behind', () => {
  it.each(['ON', 'OFF'] as const)('shows a switch %s just when the relay has moved', async (command) => {
    const seen = [];
    for (let effects = 1; effects <= 6; effects++) seen.push(await shownAfter(effects, command));
    for (const { shows, moved } of seen) expect(shows).toBe(moved);
    expect(new Set(seen.map(({ shows }) => shows))).toEqual(new Set([false, true]));
  });

  it('shows a reboot as soon as it is going to happen', async () => {
    const seen = [];
    for (let effects = 1; effects <= 6; effects++) seen.push((await shownAfter(effects, 'REBOOT')).shows);
    expect(seen[0]).toBe(false);
    expect(seen.slice(1).every(Boolean)).toBe(true);
  });

  it('shows nothing of a switching that was asked for before', async () => {
    const plant = new Plant();
    const run = await plant.start();
    await run.outcome(run.cycles.switch([{ id: OUTLET, state: 'OFF' }], EVENT));
    const evidence = new RelayEvidence(run.relays, run.cycles, run.snapshots);
    expect(evidence.shows(OUTLET, 'OFF', plant.clock.now())).toBe(true);
    expect(evidence.shows(OUTLET, 'OFF', plant.clock.now() + 1)).toBe(false);
    expect(evidence.shows(OUTLET, 'ON', 0)).toBe(false);
    expect(evidence.shows('2-9', 'OFF', 0)).toBe(false);
  });
});
