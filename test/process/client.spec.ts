/** The npm package of the TypeScript client: made, compiled against by a strict program, and run against a controller. */
import { execFile } from 'node:child_process';
import { readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { aPdu, type Pdu } from '../support/app/pdu.js';
import { temporaryFolder } from '../support/process/controller-process.js';
import { scaledTimeLimit } from '../support/time/time-limits.js';

jest.setTimeout(scaledTimeLimit(60_000));

const ROOT = join(import.meta.dirname, '../..');
const run = promisify(execFile);
const TSC = join(ROOT, 'node_modules/typescript/bin/tsc');

const PROGRAM = `
import { rackfeed, RackfeedError, readStream } from '@rackfeed/client';

const [, , url = '', token = ''] = process.argv;
const pdu = rackfeed(url, token);
const { data: outlets = [] } = await pdu.GET('/api/outlets');
const outletId: string = outlets[0]!.id;
const { data: off } = await pdu.PUT('/api/outlets/{outletId}', {
  params: { path: { outletId } },
  body: { state: 'OFF', reason: 'a test' },
});
const refusal = await pdu
  .PUT('/api/outlets/{outletId}', { params: { path: { outletId } }, body: { outletName: '' } })
  .catch((error: unknown) => error);
if (!(refusal instanceof RackfeedError)) throw new Error('no refusal');
const streamed: (string | undefined)[] = [];
for await (const message of readStream(url, token, { parts: ['outlets'] })) {
  streamed.push(Object.keys(message).join(), message.outlets?.[0]?.state);
  break;
}
const unknown = await readStream(url, 'x'.repeat(43)).next().catch((error: unknown) => error);
console.log(JSON.stringify({
  count: outlets.length,
  state: off?.state,
  refusal: [refusal.status, refusal.code, refusal.details[0]?.field],
  streamed,
  unknown: unknown instanceof RackfeedError ? unknown.status : undefined,
}));
`;

/** Each must be refused by the compiler. */
const MISTAKES = [
  `await pdu.GET('/api/outlet-list');`,
  `await pdu.PUT('/api/outlets/{outletId}', { params: { path: { outletId: '1' } }, body: { state: 'AWAY' } });`,
  `const { data } = await pdu.GET('/api/outlets'); data!.length.name;`,
];

describe('the TypeScript client', () => {
  const folder = temporaryFolder();
  const client = join(folder, 'client');
  let pdu: Pdu;
  let token: string;

  beforeAll(async () => {
    await run(process.execPath, [join(ROOT, 'scripts/package-client.mjs'), client]);
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
    pdu = await aPdu();
    const admin = await pdu.as('admin');
    token = (await admin.post(`/api/users/${admin.userId}/token`)).body.accessToken as string;
  });
  afterAll(async () => {
    await pdu.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** The errors of the compiler, on one line each. */
  async function compile(name: string, source: string): Promise<string> {
    writeFileSync(join(folder, `${name}.ts`), source);
    const paths = {
      '@rackfeed/client': [join(client, 'dist/index.d.ts')],
      'openapi-fetch': [join(ROOT, 'node_modules/openapi-fetch')],
    };
    const compilerOptions = {
      ...{ strict: true, target: 'es2022', module: 'esnext', moduleResolution: 'bundler', types: ['node'] },
      ...{ typeRoots: [join(ROOT, 'node_modules/@types')], lib: ['es2023', 'dom', 'dom.asynciterable'], paths },
      ...{ skipLibCheck: true, rootDir: folder, outDir: folder },
    };
    const config = join(folder, `${name}.json`);
    writeFileSync(config, JSON.stringify({ compilerOptions, files: [`${name}.ts`] }));
    const { stdout } = await run(process.execPath, [TSC, '-p', config]).catch(
      (error: unknown) => error as { stdout: string },
    );
    return stdout;
  }

  it('has the types of the API document', () => {
    const of = (path: string): string => readFileSync(path, 'utf8');
    expect(of(join(client, 'dist/schema.d.ts'))).toBe(of(join(ROOT, 'web/src/api/schema.d.ts')));
    expect(JSON.parse(of(join(client, 'package.json')))).toMatchObject({
      name: '@rackfeed/client',
      version: (JSON.parse(of(join(ROOT, 'package.json'))) as { version: string }).version,
    });
  });

  it('is used by a strict program that lists, switches and streams', async () => {
    expect(await compile('program', PROGRAM)).toBe('');
    const text = readFileSync(join(folder, 'program.js'), 'utf8');
    writeFileSync(join(folder, 'program.js'), text.replace('@rackfeed/client', './client/dist/index.js'));
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    const { stdout } = await run(process.execPath, [join(folder, 'program.js'), pdu.url, token]);
    expect(JSON.parse(stdout)).toEqual({
      count: 16,
      state: 'OFF',
      refusal: [422, 'VALIDATION_FAILED', 'outletName'],
      streamed: ['outlets', 'OFF'],
      unknown: 401,
    });
  });

  it('lets the compiler find mistakes', async () => {
    const begin = `import { rackfeed } from '@rackfeed/client';\nconst pdu = rackfeed('', '');\nexport {};\n`;
    for (const [place, mistake] of MISTAKES.entries()) {
      const said = await compile(`mistake${place}`, begin + mistake);
      expect([mistake, said]).toEqual([mistake, expect.stringContaining(`mistake${place}.ts(4,`)]);
    }
  });
});
