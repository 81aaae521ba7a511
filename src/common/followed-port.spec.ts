import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { VirtualClock } from '../../test/support/time/virtual-clock.js';
import { FollowedPort } from './followed-port.js';

let wanted: number | undefined;
let isTaken: boolean;
let history: string[];
let clock: VirtualClock;
let port: FollowedPort<number>;

beforeEach(() => {
  Logger.overrideLogger(false);
  [wanted, isTaken, history, clock] = [undefined, false, [], new VirtualClock()];
  port = new FollowedPort<number>({
    label: 'Modbus',
    host: '127.0.0.1',
    clock,
    wanted: () => wanted,
    open: async (number) => {
      if (isTaken) throw Object.assign(new Error('taken'), { code: 'EADDRINUSE' });
      history.push(`open ${number}`);
      return number;
    },
    close: (number) => history.push(`close ${number}`),
  });
});
afterEach(() => Logger.overrideLogger(undefined as never));

describe('a port that follows the settings', () => {
  it('is opened before the one before it is closed, and closed when the server is switched off', async () => {
    for (wanted of [502, 503, undefined, undefined]) await port.adjust();
    expect(history).toEqual(['open 502', 'open 503', 'close 502', 'close 503']);
    expect(port.port).toBeUndefined();
  });

  it('stays as it is when another one cannot be opened, which is said and tried again every 30 s', async () => {
    wanted = 502;
    await port.adjust();
    [wanted, isTaken] = [503, true];
    await port.adjust();
    expect([port.port, port.problem]).toEqual([
      502,
      'Modbus cannot listen on port 503 of 127.0.0.1: another program has it.',
    ]);
    isTaken = false;
    port.onTick(29_999);
    await port.adjust();
    expect(port.port).toBe(503);
    expect(port.problem).toBeUndefined();
  });

  it('is tried again by itself after 30 s, not before', async () => {
    [wanted, isTaken] = [502, true];
    await port.adjust();
    isTaken = false;
    port.onTick(29_999);
    await Promise.resolve();
    expect(history).toEqual([]);
    port.onTick(30_000);
    while (port.port === undefined) await Promise.resolve();
    expect([port.port, port.problem]).toEqual([502, undefined]);
  });

  it('that cannot be opened is logged with the next tick, unless it could be opened by then', async () => {
    const error = jest.spyOn(Logger.prototype, 'error').mockReturnValue(undefined);
    [wanted, isTaken] = [502, true];
    await port.adjust();
    isTaken = false;
    await port.adjust();
    port.onTick(1_000);
    expect(error).not.toHaveBeenCalled();
    [wanted, isTaken] = [503, true];
    await port.adjust();
    port.onTick(2_000);
    port.onTick(3_000);
    expect(error.mock.calls).toEqual([['Modbus cannot listen on port 503 of 127.0.0.1: another program has it.']]);
    error.mockRestore();
  });

  it('that stays taken is logged once, and once that it is open or no longer wanted', async () => {
    const [error, log] = (['error', 'log'] as const).map((level) =>
      jest.spyOn(Logger.prototype, level).mockReturnValue(undefined),
    );
    [wanted, isTaken] = [502, true];
    await port.adjust();
    for (let second = 1; second <= 100; second++) {
      port.onTick(1_000 * second);
      await port.adjust();
    }
    expect(error?.mock.calls).toHaveLength(1);
    isTaken = false;
    for (let times = 0; times < 3; times++) await port.adjust();
    [wanted, isTaken] = [503, true];
    await port.adjust();
    port.onTick(200_000);
    wanted = 502;
    for (let times = 0; times < 3; times++) await port.adjust();
    expect(error?.mock.calls).toHaveLength(2);
    expect(log?.mock.calls).toEqual([['Modbus listens on port 502.'], ['Modbus listens on port 502.']]);
    jest.restoreAllMocks();
  });

  it('is released ahead of the new one where it is to be left, else stays', async () => {
    wanted = 502;
    await port.adjust();
    await port.release();
    wanted = 503;
    await port.release();
    await port.adjust();
    expect(history).toEqual(['open 502', 'close 502', 'open 503']);
  });

  it('is not opened any more once the controller stops', async () => {
    wanted = 502;
    await port.adjust();
    await port.stop();
    await port.adjust();
    expect(history).toEqual(['open 502', 'close 502']);
  });
});
