import { createHash, sign } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { request, type IncomingMessage, type Server } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { API_ERRORS } from '../../src/common/errors.js';
import { VERSION } from '../../src/common/version.js';
import { readBootState } from '../../src/launcher/boot-state.js';
import { Launch } from '../../src/launcher/launch.js';
import type { Manifest } from '../../src/system/firmware/manifest.js';
import { FirmwareStore } from '../../src/system/firmware/firmware-store.js';
import { eventually } from '../support/time/time-limits.js';
import {
  aBundle,
  aSigningKey,
  packed,
  publish,
  type ArchiveEntry,
  type BundleOptions,
} from '../support/fixtures/firmware-bundle.js';
import { aPdu, type Client, type Pdu } from '../support/app/pdu.js';
import { spyOnRelays } from '../support/app/relay-spies.js';

const PATH = '/api/system/firmware';
const key = aSigningKey();
const NEXT = '99.0.0';

let folder: string;
let dataDir: string;
let pdu: Pdu;
let admin: Client;
let restart: jest.SpiedFunction<() => void>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'rackfeed-firmware-'));
  dataDir = join(folder, 'data');
  mkdirSync(dataDir);
  const keys = publish(key, join(folder, 'keys'));
  pdu = await aPdu({ dataDir, env: { RACKFEED_FIRMWARE_KEYS: keys, RACKFEED_FIRMWARE_LIMIT_MIB: '1' } });
  Logger.overrideLogger(false); // a full disk is logged there
  admin = await pdu.as('admin');
  restart = jest.spyOn(pdu.app.get(Launch), 'restart');
});
beforeEach(() => {
  restart.mockClear();
});
afterAll(async () => {
  await pdu.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** The beginning of a form with a file, and a field of one. */
const PART = '--x\r\ncontent-disposition: form-data; name="f"; filename="a"\r\n\r\n';
const FIELD = '--x\r\ncontent-disposition: form-data; name="f"\r\n\r\n';

const bundle = (options: Partial<BundleOptions> = {}): Buffer => aBundle({ key, version: NEXT, ...options });

/** A bundle with one member of its manifest changed before it is signed. */
const saying = (members: Partial<Record<keyof Manifest, unknown>>): Buffer =>
  bundle({ manifest: (manifest) => ({ ...manifest, ...members }) });

async function upload(content: Buffer, client = admin, query = '', field = 'filename') {
  const form = new FormData();
  form.append(field, new Blob([Uint8Array.from(content)]), '../../etc/passwd');
  const response = await fetch(pdu.url + PATH + query, { method: 'POST', headers: client.headers, body: form });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

/** Every file below the firmware folder, with its content. */
function firmwareOnDisk(): Record<string, string> {
  const root = join(dataDir, 'firmware');
  if (!existsSync(root)) return {};
  const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    files.map(({ parentPath, name }) => [
      join(parentPath, name).slice(root.length),
      createHash('sha256')
        .update(readFileSync(join(parentPath, name)))
        .digest('hex'),
    ]),
  );
}

const evil = (entry: ArchiveEntry): Buffer => bundle({ entries: (all) => [...all, entry] });
const naming = (path: string): Buffer =>
  saying({ files: [{ path, size: 1, sha256: createHash('sha256').update('x').digest('hex') }] });

const BAD: readonly (readonly [what: string, content: () => Buffer, reason: RegExp])[] = [
  ['is no archive', () => Buffer.from('not firmware at all'), /not a firmware bundle/],
  ['is empty', () => Buffer.alloc(0), /not complete|not a firmware bundle/],
  ['is cut off', () => bundle().subarray(0, -300), /not complete/],
  ['is cut off in the middle', () => bundle().subarray(0, bundle().length / 2), /not complete|damaged/],
  [
    'has a byte changed on the way',
    () => {
      const content = bundle();
      content[content.length - 100] = (content[content.length - 100] ?? 0) ^ 1;
      return content;
    },
    /damaged|not complete|not the one that was signed/,
  ],
  [
    'is not signed',
    () => bundle({ entries: (all) => all.filter(({ path }) => path !== 'manifest.sig') }),
    /manifest.sig/,
  ],
  [
    'has a signature of nothing',
    () =>
      bundle({
        entries: (all) =>
          all.map((entry) => (entry.path === 'manifest.sig' ? { ...entry, content: Buffer.alloc(64) } : entry)),
      }),
    /its signature is invalid/,
  ],
  ['is signed by somebody else', () => bundle({ key: aSigningKey() }), /which this release does not know/],
  [
    'is signed by somebody else in the name of our key',
    () => {
      const { privateKey, publicKey } = aSigningKey();
      return bundle({ key: { id: key.id, privateKey, publicKey } });
    },
    /its signature is invalid/,
  ],
  [
    'has a manifest that was changed after it was signed',
    () =>
      bundle({
        entries: (all) =>
          all.map((entry) =>
            entry.path === 'manifest.json'
              ? { ...entry, content: String(entry.content).replace(NEXT, '99.0.1') }
              : entry,
          ),
      }),
    /its signature is invalid/,
  ],
  [
    'has a file that was changed after it was signed',
    () =>
      bundle({
        entries: (all) =>
          all.map((entry) =>
            entry.path === 'dist/server.cjs' ? { ...entry, content: String(entry.content).replace('e', 'E') } : entry,
          ),
      }),
    /dist\/server.cjs is not the one that was signed/,
  ],
  ['lacks a file', () => bundle({ entries: (all) => all.slice(0, -1) }), /dist\/server.cjs is missing/],
  ['has one file more', () => evil({ path: 'dist/more.js', content: 'x' }), /does not name/],
  ['has a file twice', () => evil({ path: 'dist/server.cjs', content: 'x' }), /does not name, or one twice/],
  ['climbs out of its folder', () => evil({ path: '../../evil', content: 'x' }), /does not name/],
  ['holds a link', () => evil({ path: 'dist/link', type: 'SymbolicLink', linkpath: '/etc' }), /not a plain file/],
  ['holds a device', () => evil({ path: 'dist/null', type: 'CharacterDevice' }), /not a plain file/],
  ['names a file outside, signed', () => naming('../evil'), /outside of its own folder/],
  ['names an absolute path, signed', () => naming('/etc/evil'), /outside of its own folder/],
  ['names a path of another system, signed', () => naming('dist\\..\\evil'), /outside of its own folder/],
  [
    'unpacks to more than any release',
    () => saying({ files: [{ path: 'a', size: 2 ** 40, sha256: '0'.repeat(64) }] }),
    /larger than/,
  ],
  ['is a bomb', () => packed([{ path: 'manifest.json', content: Buffer.alloc(16 * 1024 * 1024) }]), /too large/],
  ['is older', () => bundle({ version: '0.0.1' }), /older than/],
  ['is another product', () => saying({ product: 'toaster' }), /another product/],
  ['is made for another machine', () => saying({ platform: 'win32-mips' }), /made for win32-mips/],
  ['needs a newer C library', () => saying({ libc: 'glibc', minimumGlibc: '99.1' }), /glibc/],
  ['does not say which C library it needs', () => saying({ libc: 'newlib' }), /which C library/],
  ['needs a C library without a number', () => saying({ minimumGlibc: 'newest' }), /which C library/],
  ['needs a newer Node.js', () => saying({ minimumNode: '99.0.0' }), /Node\.js 99\.0\.0/],
  ['needs a newer version first', () => saying({ minimumVersion: '98.0.0' }), /at least version 98\.0\.0/],
  ['has a manifest of another format', () => saying({ format: 2 }), /format/],
  ['says no version', () => saying({ version: 'newest' }), /which version it is/],
  [
    'has a signed manifest that is no JSON',
    () =>
      packed([
        { path: 'manifest.json', content: 'x' },
        { path: 'manifest.sig', content: sign(null, Buffer.from('x'), key.privateKey) },
      ]),
    /cannot be read/,
  ],
];

describe('a firmware upload', () => {
  it.each(BAD)('that %s is refused with 422 and changes nothing', async (_, content, reason) => {
    const before = firmwareOnDisk();
    const { status, body } = await upload(content());
    expect([status, body['code']]).toEqual([422, 'FIRMWARE_INVALID']);
    expect(String(body['message'])).toMatch(reason);
    expect(firmwareOnDisk()).toEqual(before);
    expect(existsSync(join(folder, 'evil'))).toBe(false);
    expect(restart).not.toHaveBeenCalled();
    expect((await admin.get(PATH)).body).toMatchObject({ phase: 'idle', version: VERSION });
  });

  it('that is too large is refused with 413, by its length or while it is received', async () => {
    const { status, body } = await upload(Buffer.alloc(1024 * 1024 + 1));
    expect([status, body['code']]).toEqual([413, 'FIRMWARE_TOO_LARGE']);
    const announced = await upload(Buffer.alloc(3 * 1024 * 1024));
    expect([announced.status, announced.body['code']]).toEqual([413, 'FIRMWARE_TOO_LARGE']);
    expect((await admin.get(PATH)).body.phase).toBe('idle');
    expect(firmwareOnDisk()).toEqual({});
  });

  it('without a file, or that is not a form, is refused with 422', async () => {
    for (const body of [{}, 'x', undefined]) {
      expect(await admin.post(PATH, body)).toMatchObject({ status: 422, body: { code: 'FIRMWARE_FILE_MISSING' } });
    }
    const form = new FormData();
    form.append('filename', 'no file');
    const response = await fetch(pdu.url + PATH, { method: 'POST', headers: admin.headers, body: form });
    expect([response.status, await response.json()]).toMatchObject([422, { code: 'FIRMWARE_FILE_MISSING' }]);
  });

  const sentenceOf = (code: string) => API_ERRORS[code as keyof typeof API_ERRORS][1];

  it.each([
    ['ends before its form', 'FORM_INCOMPLETE', `${PART}x`],
    ['has a part without a head', 'FORM_MALFORMED', '--x\r\nno head\r\n\r\nx\r\n--x--\r\n'],
    ['has more fields than it may', 'FORM_TOO_LARGE', `${`${FIELD}y\r\n`.repeat(5)}--x--\r\n`],
    ['has too long a field', 'FORM_TOO_LARGE', `${FIELD}${'x'.repeat(5000)}\r\n--x--\r\n`],
    [
      'has a file under too long a name',
      'FORM_TOO_LARGE',
      `${PART.replace('"f"', `"${'f'.repeat(200)}"`)}x\r\n--x--\r\n`,
    ],
    ['says no boundary', 'FORM_MALFORMED', `${PART}x\r\n--x--\r\n`, 'multipart/form-data; charset=utf-8'],
  ])('that %s is refused in our words with %s', async (_, code, body, type = 'multipart/form-data; boundary=x') => {
    const headers = { ...admin.headers, 'content-type': type };
    const response = await fetch(pdu.url + PATH, { method: 'POST', headers, body });
    expect([response.status, await response.json()]).toMatchObject([422, { code, message: sentenceOf(code) }]);
    expect(firmwareOnDisk()).toEqual({});
    expect((await admin.get(PATH)).body.phase).toBe('idle');
  });

  it('requires its permission, and another one for an older version', async () => {
    expect((await upload(bundle(), pdu.with({}))).status).toBe(401);
    expect((await upload(bundle(), await pdu.as({ allowPduRestart: true }))).status).toBe(403);
    const user = await pdu.as({ modifyFirmwareVersion: true });
    expect((await upload(bundle({ version: '0.0.1' }), user, '?allowDowngrade=true')).status).toBe(403);
    expect(firmwareOnDisk()).toEqual({});
    expect(restart).not.toHaveBeenCalled();
  });

  it('onto a full disk is refused with STORAGE_FULL, and works when there is space again', async () => {
    const full = Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
    const write = jest.spyOn(FirmwareStore.prototype, 'write').mockRejectedValueOnce(full);
    const { status, body } = await upload(bundle());
    expect([status, body['code']]).toEqual([500, 'STORAGE_FULL']);
    write.mockRestore();
    expect(firmwareOnDisk()).toEqual({});
    expect(restart).not.toHaveBeenCalled();
    expect((await admin.get(PATH)).body.phase).toBe('idle');
  });

  it('of unknown length is refused as soon as the space runs short, and leaves nothing behind', async () => {
    const MIB = 1024 * 1024;
    const free = jest.spyOn(FirmwareStore.prototype, 'freeSpace').mockResolvedValue(33 * MIB);
    const answer = await new Promise<{ status: number; text: string }>((resolve, reject) => {
      const headers = { ...admin.headers, 'content-type': 'multipart/form-data; boundary=x' };
      const sent = request(pdu.url + PATH, { method: 'POST', headers, agent: false }, (response) => {
        let text = '';
        response.on('data', (chunk: Buffer) => (text += chunk.toString()));
        response.on('end', () => {
          sent.destroy();
          resolve({ status: response.statusCode ?? 0, text });
        });
      });
      sent.on('error', reject);
      sent.write('--x\r\ncontent-disposition: form-data; name="filename"; filename="a"\r\n\r\n');
      sent.write(Buffer.alloc(900 * 1024)); // and no end
    });
    free.mockRestore();
    expect([answer.status, (JSON.parse(answer.text) as { code: string }).code]).toEqual([500, 'STORAGE_FULL']);
    expect(firmwareOnDisk()).toEqual({});
    expect((await admin.get(PATH)).body.phase).toBe('idle');
    expect((await upload(Buffer.from('next'))).status).toBe(422);
  });

  it('that the client aborts leaves nothing behind, and the next one is accepted', async () => {
    const head = '--x\r\ncontent-disposition: form-data; name="filename"; filename="a"\r\n\r\n';
    const broken = request(pdu.url + PATH, {
      method: 'POST',
      headers: { ...admin.headers, 'content-type': 'multipart/form-data; boundary=x', 'content-length': '100000' },
    });
    broken.on('error', () => undefined);
    broken.write(head + 'x'.repeat(1000));
    const phase = async () => (await admin.get(PATH)).body.phase as string;
    await eventually(async () => (await phase()) === 'receiving');
    const second = await upload(bundle());
    expect([second.status, second.body['code']]).toEqual([409, 'FIRMWARE_BUSY']);
    broken.destroy();
    await eventually(async () => (await phase()) === 'idle');
    expect(firmwareOnDisk()).toEqual({});
  });

  it('that the client aborts before it is read leaves nothing behind, and the next one is accepted', async () => {
    const begin = FirmwareStore.prototype.beginUpload;
    const server = pdu.app.getHttpServer() as Server;
    const arrived = new Promise<IncomingMessage>((resolve) => server.once('request', resolve));
    const broken = request(pdu.url + PATH, {
      method: 'POST',
      headers: { ...admin.headers, 'content-type': 'multipart/form-data; boundary=x', 'content-length': '100000' },
    });
    broken.on('error', () => undefined);
    jest.spyOn(FirmwareStore.prototype, 'beginUpload').mockImplementationOnce(async function (this: FirmwareStore) {
      await begin.call(this);
      broken.destroy();
      const { socket } = await arrived;
      await eventually(() => socket.destroyed);
    });
    broken.write('--x\r\n');
    await arrived;
    await eventually(async () => (await admin.get(PATH)).body.phase === 'idle');
    expect(firmwareOnDisk()).toEqual({});
  });

  it('whose sender loses the permission while it is received changes nothing', async () => {
    const begin = FirmwareStore.prototype.beginUpload;
    const installer = await pdu.as({ modifyFirmwareVersion: true });
    const { roleId } = (await installer.get('/api/user')).body;
    jest.spyOn(FirmwareStore.prototype, 'beginUpload').mockImplementationOnce(async function (this: FirmwareStore) {
      await begin.call(this);
      await admin.put(`/api/roles/${roleId}`, { permissions: { modifyFirmwareVersion: false } });
    });
    const { status, body } = await upload(bundle(), installer);
    expect([status, body['code']]).toEqual([403, 'NOT_ALLOWED']);
    expect(firmwareOnDisk()).toEqual({});
    expect(restart).not.toHaveBeenCalled();
  });

  it('that is valid is installed for the next start and requests it once, with every relay unchanged', async () => {
    const moves = spyOnRelays(pdu);
    const { status, body } = await upload(bundle(), admin, '', 'file');
    expect([status, body]).toEqual([
      200,
      { version: NEXT, previousVersion: VERSION, place: 'slot-a', rebooting: true },
    ]);
    await eventually(() => restart.mock.calls.length > 0);
    expect(restart).toHaveBeenCalledTimes(1);
    expect(readBootState(dataDir)).toMatchObject({ active: 'slot-a', previous: 'base', trial: true, attempts: 0 });
    expect(Object.keys(firmwareOnDisk()).sort()).toEqual([
      '/boot.json',
      '/slot-a/dist/server.cjs',
      '/slot-a/manifest.json',
      '/slot-a/manifest.sig',
      '/slot-a/package.json',
    ]);
    expect((await admin.get(PATH)).body).toMatchObject({
      version: VERSION,
      phase: 'restarting',
      trial: false,
      places: [
        { place: 'base', version: VERSION, running: true },
        { place: 'slot-a', version: NEXT, running: false },
        { place: 'slot-b', running: false },
      ],
      last: { result: 'trying', version: NEXT, from: VERSION },
      keys: expect.arrayContaining([key.id]),
      limit: 1024 * 1024,
    });
    const { entries } = (await admin.get('/api/log?kind=firmware.install&limit=1')).body;
    expect(entries).toMatchObject([{ who: 'admin', object: 'device', result: 'ok' }]);
    expect((await admin.post('/api/system/reboot')).status).toBe(200); // harmless right after it
    expect(moves()).toEqual([]);
  });
});

describe('a reboot', () => {
  it('is answered first, requested once, and recorded in the audit log; no relay moves', async () => {
    const moves = spyOnRelays(pdu);
    const answer = await admin.post('/api/system/reboot');
    expect([answer.status, answer.body.rebooting]).toEqual([200, true]);
    await eventually(() => restart.mock.calls.length > 0);
    expect(restart).toHaveBeenCalledTimes(1);
    expect(moves()).toEqual([]);
    const { entries } = (await admin.get('/api/log?kind=device.reboot&limit=1')).body;
    expect(entries).toMatchObject([{ who: 'admin', object: 'device', result: 'ok' }]);
  });

  it('waits only for seconds where its answer comes after a stream on the same connection', async () => {
    const log = async () => (await admin.get('/api/log?kind=device.reboot&limit=100')).body.entries.length;
    const before = await log();
    const { port, hostname } = new URL(pdu.url);
    const cookie = Object.entries(admin.headers).map(([name, value]) => `${name}: ${value}\r\n`);
    const head = `Host: ${hostname}\r\n${cookie.join('')}`;
    const socket = connect(Number(port), hostname).resume();
    socket.write(`GET /api/stream HTTP/1.1\r\n${head}\r\nPOST /api/system/reboot HTTP/1.1\r\n${head}\r\n`);
    while ((await log()) === before) await new Promise(setImmediate);
    await pdu.seconds(2);
    expect(restart).not.toHaveBeenCalled();
    await pdu.seconds(4);
    expect(restart).toHaveBeenCalledTimes(1);
    socket.destroy();
  });

  it('requires its permission', async () => {
    expect((await pdu.request('POST', '/api/system/reboot')).status).toBe(401);
    const user = await pdu.as({ modifyFirmwareVersion: true });
    expect((await user.post('/api/system/reboot')).status).toBe(403);
    expect(restart).not.toHaveBeenCalled();
  });
});
