import { Server } from 'node:http';
import { HttpAdapterHost } from '@nestjs/core';
import { Logger } from '@nestjs/common';
import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Ticks } from '../kernel/ticks.js';
import { RackfeedExpressAdapter } from '../http/rackfeed-express.adapter.js';
import { serviceManagerOf } from './service-manager.js';
import { WatchdogService } from './watchdog.service.js';

const SYSTEMD = { NOTIFY_SOCKET: '/run/systemd/notify', WATCHDOG_USEC: '30000000' };

let sent: string[];
let failure: Error | undefined;
let ticks: Ticks;

/** Starts the service as in a process with these variables. */
function begin(environment: Record<string, string>): Server {
  const adapter = new RackfeedExpressAdapter();
  adapter.initHttpServer();
  const http = new HttpAdapterHost();
  http.httpAdapter = adapter;
  const manager = serviceManagerOf(environment, (socket) => (words) => {
    sent.push(`${socket} ${words.join(' ')}`);
    return failure ? Promise.reject(failure) : Promise.resolve();
  });
  new WatchdogService(http, ticks, manager).onModuleInit();
  return adapter.getHttpServer();
}

const poll = (...seconds: number[]): void => {
  for (const second of seconds) ticks.run({ uptime: second * 1000 });
};

beforeEach(() => {
  sent = [];
  failure = undefined;
  ticks = new Ticks();
});

describe('the watchdog', () => {
  it('reports that the controller is ready when it listens, not before', () => {
    const server = begin(SYSTEMD);
    expect(sent).toEqual([]);
    server.emit('listening');
    expect(sent).toEqual(['/run/systemd/notify READY=1 STATUS=The poll cycle runs.']);
  });

  it('sends three keep-alives within the watchdog timeout, and none without a poll cycle', () => {
    begin(SYSTEMD);
    poll(1, 2, 3, 10);
    expect(sent).toEqual(['/run/systemd/notify WATCHDOG=1']);
    poll(11, 12, 20);
    expect(sent).toHaveLength(2);
    poll(21);
    expect(sent).toHaveLength(3);
  });

  it('sends nothing without a service manager, and only the readiness without a watchdog', () => {
    begin({}).emit('listening');
    poll(1);
    expect(sent).toEqual([]);
    begin({ NOTIFY_SOCKET: '@x' }).emit('listening');
    poll(2);
    expect(sent).toEqual(['@x READY=1 STATUS=The poll cycle runs.']);
  });

  it('logs once when systemd cannot be reached, and keeps trying', async () => {
    const error = jest.spyOn(Logger.prototype, 'error').mockReturnValue(undefined);
    failure = new Error('no such socket');
    begin(SYSTEMD);
    for (const second of [1, 11, 21]) {
      poll(second);
      await Promise.resolve().then(() => undefined);
    }
    expect(sent).toHaveLength(3);
    expect(error).toHaveBeenCalledTimes(1);
    error.mockRestore();
  });
});
