/** `rackfeed demo` as a user meets it: one process, four accounts, a month of history. */
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { inThisProcess } from '../support/process/command-line.js';
import { removeFolder, signIn, temporaryFolder } from '../support/process/controller-process.js';
import { DemoProcess } from '../support/process/demo-process.js';
import { eventually } from '../support/time/time-limits.js';

jest.setTimeout(180_000);

const DAY = 86_400;

interface Columns {
  readonly t: number[];
  readonly avg: number[];
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

describe('the demo', () => {
  let folder: string;
  let demo: DemoProcess;
  let url: string;

  const as = async (username: string) => signIn(url, await demo.passwordOf(username), username);
  const history = async (query: string): Promise<Columns> => {
    const { body } = await (await as('viewer')).send('GET', `/api/history?${query}`);
    return body as unknown as Columns;
  };

  beforeAll(async () => {
    folder = temporaryFolder();
    demo = new DemoProcess(folder, { RACKFEED_DRIVER: 'modbus', RACKFEED_HOST: '0.0.0.0' });
    url = await demo.ready();
    await demo.waitForOutput(/(Ctrl-C)/);
  });
  afterAll(async () => {
    await demo.kill('SIGKILL');
    removeFolder(folder);
  });

  it('listens on this machine only, and with no driver but the simulator, whatever the variables say', async () => {
    expect(new URL(url).hostname).toBe('127.0.0.1');
    const { body } = await (await as('admin')).send('GET', '/api/system/health');
    expect(body).toMatchObject({ driver: 'simulator', status: 'ok' });
    expect(demo.stderr).toMatch(/ignores .*RACKFEED_DRIVER/);
  });

  it('lets each of its four accounts in, with the rights that it names', async () => {
    const seen: Record<string, unknown> = {};
    for (const username of ['admin', 'operator', 'viewer', 'customer']) {
      const user = await as(username);
      const own = await user.send('GET', '/api/user');
      const outlets = (await user.send('GET', '/api/outlets')).body as unknown as object[];
      const users = await user.send('GET', '/api/users');
      const first = await user.send('PUT', '/api/outlets/3', { state: 'OFF' });
      const theirs = await user.send('PUT', '/api/outlets/9', { state: 'ON' });
      seen[username] = [outlets.length, users.status, first.status, theirs.status, own.body['passwordChangeRequired']];
    }
    expect(seen).toEqual({
      admin: [16, 200, 200, 200, undefined],
      operator: [16, 200, 200, 200, undefined],
      viewer: [16, 403, 403, 403, undefined],
      customer: [3, 403, 403, 200, undefined],
    });
  });

  it('has names, groups, events and actions', async () => {
    const admin = await as('admin');
    const names = async (path: string, name: string): Promise<unknown[]> =>
      ((await admin.send('GET', path)).body as unknown as Record<string, unknown>[]).map((each) => each[name]);
    expect(await names('/api/outlets', 'outletName')).toEqual(expect.arrayContaining(['Firewall', 'Rack light']));
    expect(await names('/api/banks', 'bankName')).toEqual(['Core', 'Services']);
    expect(await names('/api/groups', 'groupName')).toEqual(['Storage', 'Hypervisors']);
    expect(await names('/api/events', 'name')).toHaveLength(4);
    expect(await names('/api/actions', 'name')).toHaveLength(3);
    expect((await admin.send('GET', '/api/conf')).body).toMatchObject({ deviceName: 'Demo rack (simulated)' });
  });

  it('has a month of readings, by which the weekend is quieter than the week', async () => {
    const { t, avg } = await history(`object=I1-1000036&measure=activePower&from=-30d&step=${DAY}`);
    expect(t.length).toBeGreaterThanOrEqual(29);
    const isWeekend = (second: number): boolean => [0, 6].includes(new Date(1000 * (second + DAY / 2)).getUTCDay());
    const week = avg.filter((_, place) => !isWeekend(t[place] ?? 0));
    const weekend = avg.filter((_, place) => isWeekend(t[place] ?? 0));
    expect(mean(week)).toBeGreaterThan(1.05 * mean(weekend));
  });

  it('has energy counters that fit the history', async () => {
    const { avg } = await history('object=I1-1000036&measure=activePower&from=-31d&step=3600');
    const { body } = await (await as('admin')).send('GET', '/api/energy');
    const inlet = (body as unknown as { id: string; lifetime: number }[]).find(({ id }) => id === 'I1-1000036');
    const used = (mean(avg) * 30 * 24) / 1000;
    expect(Math.abs((inlet?.lifetime ?? 0) / used - 1)).toBeLessThan(0.03);
  });

  it('has an activity log of what has been done in it, by nobody but its own accounts and events', async () => {
    const admin = await as('admin');
    const { body } = await admin.send('GET', '/api/log?kind=outlet.&limit=200');
    const entries = body['entries'] as { who: string; time: string }[];
    const events = ['Light on in the morning', 'Light off in the evening', 'Too warm'];
    const own = [...events, 'admin', 'operator', 'customer'];
    expect(entries.filter(({ who }) => !own.includes(who))).toEqual([]);
    expect(own.filter((name) => name !== 'Too warm' && !entries.some(({ who }) => who === name))).toEqual([]);
    const days = new Set(entries.map(({ time }) => time.slice(0, 10)));
    expect(days.size).toBeGreaterThan(28);
    const warm = (await admin.send('GET', '/api/log?kind=event.trigger&limit=200')).body;
    expect(JSON.stringify(warm)).toContain('Too warm');
  });

  it('comes back at the same address when it is rebooted', async () => {
    const admin = await as('admin');
    const startedAt = async (): Promise<unknown> => {
      const { body } = await admin.send('GET', '/api/system/health');
      return (body['database'] as { since: string }).since;
    };
    const before = await startedAt();
    expect((await admin.send('POST', '/api/system/reboot')).status).toBe(200);
    await eventually(async () => (await startedAt().catch(() => before)) !== before);
    const { body } = await admin.send('GET', '/api/log?kind=device.reboot');
    expect(body['entries']).toHaveLength(1);
  });

  it('ends with Ctrl-C, and its folder is gone', async () => {
    expect(readdirSync(folder).filter((name) => name.startsWith('rackfeed-demo-'))).toHaveLength(1);
    expect(await demo.kill('SIGINT')).toEqual({ code: 0, signal: null });
    expect(readdirSync(folder).filter((name) => name.startsWith('rackfeed-demo-'))).toEqual([]);
  });
});

describe('the demo is refused', () => {
  it('in a folder that is not its own, and with a port that is none', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'rackfeed.sqlite'), 'of a controller');
    const foreign = await inThisProcess(['demo', '--data-dir', folder], {});
    const wrong = await inThisProcess(['demo', '--port', 'http'], {});
    expect(foreign).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('is not that of a demo') });
    expect(wrong).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('--port must be') });
    expect(readdirSync(folder)).toEqual(['rackfeed.sqlite']);
    removeFolder(folder);
  });
});
