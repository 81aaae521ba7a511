import { beforeEach, describe, expect, it } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { RelayIntentEntity } from '../../src/hardware/relay-intent.entity.js';
import type { Cause } from '../../src/common/cause.js';
import type { OnOff } from '../../src/common/units.js';
import { RelayBench, type ControllerRun } from '../support/hardware/relay-bench.js';

const ADMIN: Cause = { kind: 'session', who: 'admin' };
const OUTLET = '1-9';

Logger.overrideLogger(false);

describe('the stored command of a relay that followed late', () => {
  let bench: RelayBench;
  let run: ControllerRun;

  beforeEach(async () => {
    bench = new RelayBench();
    run = await bench.start();
    bench.stuck.add(OUTLET);
    await run.outcome(command('OFF'));
    bench.stuck.delete(OUTLET);
    bench.move(OUTLET, 'OFF');
  });

  const command = (state: OnOff) =>
    run.command((commands) => commands.switch([{ id: OUTLET, state }], ADMIN)).then(() => undefined);
  const stored = () => bench.tables.get(RelayIntentEntity)?.get(OUTLET);

  it('is confirmed with the next reading', async () => {
    expect(stored()).toMatchObject({ state: 'OFF', confirmed: 'ON' });
    await run.seconds(1);
    expect(stored()).toMatchObject({ state: 'OFF', confirmed: null });
  });

  it('gives way to a newer one that is being stored in the moment of that reading', async () => {
    const effect = run.effect.bind(run);
    let release = (): void => undefined;
    const slow = new Promise<void>((resolve) => (release = resolve));
    run.effect = async (work) => {
      await slow;
      return effect(work);
    };
    const on = command('ON');
    expect(await run.outcome(on)).toBe('unanswered');
    await run.seconds(1);
    release();
    expect(await run.outcome(on)).toBe('done');
    await run.seconds(1);
    expect(stored()).toMatchObject({ state: 'ON', confirmed: null });
  });
});
