import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { libcConflict, ownLibc } from '../../src/system/firmware/libc.js';
import type { Manifest } from '../../src/system/firmware/manifest.js';
import { rackfeed } from '../support/process/command-line.js';
import { ControllerProcess, removeFolder, signIn, temporaryFolder } from '../support/process/controller-process.js';
import { eventually } from '../support/time/time-limits.js';
import { aSigningKey, publish } from '../support/fixtures/firmware-bundle.js';
import { freePort } from '../support/servers/free-port.js';
import { secureRequest, runProgram } from '../support/clients/https-client.js';
import { MailServer } from '../support/servers/mail-server.js';
import { writeExampleDriver } from '../support/hardware/example-driver.js';
import { ModbusSlave, SerialLine } from '../support/hardware/modbus-slave.js';
import { itWith } from '../support/process/programs.js';
import { SSH_KEYS } from '../support/fixtures/ssh-keys.js';
import { TrapReceiver } from '../support/servers/trap-receiver.js';

jest.setTimeout(180_000);

const PASSWORD = 'correct horse battery';
const VERSION = '0.9.9';

let folder: string;
let root: string;
let controller: ControllerProcess;

const start = (): ControllerProcess =>
  (controller = new ControllerProcess(
    { RACKFEED_DATA_DIR: join(folder, 'data'), RACKFEED_ADMIN_PASSWORD: PASSWORD },
    join(root, 'dist/main.js'),
  ));

beforeAll(() => {
  folder = temporaryFolder();
  const key = aSigningKey();
  const keyFile = join(folder, 'key.pem');
  writeFileSync(keyFile, key.privateKey.export({ type: 'pkcs8', format: 'pem' }));
  const script = join(import.meta.dirname, '../../scripts/bundle.mjs');
  execFileSync(process.execPath, [script, '--out', folder, '--version', VERSION], {
    env: { ...process.env, FIRMWARE_SIGNING_KEY: keyFile, SOURCE_DATE_EPOCH: '1800000000', NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  root = join(folder, `rackfeed-${VERSION}`);
  mkdirSync(join(root, 'keys'), { recursive: true });
  publish(key, join(root, 'keys'));
});
afterAll(async () => {
  await controller.kill('SIGKILL');
  removeFolder(folder);
});

describe('the one-file release', () => {
  it('runs, serves its API and its description, and switches', async () => {
    const url = await start().ready();
    const admin = await signIn(url, PASSWORD);
    expect((await admin.send('PUT', '/api/outlets/1', { state: 'OFF' })).body).toMatchObject({ state: 'OFF' });
    for (const path of ['/api/device', '/api/conf', '/api/events', '/api/system/firmware', '/api/config/export']) {
      expect([path, (await admin.send('GET', path)).status]).toEqual([path, 200]);
    }
    for (const path of ['/health', '/metrics']) {
      const headers = { cookie: `SPID=${admin.token}` };
      expect([path, (await fetch(url + path, { headers })).status]).toEqual([path, 200]);
    }
    for (const path of ['/api/log', '/api/energy/report?by=bank', '/api/history?object=1-1200578&measure=current']) {
      const headers = { cookie: `SPID=${admin.token}`, accept: 'text/csv' };
      const { status, headers: answered } = await fetch(url + path, { headers });
      expect([path, status, answered.get('content-type')]).toEqual([path, 200, expect.stringContaining('text/csv')]);
    }
    const wrong = await admin.send('PUT', '/api/outlets/1', { state: 'SIDEWAYS' });
    expect([wrong.status, typeof wrong.body['message']]).toEqual([422, 'string']);
  });

  it('names in its manifest the C library that its native parts require', () => {
    const manifest = JSON.parse(readFileSync(join(root, 'manifest.json'), 'utf8')) as Partial<Manifest>;
    if (process.platform !== 'linux') expect(manifest).not.toHaveProperty('libc');
    else if (ownLibc()?.name === 'musl') expect(manifest).toMatchObject({ libc: 'musl' });
    else expect(manifest).toMatchObject({ libc: 'glibc', minimumGlibc: expect.stringMatching(/^2\.\d+$/) });
    expect(libcConflict(manifest, ownLibc())).toBeUndefined();
  });

  describe('lists what is inside', () => {
    interface Component {
      readonly name: string;
      readonly version: string;
      readonly type: string;
      readonly purl?: string;
      readonly licenses?: readonly unknown[];
      readonly hashes?: readonly { alg: string; content: string }[];
      readonly 'bom-ref': string;
    }
    interface Bill {
      readonly serialNumber: string;
      readonly metadata: { readonly component: Component; readonly timestamp: string };
      readonly components: readonly Component[];
      readonly dependencies: readonly { ref: string; dependsOn: readonly string[] }[];
    }
    let bill: Bill;
    const libraries = (): readonly Component[] => bill.components.filter(({ type }) => type === 'library');
    const sumOf = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex');
    beforeAll(() => {
      bill = JSON.parse(readFileSync(join(root, 'bom.cdx.json'), 'utf8')) as Bill;
    });

    it('in a bill of materials, CycloneDX 1.5, of the release and not of the tools that built it', () => {
      expect(bill).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.5', version: 1 });
      expect(bill.metadata.component).toMatchObject({ name: 'rackfeed', version: VERSION, type: 'application' });
      const names = libraries().map(({ name }) => name);
      const inside = ['express', '@nestjs/core', 'sqlite3', 'sqlite', '@node-rs/argon2', 'swagger-ui-dist', 'react'];
      expect(names).toEqual(expect.arrayContaining(inside));
      for (const tool of ['typescript', 'jest', 'eslint', 'vite', 'esbuild', 'libphonenumber-js', 'cron']) {
        expect(names).not.toContain(tool);
      }
    });

    it('at the time of the release, with a number by its content, so that another build has the same bill', () => {
      expect(bill.metadata.timestamp).toBe(new Date(1_800_000_000_000).toISOString());
      const { serialNumber, ...content } = bill;
      const sum = createHash('sha256').update(JSON.stringify(content)).digest('hex');
      expect(serialNumber).toMatch(/^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
      expect(serialNumber).toContain(sum.slice(0, 8));
    });

    it('with version, address, licence and hash of every package', () => {
      for (const { name, version, purl, licenses, hashes } of libraries()) {
        expect([name, version]).toEqual([name, expect.stringMatching(/^\d+\.\d+\.\d+/)]);
        expect(decodeURIComponent(purl ?? '')).toMatch(new RegExp(`^pkg:(npm|generic)/${name}@${version}$`));
        // `pause` names no licence in its package.json, and SQLite has no package.
        if (name !== 'pause') expect([name, licenses]).toEqual([name, expect.any(Array)]);
        if (name !== 'sqlite') expect([name, hashes?.[0]?.alg]).toEqual([name, 'SHA-512']);
      }
    });

    it('with references that lead to what it lists', () => {
      const listed = [bill.metadata.component, ...bill.components].map((component) => component['bom-ref']);
      expect(new Set(listed).size).toBe(listed.length);
      const references = bill.dependencies.flatMap(({ ref, dependsOn }) => [ref, ...dependsOn]);
      expect(references.filter((reference) => !listed.includes(reference))).toEqual([]);
    });

    it('with each native file and its hash', () => {
      const natives = bill.components.filter(({ type }) => type === 'file');
      expect(natives.length).toBeGreaterThanOrEqual(3);
      for (const { name, hashes } of natives) {
        expect([name, hashes]).toEqual([name, [{ alg: 'SHA-256', content: sumOf(join(root, name)) }]]);
      }
    });

    it('with the text of every licence', () => {
      const texts = readFileSync(join(root, 'THIRD-PARTY-LICENSES.txt'), 'utf8');
      for (const { name, version, purl } of libraries()) {
        if (purl?.startsWith('pkg:npm/') === true) expect(texts).toContain(`${name} ${version} (`);
      }
      expect(texts).toContain('Copyright (c) Meta Platforms'); // React, which is in the pages
    });

    it('and publishes that beside the archive, with the checksums of both', () => {
      const names = readdirSync(folder).filter((name) => /\.(tar\.gz|cdx\.json)$/.test(name));
      expect(names).toHaveLength(2);
      const lines = names.sort().map((name) => `${sumOf(join(folder, name))}  ${name}\n`);
      expect(readFileSync(join(folder, 'SHA256SUMS'), 'utf8')).toBe(lines.join(''));
    });
  });

  it('contains its documents, without the pictures', () => {
    for (const file of ['README.md', 'CHANGELOG.md', 'docs/README.md', 'docs/install.md']) {
      expect([file, existsSync(join(root, file))]).toEqual([file, true]);
    }
    expect(existsSync(join(root, 'docs/screens'))).toBe(false);
  });

  it('describes the same API as the sources, by the names of the same classes', async () => {
    const url = await controller.ready();
    const sources = new ControllerProcess({ RACKFEED_DATA_DIR: join(folder, 'data-of-sources') });
    const descriptions = [url, await sources.ready()].map(async (at) => {
      const { info, ...description } = (await (await fetch(`${at}/api/openapi.json`)).json()) as { info: object };
      expect(info).toBeDefined(); // it names the version, which differs
      return description;
    });
    const [released, compiled] = await Promise.all(descriptions);
    await sources.kill('SIGTERM');
    expect(released).toEqual(compiled);
  });

  describe('contains the libraries that it loads on demand', () => {
    let url: string;
    let admin: Awaited<ReturnType<typeof signIn>>;
    const performs = async (code: number, params: readonly string[]) => {
      const made = await admin.send('POST', '/api/actions', { name: `Code ${code}`, enabled: false, code, params });
      return (await admin.send('POST', `/api/actions/${String(made.body['id'])}/test`)).body;
    };
    beforeAll(async () => {
      url = await controller.ready();
      admin = await signIn(url, PASSWORD);
      await admin.send('POST', '/api/conf', { allowLocalTargets: true, smtpServer: '127.0.0.1' });
    });

    it('to send mail', async () => {
      const server = await MailServer.start();
      await admin.send('POST', '/api/conf', {
        smtpPort: server.port,
        smtpTlsEnabled: false,
        smtpFrom: 'pdu@rack.test',
      });
      expect(await performs(15, ['night@rack.test'])).toMatchObject({ ok: true });
      expect(server.received).toMatchObject([{ from: 'pdu@rack.test', to: ['night@rack.test'] }]);
      await server.stop();
    });

    it('to post', async () => {
      const bodies: string[] = [];
      const server = createServer((request, response) => {
        request.setEncoding('utf8').on('data', (text: string) => bodies.push(text));
        request.on('end', () => response.end());
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const { port } = server.address() as AddressInfo;
      expect(await performs(20, [`http://127.0.0.1:${port}/`, 'none'])).toMatchObject({ ok: true });
      expect(JSON.parse(bodies.join(''))).toBeInstanceOf(Object);
      server.close();
    });

    itWith('snmptrapd', 'to send traps', async () => {
      const receiver = await TrapReceiver.start(Buffer.alloc(12, 1), []);
      expect(await performs(18, [`127.0.0.1:${receiver.port}`, 'traps'])).toMatchObject({ ok: true });
      expect((await receiver.traps(1)).join()).toContain('RACKFEED-SYNLINK-MIB::actionTest');
      await receiver.stop();
    });

    itWith('openssl', 'to make a certificate, and to read keys of SSH', async () => {
      const [{ line, fingerprint }] = SSH_KEYS;
      const stored = await admin.send('POST', '/api/users/1/sshKey', { sshKeyName: 'rack', sshKey: line });
      expect(stored.body).toMatchObject({ sshKeyFingerprint: fingerprint });
      const port = await freePort();
      await admin.send('POST', '/api/conf', { webSslEnabled: true, webSslPort: port });
      let ca: string | undefined;
      await eventually(async () => {
        const { output } = await runProgram('openssl', 's_client', '-connect', `127.0.0.1:${port}`, '-showcerts');
        [ca] = /-----BEGIN CERTIFICATE-----[^]+?-----END CERTIFICATE-----/.exec(output) ?? [];
        return ca !== undefined;
      });
      expect((await secureRequest(port, '/health/live', { ca: ca ?? '' })).status).toBe(200);
    });
  });

  itWith('pymodbus', 'switches relays on a serial line', async () => {
    const line = await SerialLine.between(folder);
    const slave = await ModbusSlave.onSerialLine(line.slave);
    const profile = JSON.parse(readFileSync(join(root, 'packaging/profiles/modbus-relay-8-sdm120.json'), 'utf8')) as {
      wiring: { links: object };
    };
    profile.wiring.links = { bus: { kind: 'modbus', path: line.master } };
    const model = join(folder, 'serial.json');
    writeFileSync(model, JSON.stringify(profile));
    const onSerialLine = new ControllerProcess(
      {
        RACKFEED_DATA_DIR: join(folder, 'data-on-serial-line'),
        RACKFEED_ADMIN_PASSWORD: PASSWORD,
        RACKFEED_DRIVER: 'modbus',
        RACKFEED_MODEL: model,
      },
      join(root, 'dist/main.js'),
    );
    const admin = await signIn(await onSerialLine.ready(), PASSWORD);
    expect((await admin.send('PUT', '/api/outlets/1', { state: 'ON' })).status).toBe(200);
    await eventually(() => slave.moves.includes('coil 0 1'));
    await onSerialLine.kill('SIGTERM');
    await slave.stop();
    await line.stop();
  });

  it.each([
    ['as its service starts it', ['--disable-proto=delete', '--disallow-code-generation-from-strings']],
    ['as a plain program', []],
  ])('loads a driver that is a file of its own, %s', async (_, flags) => {
    const place = join(folder, `driver-${flags.length}`);
    mkdirSync(place);
    const example = writeExampleDriver(place);
    const RACKFEED_DATA_DIR = join(folder, 'data-of-driver-file');
    const withFile = new ControllerProcess(
      { RACKFEED_DATA_DIR, RACKFEED_ADMIN_PASSWORD: PASSWORD, ...example.environment },
      join(root, 'dist/main.js'),
      [process.execPath, ...flags],
    );
    const session = await signIn(await withFile.ready(), PASSWORD);
    expect(withFile.stdout).toContain('driver relay-files');
    expect((await session.send('PUT', '/api/outlets/1', { state: 'OFF' })).status).toBe(200);
    expect(example.relays()).toBe('01111111');
    expect(await withFile.kill('SIGTERM')).toEqual({ code: 0, signal: null });
  });

  it('refuses a driver file that does not load, at the start and before', async () => {
    const environment = { RACKFEED_DATA_DIR: join(folder, 'unused'), RACKFEED_DRIVER: './nowhere.mjs' };
    const started = new ControllerProcess(environment, join(root, 'dist/main.js'));
    expect(await started.ended).toEqual({ code: 2, signal: null });
    const sentence = 'RACKFEED_DRIVER ./nowhere.mjs cannot be read (ENOENT).\n';
    expect(started.stderr).toBe(sentence);
    const checked = await rackfeed(['check-config'], environment, '', join(root, 'dist/cli/rackfeed.js'));
    expect(checked).toEqual({ code: 2, stdout: '', stderr: sentence });
  });

  it('installs its own signed bundle, starts it, with the same host key for SSH', async () => {
    const archive = readdirSync(folder).find((name) => name.endsWith('.tar.gz')) ?? '';
    const url = await controller.ready();
    const admin = await signIn(url, PASSWORD);
    const form = new FormData();
    form.append('file', new Blob([Uint8Array.from(readFileSync(join(folder, archive)))]), archive);
    const headers = { cookie: `SPID=${admin.token}` };
    const hostKeyAt = async (address: string): Promise<unknown> =>
      ((await (await fetch(`${address}/api/system/ssh`, { headers })).json()) as { publicKey: unknown }).publicKey;
    const hostKey = await hostKeyAt(url);
    expect(hostKey).toMatch(/^ssh-ed25519 /);
    const answer = await fetch(`${url}/api/system/firmware`, { method: 'POST', headers, body: form });
    expect([answer.status, await answer.json()]).toMatchObject([200, { version: VERSION, place: 'slot-a' }]);
    const again = await controller.waitForOutput(/is ready at [^]*is ready at (http:\S+)/);
    const view = (await (await fetch(`${again}/api/system/firmware`, { headers })).json()) as { places: object[] };
    expect(view.places).toContainEqual({ place: 'slot-a', version: VERSION, running: true });
    expect(await hostKeyAt(again)).toBe(hostKey);
    expect(existsSync(join(folder, 'data/firmware/slot-a/dist/server.cjs'))).toBe(true);
    expect(await controller.kill('SIGTERM')).toEqual({ code: 0, signal: null });
  });
});
