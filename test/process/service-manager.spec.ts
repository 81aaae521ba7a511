/** The part of systemd that the controller uses: a datagram socket, and systemd's own tool that writes to it. */
import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, existsSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { serviceManagerOf } from '../../src/host/service-manager.js';
import { removeFolder, temporaryFolder } from '../support/process/controller-process.js';
import { eventually } from '../support/time/time-limits.js';
import { describeWith } from '../support/process/programs.js';

/** Prints each message, and closes the handle that the tool sends along to learn that it was read. */
const LISTEN = `
import os, socket, sys
listener = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
listener.bind(sys.argv[1])
while True:
    message, handles, _, _ = socket.recv_fds(listener, 4096, 4)
    print(message.decode())
    for handle in handles:
        os.close(handle)
`;

let folder: string;
let listener: ChildProcess;
let heard = '';

beforeEach(async () => {
  folder = temporaryFolder();
  heard = '';
  listener = spawn('/usr/bin/python3', ['-uc', LISTEN, join(folder, 'notify')]);
  listener.stdout?.on('data', (chunk: Buffer) => (heard += chunk.toString()));
  await eventually(() => existsSync(join(folder, 'notify')));
});
afterEach(() => {
  listener.kill('SIGKILL');
  removeFolder(folder);
});

describeWith('systemd-notify', 'the service manager', () => {
  const manager = () => serviceManagerOf({ NOTIFY_SOCKET: join(folder, 'notify'), WATCHDOG_USEC: '30000000' });

  it('gets each notification, one message after the other', async () => {
    const systemd = manager();
    await systemd?.notify('READY=1', 'STATUS=The poll cycle runs; "all" is $well.');
    await systemd?.notify('WATCHDOG=1');
    await eventually(() => heard.includes('WATCHDOG=1'));
    expect(heard).toMatch(/READY=1\nSTATUS=The poll cycle runs; "all" is \$well\.[^]*WATCHDOG=1/);
  });

  it('gets a watchdog message even if this process has no file descriptor left', async () => {
    const systemd = manager();
    await systemd?.notify('READY=1');
    const held: number[] = [];
    try {
      for (;;) held.push(openSync('/dev/null', 'r'));
    } catch (error) {
      expect((error as NodeJS.ErrnoException).code).toBe('EMFILE');
    }
    const sent = systemd?.notify('WATCHDOG=1');
    try {
      await sent;
    } finally {
      held.forEach((handle) => closeSync(handle));
    }
    await eventually(() => heard.includes('WATCHDOG=1'));
  });

  it('that does not listen causes a warning, and no stop', async () => {
    listener.kill('SIGKILL');
    removeFolder(folder);
    const systemd = manager();
    await expect(systemd?.notify('WATCHDOG=1')).rejects.toThrow('systemd-notify: exit code 1');
    await expect(systemd?.notify('WATCHDOG=1')).rejects.toThrow('systemd-notify: exit code 1');
  });
});
