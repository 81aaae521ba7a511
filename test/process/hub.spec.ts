/** The commands of docs/fleet.md in their order, with a built hub and a built controller; a built hub on PostgreSQL. */
import { execFile } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, it } from '@jest/globals';
import { commandBlocks, ROOT } from '../support/documents.js';
import { ControllerProcess, removeFolder, signIn, temporaryFolder } from '../support/process/controller-process.js';
import { describeWith, has } from '../support/process/programs.js';
import { freePort } from '../support/servers/free-port.js';
import { Postgresql } from '../support/servers/postgresql.js';
import { scaledTimeLimit } from '../support/time/time-limits.js';

const PASSWORD = 'correct horse battery';
/** Makes the answer of a hub that refuses a request a failure, and finds the command of this build. */
const PREAMBLE = `curl() { command curl --fail-with-body "$@"; }
rackfeed() { "${process.execPath}" "${join(ROOT, 'release/local/dist/cli/rackfeed.js')}" "$@"; }
`;
const ON_POSTGRESQL =
  /^RACKFEED_ROLE=hub RACKFEED_DATABASE_URL=postgresql:\S+ \\\n +RACKFEED_DATABASE_PASSWORD_FILE=\S+ npm start\n$/;
const folder = temporaryFolder();
const work = join(folder, 'work');
const running: ControllerProcess[] = [];

/** Starts a process with a data folder of its own; answers its address. */
async function start(name: string, environment: Readonly<Record<string, string>>): Promise<string> {
  const given = { RACKFEED_DATA_DIR: join(folder, name), RACKFEED_ADMIN_PASSWORD: PASSWORD, ...environment };
  const started = new ControllerProcess(given);
  running.push(started);
  return started.ready();
}

async function eventually(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 200));
}

afterAll(async () => {
  for (const each of running) await each.kill('SIGKILL');
  removeFolder(folder);
});

describeWith(
  (['curl', 'jq'] as const).find((program) => !has(program)) ?? 'jq',
  'the commands of docs/fleet.md',
  () => {
    it(
      'lead from nothing to an outlet that the hub has switched',
      async () => {
        const blocks = commandBlocks('docs/fleet.md').map(({ commands }) => commands);
        const [hubStart = '', token = '', pduStart = '', ...others] = blocks.filter(
          (block) => !ON_POSTGRESQL.test(block),
        );
        expect(hubStart).toMatch(/^RACKFEED_ROLE=hub .*npm start\n$/);
        expect(pduStart).toMatch(/^RACKFEED_HUB=\S+ RACKFEED_HUB_TOKEN="\$\(cat token\)" npm start\n$/);
        expect(others).toHaveLength(6);
        mkdirSync(work);
        const port = await freePort();
        const fleet = { RACKFEED_FLEET_PORT: String(port), RACKFEED_FLEET_HOST: 'localhost,127.0.0.1' };
        const atHub = await signIn(await start('hub', { RACKFEED_ROLE: 'hub', ...fleet }), PASSWORD);
        const url =
          /ready at (http:\/\/\S+)/.exec(running[0]?.stdout ?? '')?.[1]?.replace('127.0.0.1', 'localhost') ?? '';
        writeFileSync(join(work, 'cookies'), `#HttpOnly_localhost\tFALSE\t/\tFALSE\t0\tSPID\t${atHub.token}\n`);
        const run = async (commands: string): Promise<string> => {
          const ours = PREAMBLE + commands.replaceAll('http://localhost:8080', url);
          const shell = { cwd: work, timeout: scaledTimeLimit(20_000) };
          return (await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', ours], shell)).stdout;
        };
        await run(token);
        const secret = readFileSync(join(work, 'token'), 'utf8').trim();
        const link = { RACKFEED_HUB: `127.0.0.1:${port}`, RACKFEED_HUB_TOKEN: secret };
        const atPdu = await signIn(await start('pdu', link), PASSWORD);
        await eventually(async () => {
          const [pdu] = (await atHub.send('GET', '/api/fleet/pdus')).body['items'] as {
            id: string;
            outlets: unknown;
          }[];
          return pdu !== undefined && pdu.outlets !== null;
        });
        const said: string[] = [];
        for (const block of others) said.push(await run(block));
        expect(said[0]).toContain('"state": "active"');
        expect(said[2]).toMatch(/ online +north /);
        expect(said[3]).toMatch(/ is Rack 7, feed A now\.\ndone\nACCEPTED /);
        expect(said[5]).toMatch(/"name": "Rack 7, feed A",\n +"alarms": \{\n +"critical": 0,/);
        await eventually(async () => (await atPdu.send('GET', '/api/outlets/1')).body['state'] === 'OFF');
        await eventually(async () => {
          const [command] = (await atHub.send('GET', '/api/fleet/commands')).body['items'] as { outcome: string }[];
          return command?.outcome === 'done';
        });
      },
      scaledTimeLimit(120_000),
    );
  },
);

describeWith('postgresql', 'a hub that is started as docs/fleet.md says, with PostgreSQL', () => {
  it(
    'has its data there and nothing of it in its folder, and a second one that waits answers that it does',
    async () => {
      expect(commandBlocks('docs/fleet.md').filter(({ commands }) => ON_POSTGRESQL.test(commands))).toHaveLength(1);
      const postgresql = await Postgresql.start();
      try {
        const password = join(folder, 'database-password');
        writeFileSync(password, 'of the server, which asks for none\n', { mode: 0o600 });
        const hub = {
          RACKFEED_ROLE: 'hub',
          RACKFEED_DATABASE_URL: await postgresql.newUrl(),
          RACKFEED_DATABASE_PASSWORD_FILE: password,
          RACKFEED_FLEET_HOST: 'localhost',
        };
        const first = await start('database', { ...hub, RACKFEED_FLEET_PORT: String(await freePort()) });
        const { status } = await (
          await signIn(first, PASSWORD)
        ).send('POST', '/api/conf', { deviceName: 'Fleet north' });
        expect(status).toBe(200);
        await running.at(-1)?.kill('SIGKILL');
        const again = await start('database', { ...hub, RACKFEED_FLEET_PORT: String(await freePort()) });
        const { stdout = '', stderr = '' } = running.at(-1) ?? {};
        expect(stdout + stderr).toContain('The hub was started again after it had ended without being stopped');
        const { body } = await (await signIn(again, PASSWORD)).send('GET', '/api/conf');
        expect(body).toMatchObject({ deviceName: 'Fleet north' });
        expect(existsSync(join(folder, 'database', 'rackfeed.sqlite'))).toBe(false);
        const port = String(await freePort());
        mkdirSync(join(folder, 'second'));
        for (const file of ['hub-authority.pem', 'device.key']) {
          copyFileSync(join(folder, 'database', file), join(folder, 'second', file));
        }
        const second = start('second', { ...hub, RACKFEED_FLEET_PORT: String(await freePort()), RACKFEED_PORT: port });
        const health = async (path = '/health') => {
          const answer = await fetch(`http://127.0.0.1:${port}${path}`).catch(() => undefined);
          return answer && [answer.status, ((await answer.json()) as { status?: string }).status];
        };
        await eventually(async () => (await health())?.[1] === 'standby');
        expect([await health(), await health('/health/live')]).toEqual([
          [503, 'standby'],
          [200, undefined],
        ]);
        await running.at(-2)?.kill('SIGKILL');
        expect(await second).toBe(`http://127.0.0.1:${port}`);
        await eventually(async () => (await health())?.[0] === 200);
        await running.at(-1)?.kill('SIGKILL');
      } finally {
        await postgresql.stop();
      }
    },
    scaledTimeLimit(120_000),
  );
});
