import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { TICK_PRIORITIES, Ticks, type TickPriority } from '../../src/kernel/ticks.js';
import { aPdu, type Pdu } from '../support/app/pdu.js';

/** The listeners of the poll cycle of a controller in which everything is in use. Within a priority no order counts. */
const LISTENERS: Readonly<Record<TickPriority, readonly string[]>> = {
  powerLoss: ['outlets/cold-start.service'],
  relays: ['hardware/relays/relay-control.service', 'switching/power-cycle-runner'],
  faults: ['health/fault-monitor.service', 'timeline/hardware-changes.service', 'webhooks/webhooks.module'],
  rules: ['events/alarms/condition-alarms.service', 'events/rules.service', 'outlets/reachability.service'],
  actions: ['actions/execution/tick-timer', 'actions/limits/automation-limits.service'],
  publish: ['stream/stream-readers.service', 'webhooks/facts/outlet-facts'],
  upkeep: [
    'auth/connection-sweep',
    'auth/sessions/session-upkeep',
    'energy/energy-counters.service',
    'hardware/relays/intent-journal',
    'health/database-maintenance.service',
    'health/fault-recorder.service',
    'health/scheduled-backup.service',
    'history/history-recorder.service',
    'host/watchdog.service',
    'outlets/outlets.service',
    'probes/auto-ping',
    'protocols/protocol-servers',
    'shell/shell.service',
    'syslog/syslog.service',
    'system/reboot.service',
    'tls/https-server.service',
    'webhooks/delivery/webhook-deliveries.service',
  ],
};

/** The file of src/ from which a call has come; the store of snapshots only passes it on. */
const originOf = ({ stack = '' }: Error): string =>
  /^(?!.*node_modules|.*snapshot\.store).*\/src\/(\S+)\.ts:/m.exec(stack)?.[1] ?? stack;

describe('a poll cycle of the whole controller', () => {
  const environment = { ...process.env };
  const served: string[] = [];
  let folder: string;
  let pdu: Pdu;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'rackfeed-test-'));
    for (const name of ['data', 'backups', 'bin']) mkdirSync(join(folder, name));
    writeFileSync(join(folder, 'passphrase'), 'a passphrase for the backup');
    writeFileSync(join(folder, 'bin/systemd-notify'), '#!/bin/sh\n');
    chmodSync(join(folder, 'bin/systemd-notify'), 0o755);
    process.env['PATH'] = `${join(folder, 'bin')}:${environment['PATH'] ?? ''}`;
    process.env['NOTIFY_SOCKET'] = join(folder, 'notify');
    process.env['WATCHDOG_USEC'] = '30000000';
    const { onTick } = Ticks.prototype;
    jest.spyOn(Ticks.prototype, 'onTick').mockImplementation(function onTickOf(this: Ticks, priority, listener) {
      const name = originOf(new Error('only for its stack'));
      onTick.call(this, priority, (tick) => {
        served.push(name);
        listener(tick);
      });
    });
    pdu = await aPdu({
      dataDir: join(folder, 'data'),
      env: {
        RACKFEED_BACKUP_DIR: join(folder, 'backups'),
        RACKFEED_BACKUP_PASSPHRASE_FILE: join(folder, 'passphrase'),
      },
    });
  });
  afterAll(async () => {
    await pdu.stop();
    process.env = environment;
    rmSync(folder, { recursive: true });
  });

  it('calls everybody who listens once, in the order of the priorities', async () => {
    served.length = 0;
    await pdu.seconds(1);
    const rest = [...served];
    const order = TICK_PRIORITIES.map((priority) => rest.splice(0, LISTENERS[priority].length).sort());
    expect([...order, rest]).toEqual([...TICK_PRIORITIES.map((priority) => LISTENERS[priority]), []]);
  });
});
