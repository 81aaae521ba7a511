/** `rackfeed hub …` against a hub and a controller that has joined it. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { inThisProcess } from '../support/process/command-line.js';
import { Fleet } from '../support/fleet/fleet.js';
import { aStoredPdu } from '../support/fleet/stored-pdu.js';

jest.setTimeout(60_000);

const folder = mkdtempSync(join(tmpdir(), 'rackfeed-test-'));
const access = join(folder, 'access');
let fleet: Fleet;
let id: string;

beforeAll(async () => {
  fleet = await Fleet.start();
  writeFileSync(access, `${(await fleet.operator.post('/api/users/1/token')).body.accessToken}\n`);
  const token = (await hub('token', 'north', '--accept')).stdout.trim();
  await fleet.startPdu({ RACKFEED_HUB_TOKEN: token });
  await fleet.until(async () => {
    const [pdu] = (await fleet.operator.get('/api/fleet/pdus')).body.items as { id: string; outlets: number | null }[];
    id = pdu?.id ?? '';
    return typeof pdu?.outlets === 'number';
  });
});
afterAll(async () => {
  await fleet.stop();
  rmSync(folder, { recursive: true });
});

const hub = (...args: string[]) => inThisProcess(['hub', ...args, '--url', fleet.hub.url, '--token-file', access], {});

/** Time passes while a command waits for its outcome. */
async function whileTimePasses<T>(work: Promise<T>): Promise<T> {
  let hasEnded = false;
  void work.finally(() => (hasEnded = true)).catch(() => undefined);
  await fleet.until(() => hasEnded);
  return work;
}

describe('rackfeed hub', () => {
  it('lists the PDUs as a table, or as the API has them', async () => {
    const { code, stdout, stderr } = await hub('pdus');
    const [header, row, ...none] = stdout.trimEnd().split('\n');
    expect([code, stderr, none]).toEqual([0, '', []]);
    expect(header).toMatch(/^NAME +STATE +SITE +POWER +OUTLETS ON +SERIAL +ID$/);
    expect(row).toMatch(new RegExp(` online +north +.* of \\d+ .* ${id}$`));
    const listed: unknown = JSON.parse((await hub('pdus', '--json', '--site', 'north')).stdout);
    expect(listed).toMatchObject([{ id, online: true }]);
    expect((await hub('pdus', '--site', 'south')).stdout).toBe('NAME  STATE  SITE  POWER  OUTLETS ON  SERIAL  ID\n');
  });

  it('switches an outlet that is named, waits for the outcome, and lists the command', async () => {
    const [outlet] = (await fleet.operator.get(`/api/fleet/pdus/${id}/outlets`)).body.outlets as { name: string }[];
    const name = outlet?.name ?? '';
    const sent = await whileTimePasses(hub('send', id, name, 'off', '--reason', 'maintenance'));
    expect(sent).toEqual({ code: 0, stdout: 'done\n', stderr: '' });
    expect(
      (await fleet.pdu.request('GET', '/api/outlets/1', undefined, (await fleet.pdu.as('admin')).headers)).body,
    ).toMatchObject({ state: 'OFF' });
    expect((await hub('commands', '--pdu', id)).stdout).toMatch(/ OFF +done +admin /);
    expect((await hub('events', '--pdu', id)).stdout).toMatch(/^TIME +PDU +SEVERITY +OBJECT +EVENT\n/);
  });

  it('lists the events of a severity, and those that are open', async () => {
    const admin = await fleet.pdu.as('admin');
    await admin.patch('/api/simulator', { banks: { '1200578': { breakerClosed: false } } });
    const events = async (...options: string[]) => (await hub('events', ...options)).stdout;
    const isOpen = async () => (await events('--open', '--severity', 'critical')).includes('The breaker is open.');
    await fleet.until(isOpen);
    expect(await events('--open', '--severity', 'warning')).not.toContain('The breaker is open.');
    await admin.patch('/api/simulator', { banks: { '1200578': { breakerClosed: true } } });
    await fleet.until(async () => !(await isOpen()));
    expect(await events('--severity', 'critical')).toContain('The breaker is open.');
    expect(await hub('events', '--severity', 'bad')).toMatchObject({ code: 1 });
  });

  it('ends with 1 and the code of a command that the PDU refuses', async () => {
    const admin = await fleet.pdu.as('admin');
    await admin.put('/api/outlets/2', { protection: 'locked' });
    const { outlets } = (await fleet.operator.get(`/api/fleet/pdus/${id}/outlets`)).body;
    const sent = await whileTimePasses(hub('send', id, outlets[1].id as string, 'OFF'));
    expect(sent).toEqual({ code: 1, stdout: 'refused (OUTLET_PROTECTED)\n', stderr: '' });
  });

  it('accepts, renames, revokes and deletes a PDU', async () => {
    const { serial } = await aStoredPdu(fleet.hub, { name: 'Rack 9', serial: 'S9', state: 'pending' });
    expect((await hub('accept', serial)).stdout).toBe('Rack 9 is accepted.\n');
    expect((await hub('rename', 'Rack 9', 'Rack 10')).stdout).toBe('Rack 9 is Rack 10 now.\n');
    expect((await hub('revoke', 'Rack 10')).stdout).toBe('Rack 10 is revoked.\n');
    expect((await hub('pdus', '--state', 'revoked')).stdout).toContain('Rack 10');
    expect((await hub('delete', serial)).stdout).toBe('Rack 10 is deleted.\n');
    expect((await hub('pdus', '--state', 'revoked')).stdout).not.toContain('Rack 10');
  });

  it('refuses a name that is of none or of several PDUs, and says what the hub has said', async () => {
    for (const serial of ['S20', 'S21']) await aStoredPdu(fleet.hub, { name: 'Twin', serial });
    expect(await hub('revoke', 'Nobody')).toEqual({ code: 1, stdout: '', stderr: 'There is no PDU "Nobody".\n' });
    expect((await hub('revoke', 'Twin')).stderr).toMatch(/^There is more than one PDU "Twin"; name one by its id: /);
    expect(await hub('token', 'North Pole')).toMatchObject({ code: 1, stderr: expect.stringMatching(/site.*\.\n$/) });
    const stranger = join(folder, 'stranger');
    writeFileSync(stranger, 'nobody\n');
    const refused = await inThisProcess(['hub', 'pdus', '--url', fleet.hub.url, '--token-file', stranger], {});
    expect(refused).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(/\.\n$/) });
  });

  it.each(['', 'explode', 'revoke', 'rename Rack', 'pdus north', 'token north --uses x'])(
    'ends with 2 and its help after "%s"',
    async (line) => {
      const { code, stderr } = await hub(...line.split(' ').filter(Boolean));
      expect(code).toBe(2);
      expect(stderr).toContain('send <pdu> <outlet> ON|OFF|REBOOT');
    },
  );
});

describe('without a hub that answers', () => {
  let server: Server;
  let url: string;
  let answer: (path: string) => readonly [status: number, headers: Record<string, string>, body: string];
  beforeAll(async () => {
    server = createServer((request, response) => {
      const [status, headers, body] = answer(request.url ?? '');
      response.writeHead(status, headers).end(body);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.close();
  });
  const ask = (at: string) => inThisProcess(['hub', 'pdus', '--url', at, '--token-file', access], {});

  it('the reason is said', async () => {
    answer = () => [308, { location: 'https://hub.example:8443/api/fleet/pdus' }, ''];
    expect((await ask(url)).stderr).toBe('The hub is elsewhere: try --url https://hub.example:8443.\n');
    answer = () => [502, {}, '<html>'];
    expect((await ask(url)).stderr).toMatch(/^The hub answers 502 at /);
    expect((await ask('hub.example')).stderr).toMatch(/write it with http/);
    expect((await ask('http://127.0.0.1:1')).stderr).toBe(
      'The hub cannot be reached at http://127.0.0.1:1 (ECONNREFUSED).\n',
    );
  });
});
