import { describe, expect, it } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { RelayBench } from '../../../test/support/hardware/relay-bench.js';
import type { Cause } from '../../common/cause.js';
import type { OutletCommand } from '../../outlets/outlet-commands.service.js';
import { InterruptedSwitchDetector } from './interrupted-switch-detector.js';

Logger.overrideLogger(false);

const EVENT: Cause = { kind: 'action', who: 'Too much current' };
const OUTLET = '1-9';

/** The controller stops after the k-th step of a command; the next start evaluates what is left. */
async function shownAfter(effects: number, command: OutletCommand, away = 1) {
  const relayBench = new RelayBench();
  if (command === 'ON') relayBench.relays.set(OUTLET, 'OFF');
  const run = await relayBench.start();
  await run.seconds(1);
  run.effects = effects;
  const since = relayBench.clock.now();
  await run.outcome(
    run.command((relays) =>
      command === 'REBOOT'
        ? relays.reboot([{ relay: OUTLET, wait: 5000 }], EVENT)
        : relays.switch([{ id: OUTLET, state: command }], EVENT),
    ),
  );
  await run.seconds(1);
  relayBench.clock.setWall(relayBench.clock.now() + away * 1000);
  const next = await relayBench.start();
  const evidence = new InterruptedSwitchDetector(next.intents, next.switching, next.snapshots);
  return { shows: evidence.wasSwitched(OUTLET, command, since), moved: relayBench.moves.length > 0 };
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
    const relayBench = new RelayBench();
    const run = await relayBench.start();
    await run.outcome(run.command((relays) => relays.switch([{ id: OUTLET, state: 'OFF' }], EVENT)));
    const evidence = new InterruptedSwitchDetector(run.intents, run.switching, run.snapshots);
    expect(evidence.wasSwitched(OUTLET, 'OFF', relayBench.clock.now())).toBe(true);
    expect(evidence.wasSwitched(OUTLET, 'OFF', relayBench.clock.now() + 1)).toBe(false);
    expect(evidence.wasSwitched(OUTLET, 'ON', 0)).toBe(false);
    expect(evidence.wasSwitched('2-9', 'OFF', 0)).toBe(false);
  });
});
