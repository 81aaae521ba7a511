import { Server } from 'node:http';
import { HttpAdapterHost } from '@nestjs/core';
import { Logger } from '@nestjs/common';
import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Snapshot } from '../hardware/snapshot.js';
import { SnapshotStore } from '../hardware/snapshot.store.js';
import { RackfeedExpressAdapter } from '../http/rackfeed-express.adapter.js';
import { serviceManagerOf } from './service-manager.js';
import { WatchdogService } from './watchdog.service.js';

const SYSTEMD = { NOTIFY_SOCKET: '/run/systemd/notify', WATCHDOG_USEC: '30000000' };

let told: string[];
let trouble: Error | undefined;
let snapshots: SnapshotStore;

/** Starts it as in a process with these variables. */
function begin(environment: Record<string, string>): Server {
  const adapter = new RackfeedExpressAdapter();
  adapter.initHttpServer();
  const http = new HttpAdapterHost();
  http.httpAdapter = adapter;
  const manager = serviceManagerOf(environment, (socket) => (words) => {
    told.push(`${socket} ${words.join(' ')}`);
    return trouble ? Promise.reject(trouble) : Promise.resolve();
  });
  new WatchdogService(http, snapshots, manager).onModuleInit();
  return adapter.getHttpServer();
}

const poll = (...seconds: number[]): void => {
  for (const second of seconds) snapshots.publish({ uptime: second * 1000 } as Snapshot);
};

beforeEach(() => {
  told = [];
  trouble = undefined;
  snapshots = new SnapshotStore();
});

describe('the watchdog', () => {
  it('says that the controller is ready when it listens, not before', () => {
    const server = begin(SYSTEMD);
    expect(told).toEqual([]);
    server.emit('listening');
    expect(told).toEqual(['/run/systemd/notify READY=1 STATUS=The poll cycle runs.']);
  });

  it('gives a sign of life three times in the time that systemd waits, and none without a poll cycle', () => {
    begin(SYSTEMD);
    poll(1, 2, 3, 10);
    expect(told).toEqual(['/run/systemd/notify WATCHDOG=1']);
    poll(11, 12, 20);
    expect(told).toHaveLength(2);
    poll(21);
    expect(told).toHaveLength(3);
  });

  it('tells nobody where nobody asked, and only that it is ready where nobody watches', () => {
    begin({}).emit('listening');
    poll(1);
    expect(told).toEqual([]);
    begin({ NOTIFY_SOCKET: '@x' }).emit('listening');
    poll(2);
    expect(told).toEqual(['@x READY=1 STATUS=The poll cycle runs.']);
  });

  it('complains once when systemd cannot be reached, and goes on trying', async () => {
    const error = jest.spyOn(Logger.prototype, 'error').mockReturnValue(undefined);
    trouble = new Error('no such socket');
    begin(SYSTEMD);
    for (const second of [1, 11, 21]) {
      poll(second);
      await Promise.resolve().then(() => undefined);
    }
    expect(told).toHaveLength(3);
    expect(error).toHaveBeenCalledTimes(1);
    error.mockRestore();
  });
});
