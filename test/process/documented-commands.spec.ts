/**
 * Every shell command in the documents: each block is run here against a controller of its own page, or named below with
 * the test or script that runs it. The documents write what the reader has to know as variables (`$PASSWORD`).
 */
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it, jest } from '@jest/globals';
import { SINGLE_PHASE_16 } from '../../src/hardware/profiles/single-phase-16.js';
import { commandBlocks, documents, ROOT, type CommandBlock } from '../support/documents.js';
import { ControllerProcess, removeFolder, signIn, temporaryFolder } from '../support/process/controller-process.js';
import { describeWith, has } from '../support/process/programs.js';
import { freePort } from '../support/servers/free-port.js';

jest.setTimeout(120_000);

/** A block that is not run here, because it changes the machine, takes long, or needs what a test does not have. */
interface RunElsewhere {
  readonly page: string;
  readonly begins: string;
  /** The test or script that runs these commands or, with a reason, checks what they use. */
  readonly by: string;
  /** A text by which they are found there. */
  readonly shows: string;
  readonly reason?: string;
}

const ELSEWHERE: readonly RunElsewhere[] = [
  { page: 'README.md', begins: 'npm run demo', by: 'test/process/demo.spec.ts', shows: 'new DemoProcess(' },
  { page: 'README.md', begins: 'npm ci && npm start', by: 'test/process/npm-start.spec.ts', shows: "'start'" },
  { page: 'README.md', begins: 'npm ci && npm test', by: '.ci/run', shows: 'npm test' },
  {
    page: 'docs/install.md',
    begins: 'npm_package_config_node',
    by: '.ci/run',
    shows: 'npm_package_config_node_gyp_nodedir=',
  },
  { page: 'CONTRIBUTING.md', begins: 'npm ci ', by: '.ci/run', shows: 'npm run typecheck' },
  {
    page: 'docs/command-line.md',
    begins: 'systemctl',
    by: 'test/process/cli.spec.ts',
    shows: "['reset-password', 'Admin']",
  },
  { page: 'docs/command-line.md', begins: 'rackfeed demo', by: 'test/process/demo.spec.ts', shows: 'new DemoProcess(' },
  {
    page: 'docs/fleet.md',
    begins: 'RACKFEED_ROLE=hub RACKFEED_DATA_DIR',
    by: 'test/process/hub.spec.ts',
    shows: "commandBlocks('docs/fleet.md')",
  },
  {
    page: 'docs/fleet.md',
    begins: 'RACKFEED_ROLE=hub RACKFEED_DATABASE_URL',
    by: 'test/process/hub.spec.ts',
    shows: "commandBlocks('docs/fleet.md')",
  },
  {
    page: 'docs/fleet.md',
    begins: 'curl -sb cookies http://localhost:8080/api/fleet/enrolments',
    by: 'test/process/hub.spec.ts',
    shows: "commandBlocks('docs/fleet.md')",
  },
  {
    page: 'docs/fleet.md',
    begins: 'RACKFEED_HUB=',
    by: 'test/process/hub.spec.ts',
    shows: "commandBlocks('docs/fleet.md')",
  },
  {
    page: 'docs/fleet.md',
    begins: "curl -sb cookies 'http://localhost:8080/api/fleet/pdus?site",
    by: 'test/process/hub.spec.ts',
    shows: "commandBlocks('docs/fleet.md')",
  },
  {
    page: 'docs/fleet.md',
    begins: "curl -sb cookies 'http://localhost:8080/api/fleet/pdus?state",
    by: 'test/process/hub.spec.ts',
    shows: "commandBlocks('docs/fleet.md')",
  },
  {
    page: 'docs/fleet.md',
    begins: "curl -sb cookies 'http://localhost:8080/api/fleet/events",
    by: 'test/process/hub.spec.ts',
    shows: "commandBlocks('docs/fleet.md')",
  },
  {
    page: 'docs/fleet.md',
    begins: 'ID=$(curl -sb cookies http://localhost:8080/api/fleet/pdus',
    by: 'test/process/hub.spec.ts',
    shows: "commandBlocks('docs/fleet.md')",
  },
  {
    page: 'docs/fleet.md',
    begins: 'curl -sb cookies -X POST http://localhost:8080/api/users/1/token',
    by: 'test/process/hub.spec.ts',
    shows: "commandBlocks('docs/fleet.md')",
  },
  {
    page: 'docs/fleet.md',
    begins: 'PDU=$(rackfeed hub pdus',
    by: 'test/process/hub.spec.ts',
    shows: "commandBlocks('docs/fleet.md')",
  },
  {
    page: 'docs/collector.md',
    begins: 'mkdir -p racks',
    by: 'test/process/collector.spec.ts',
    shows: "commandBlocks('docs/collector.md')",
  },
  {
    page: 'docs/collector.md',
    begins: 'RACKFEED_ROLE=collector RACKFEED_DATA_DIR=./racks RACKFEED_PORT=8090',
    by: 'test/process/collector.spec.ts',
    shows: "commandBlocks('docs/collector.md')",
  },
  {
    page: 'docs/collector.md',
    begins: 'RACKFEED_ROLE=collector RACKFEED_DATA_DIR=./racks rackfeed',
    by: 'test/process/collector.spec.ts',
    shows: "commandBlocks('docs/collector.md')",
  },
  {
    page: 'docs/collector.md',
    begins: 'curl -s http://localhost:8090/pdus',
    by: 'test/process/collector.spec.ts',
    shows: "commandBlocks('docs/collector.md')",
  },
  { page: 'docs/stream.md', begins: 'curl -N', by: 'test/api/event-stream.spec.ts', shows: "'curl', ['-N'" },
  { page: 'docs/ssh.md', begins: 'ssh pdu pshow', by: 'test/protocols/ssh.spec.ts', shows: "exec('pshow')" },
  {
    page: 'docs/firmware.md',
    begins: 'npm run firmware:key',
    by: 'scripts/firmware-key.mjs',
    shows: 'keys/',
    reason: 'it writes a key into the sources',
  },
  {
    page: 'docs/firmware.md',
    begins: 'npm run bundle',
    by: 'test/process/debian-package.spec.ts',
    shows: 'scripts/bundle.mjs',
  },
  {
    page: 'docs/firmware.md',
    begins: 'MALLOC_ARENA_MAX=1',
    by: 'test/process/release.spec.ts',
    shows: 'disallow-code-generation',
  },
  { page: 'docs/firmware.md', begins: 'curl -H', by: 'test/process/release.spec.ts', shows: '/api/system/firmware' },
  {
    page: 'docs/modbus.md',
    begins: 'mbpoll',
    by: 'test/protocols/modbus.spec.ts',
    shows: "'4:float', '-B', '-r', '12296'",
  },
  {
    page: 'docs/redfish.md',
    begins: 'curl -fsSk -u "admin:$PASSWORD" "https://$PDU/redfish/v1/PowerEquipment',
    by: 'test/protocols/redfish.spec.ts',
    shows: "commandBlocks('docs/redfish.md')",
  },
  {
    page: 'docs/redfish.md',
    begins: `curl -fsSk -u "admin:$PASSWORD" -X POST -d '{"Destination"`,
    by: 'test/protocols/redfish.spec.ts',
    shows: "commandBlocks('docs/redfish.md')",
  },
  {
    page: 'docs/mqtt.md',
    begins: 'mosquitto_sub',
    by: 'test/support/servers/mosquitto.ts',
    shows: '`mosquitto_sub ${argv}',
    reason: 'it needs a broker',
  },
  {
    page: 'docs/mqtt.md',
    begins: 'mosquitto_pub',
    by: 'test/support/servers/mosquitto.ts',
    shows: "execFileSync('mosquitto_pub'",
    reason: 'it needs a broker',
  },
  { page: 'docs/nut.md', begins: 'upsc pdu', by: 'test/protocols/nut.spec.ts', shows: "run('upsc'" },
  { page: 'docs/hardware.md', begins: 'cp packaging', by: 'test/drivers/composite.spec.ts', shows: 'probeProfile' },
  { page: 'docs/hardware.md', begins: 'npm run build', by: 'test/drivers/composite.spec.ts', shows: 'probeProfile' },
  {
    page: 'docs/hardware.md',
    begins: 'RACKFEED_MODEL=./my-pdu.json',
    by: 'test/drivers/modbus.spec.ts',
    shows: 'modbus',
  },
  {
    page: 'docs/hardware.md',
    begins: 'RACKFEED_MODEL=switched-8',
    by: 'test/drivers/driver-file.spec.ts',
    shows: 'RELAY_FOLDER',
  },
  {
    page: 'docs/host-adapter.md',
    begins: 'RACKFEED_HOST_ADAPTER',
    by: 'test/channels/host-adapter.spec.ts',
    shows: 'route.sh',
  },
  {
    page: 'docs/host-adapter.md',
    begins: 'SECONDARY_INTERFACE',
    by: 'test/channels/host-adapter.spec.ts',
    shows: 'SECONDARY_INTERFACE',
  },
  {
    page: 'docs/https.md',
    begins: "curl -sb cookies -H 'Content-Type",
    by: 'test/process/certbot.spec.ts',
    shows: 'rackfeed-deploy.sh',
  },
  {
    page: 'docs/install.md',
    begins: 'npm ci && npm run package:deb',
    by: 'test/process/debian-package.spec.ts',
    shows: 'scripts/package-deb.mjs',
  },
  {
    page: 'docs/install.md',
    begins: 'cp -rT',
    by: 'test/process/packaging.spec.ts',
    shows: 'rackfeed.service',
    reason: 'it installs a service',
  },
  {
    page: 'docs/install.md',
    begins: 'docker compose',
    by: 'scripts/image-check.sh',
    shows: 'docker',
    reason: 'needs Docker',
  },
  {
    page: 'docs/install.md',
    begins: 'docker build',
    by: 'scripts/image-check.sh',
    shows: 'packaging/docker/Dockerfile',
  },
  {
    page: 'docs/install.md',
    begins: 'docker stop',
    by: 'scripts/image-check.sh',
    shows: 'docker',
    reason: 'needs Docker',
  },
  {
    page: 'docs/install.md',
    begins: 'kubectl',
    by: 'test/process/packaging.spec.ts',
    shows: 'liveness',
    reason: 'it needs a cluster',
  },
  {
    page: 'docs/install.md',
    begins: 'export MALLOC_ARENA_MAX',
    by: 'test/process/release.spec.ts',
    shows: 'disallow-code-generation',
  },
  { page: 'docs/recovery.md', begins: 'rackfeed backup', by: 'test/process/backup.spec.ts', shows: "'restore'" },
  {
    page: 'docs/snmp.md',
    begins: 'curl -sb cookies',
    by: 'test/protocols/snmp-objects.spec.ts',
    shows: "snmpv12WriteString: 'switch'",
    reason: 'it opens UDP port 161',
  },
  { page: 'docs/snmp.md', begins: 'snmpwalk', by: 'test/protocols/snmp-objects.spec.ts', shows: "run('snmpwalk'" },
  {
    page: 'docs/snmp.md',
    begins: 'fence_apc_snmp',
    by: 'test/protocols/snmp-objects.spec.ts',
    shows: "run('fence_apc_snmp'",
  },
  {
    page: 'docs/upgrade.md',
    begins: 'cp -r',
    by: 'test/process/debian-package.spec.ts',
    shows: 'is upgraded',
    reason: 'it replaces a service',
  },
  {
    page: 'docs/upgrade.md',
    begins: 'systemctl stop rackfeed\nmv',
    by: 'test/process/firmware.spec.ts',
    shows: 'is replaced by a release',
    reason: 'it replaces a service',
  },
  {
    page: 'docs/upgrade.md',
    begins: 'systemctl stop rackfeed   ',
    by: 'test/process/backup.spec.ts',
    shows: 'on an empty machine',
    reason: 'it needs two machines',
  },
];

const PASSWORD = 'correct horse battery';

/** Files that a page takes for granted in the folder where its commands run. */
const FILES: Readonly<Record<string, (folder: string) => void>> = {
  'docs/command-line.md': (folder) => {
    writeFileSync(join(folder, 'new.env'), 'RACKFEED_PORT=8081\n');
    writeFileSync(join(folder, 'profile.json'), JSON.stringify(SINGLE_PHASE_16));
    const sections = { settings: { deviceName: 'Rack 7' } };
    const document = { format: 1, product: 'Rackfeed', model: SINGLE_PHASE_16.model, sections };
    writeFileSync(join(folder, 'site.json'), JSON.stringify(document));
  },
  'docs/https.md': (folder) => {
    const names = ['-subj', '/CN=pdu.example.org', '-addext', 'subjectAltName=DNS:pdu.example.org,DNS:localhost'];
    const files = ['-keyout', 'privkey.pem', '-out', 'fullchain.pem', '-days', '90'];
    const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
    execFileSync('openssl', ['req', '-x509', ...key, ...names, ...files], { cwd: folder, stdio: 'ignore' });
  },
};

const pages = documents();
const blocks = pages.flatMap(commandBlocks);
const isElsewhere = ({ page, commands }: CommandBlock): boolean =>
  ELSEWHERE.some((each) => each.page === page && commands.startsWith(each.begins));
/** The programs of a block that may run here: they change nothing outside their folder and their controller. */
const HARMLESS = /^(curl|jq|grep|rackfeed|echo|[A-Z_]+=)/;
const isHarmless = ({ commands }: CommandBlock): boolean =>
  withoutStrings(commands)
    .split(/\n|&&|\|\||[|;]/)
    .map((command) => command.trim())
    .every((command) => command === '' || HARMLESS.test(command));

/** The commands alone: comments, quoted texts and continued lines say nothing about a program. */
const withoutStrings = (commands: string): string =>
  commands
    .replaceAll(/\\\n/g, ' ')
    .replaceAll(/"(\\.|[^"\\])*"|'[^']*'/g, '_')
    .replaceAll(/(^|\s)#.*$/gm, '');

const here = blocks.filter((block) => !isElsewhere(block) && isHarmless(block));
const executed = pages
  .map((page) => [page, here.filter((block) => block.page === page)] as const)
  .filter(([, own]) => own.length > 0);

describe('the commands of the documents', () => {
  it.each(ELSEWHERE)('$page: "$begins" is run by $by', ({ page, begins, by, shows }) => {
    expect(blocks.filter((block) => block.page === page && block.commands.startsWith(begins))).toHaveLength(1);
    expect(readFileSync(join(ROOT, by), 'utf8')).toContain(shows);
  });

  it('are all run: here, or by what is named above', () => {
    const run = new Set(here);
    expect(blocks.filter((block) => !run.has(block) && !isElsewhere(block))).toEqual([]);
  });

  it('contain no placeholder that a shell would not understand', () => {
    expect(blocks.filter(({ commands }) => /…/.test(commands.replaceAll(/#.*$/gm, '')))).toEqual([]);
  });
});

/** The first of them that is missing here, or else the last. */
const needed = (['curl', 'jq', 'openssl'] as const).find((program) => !has(program)) ?? 'openssl';

describeWith(needed, 'the commands in', () => {
  const folders: string[] = [];
  const running: ControllerProcess[] = [];

  afterAll(async () => {
    await Promise.all(running.map((controller) => controller.kill('SIGKILL')));
    folders.forEach(removeFolder);
  });

  it.each(executed)('%s do what they say', async (page, own) => {
    const folder = temporaryFolder();
    folders.push(folder);
    const environment = { RACKFEED_DATA_DIR: join(folder, 'data'), RACKFEED_SIMULATOR_CONTROL: 'true' };
    const controller = new ControllerProcess({ ...environment, RACKFEED_ADMIN_PASSWORD: PASSWORD });
    running.push(controller);
    const address = await controller.ready();
    const { port } = new URL(address);
    const url = `http://localhost:${port}`; // as the documents have it
    const work = join(folder, 'work');
    mkdirSync(work);
    const { token } = await signIn(address, PASSWORD);
    writeFileSync(join(work, 'cookies'), `#HttpOnly_localhost\tFALSE\t/\tFALSE\t0\tSPID\t${token}\n`);
    FILES[page]?.(work);
    const https = await freePort();
    for (const { commands } of own) {
      const ours = commands
        .replaceAll('http://localhost:8080', url)
        .replaceAll('localhost:8443', `localhost:${https}`)
        .replaceAll('"webSslPort":8443', `"webSslPort":${https}`)
        .replaceAll('192.0.2.', '127.0.0.'); // nothing leaves this machine
      const { code, said } = await inShell(ours, work, {
        ...environment,
        RACKFEED_HOST: '127.0.0.1',
        RACKFEED_PORT: port,
        TOKEN: token,
      });
      expect([page, commands, code, code === 0 ? '' : said]).toEqual([page, commands, 0, '']);
    }
    await controller.kill('SIGKILL');
  });
});

/** Makes the answer of a controller that refuses a request a failure, and finds the command of this build. */
const PREAMBLE = `set -eo pipefail
curl() { command curl --fail-with-body "$@"; }
rackfeed() { "${process.execPath}" "${join(ROOT, 'release/local/dist/cli/rackfeed.js')}" "$@"; }
`;

function inShell(commands: string, cwd: string, environment: Readonly<Record<string, string>>) {
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: cwd,
    PASSWORD,
    PASSPHRASE: 'a passphrase for the backup',
    ...environment,
  };
  return new Promise<{ code: number | null; said: string }>((resolve, reject) => {
    const shell = spawn('bash', ['-c', PREAMBLE + commands], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    for (const stream of [shell.stdout, shell.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
    shell.once('error', reject);
    shell.once('close', (code) => resolve({ code, said }));
  });
}
