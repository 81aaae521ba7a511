/** Responses in the content coding that the client accepts: the same content, fewer bytes. */
import { request as send, type IncomingHttpHeaders } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CachedReads } from '../../src/auth/cached-reads.js';
import { aPdu, ADMIN_PASSWORD, type Client, type Pdu } from '../support/app/pdu.js';

interface RawAnswer {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
  readonly text: string;
}

const DECODED: Readonly<Record<string, (bytes: Buffer) => Buffer>> = { br: brotliDecompressSync, gzip: gunzipSync };

let pdu: Pdu;
let admin: Client;

beforeAll(async () => {
  pdu = await aPdu();
  admin = await pdu.as('admin');
  for (let number = 0; number < 30; number++) {
    await admin.post('/api/groups', { groupName: `Group ${number}`, outlets: ['1'] });
    await admin.post('/api/events', { name: `Event ${number}`, code: 54, params: ['60'], actions: [] });
  }
  await pdu.seconds(2);
});
afterAll(() => pdu.stop());

/** Sends no Accept-Encoding of its own and decodes by the header of the response, unlike fetch. */
const ask = (path: string, headers: Record<string, string> = {}, method = 'GET', body = ''): Promise<RawAnswer> =>
  new Promise((resolve, reject) => {
    const options = { method, headers: { ...admin.headers, ...headers }, agent: false };
    send(pdu.url + path, options, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const bytes = Buffer.concat(chunks);
        const decode = DECODED[response.headers['content-encoding'] ?? ''];
        const text = (decode && bytes.length > 0 ? decode(bytes) : bytes).toString();
        resolve({ status: response.statusCode, headers: response.headers, bytes, text });
      });
    })
      .on('error', reject)
      .end(body);
  });

describe.each(['br', 'gzip'])('a list in %s', (encoding) => {
  const accepts = { 'accept-encoding': encoding };

  it.each(['/api/outlets', '/api/outlets?by=express'])(
    'has the same content at %s, in fewer bytes, with a tag of its own',
    async (path) => {
      await ask(path);
      const reads = pdu.app.get(CachedReads);
      const before = reads.answered;
      const [plain, coded] = [await ask(path), await ask(path, accepts)];
      expect(reads.answered - before).toBe(path.includes('?') ? 0 : 2);
      expect([plain.headers['content-encoding'], coded.headers['content-encoding']]).toEqual([undefined, encoding]);
      expect(coded.text).toBe(plain.text);
      expect(coded.bytes.length).toBeLessThan(plain.bytes.length / 4);
      expect(coded.headers['content-length']).toBe(String(coded.bytes.length));
      expect([plain.headers.vary, coded.headers.vary]).toEqual(['Accept-Encoding', 'Accept-Encoding']);
      expect(coded.headers.etag).not.toBe(plain.headers.etag);
      expect(Object.keys(coded.headers).sort()).toEqual([...Object.keys(plain.headers), 'content-encoding'].sort());
    },
  );

  it('is answered 304 to a client that has it in this coding, and only to that', async () => {
    for (const path of ['/api/outlets', '/api/outlets?by=express']) {
      const [plain, coded] = [await ask(path), await ask(path, accepts)];
      const tags = [plain, coded].map(({ headers }) => headers.etag ?? '');
      const again = await Promise.all(tags.map((tag) => ask(path, { ...accepts, 'if-none-match': tag })));
      expect(again.map(({ status }) => status)).toEqual([200, 304]);
      expect(again.map(({ headers }) => [headers.etag, headers.vary])).toEqual([
        [tags[1], 'Accept-Encoding'],
        [tags[1], 'Accept-Encoding'],
      ]);
    }
  });

  it('is announced by HEAD as GET sends it', async () => {
    const [head, whole] = [await ask('/api/outlets', accepts, 'HEAD'), await ask('/api/outlets', accepts)];
    expect({ ...head.headers, date: '' }).toEqual({ ...whole.headers, date: '' });
    expect(head.bytes).toHaveLength(0);
  });

  it.each([
    ['/api/groups', 'application/json; charset=utf-8'],
    ['/api/events', 'application/json; charset=utf-8'],
    ['/api/event-codes', 'application/json; charset=utf-8'],
    ['/api/energy', 'application/json; charset=utf-8'],
    ['/api/history/objects', 'application/json; charset=utf-8'],
    ['/api/history/extremes', 'application/json; charset=utf-8'],
    ['/api/config/export', 'application/json; charset=utf-8'],
    ['/api/openapi.json', 'application/json; charset=utf-8'],
    ['/metrics', 'text/plain; version=0.0.4; charset=utf-8'],
  ])('of %s is smaller too', async (path, type) => {
    const [plain, coded] = [await ask(path), await ask(path, accepts)];
    expect([coded.status, coded.headers['content-type'], plain.headers['content-type']]).toEqual([200, type, type]);
    expect([coded.headers['content-encoding'], coded.headers.vary]).toEqual([encoding, 'Accept-Encoding']);
    expect(coded.bytes.length).toBeLessThan(plain.bytes.length / 2);
    // The number of requests and what they used changes from one to the next.
    if (path !== '/metrics') expect(coded.text).toBe(plain.text);
  });
});

describe('a response whose form the header Accept decides', () => {
  it.each([
    ['/api/log', 'Accept-Encoding, Accept'],
    ['/api/history?object=I1-1000036&measure=current&from=-7d&step=60', 'Accept-Encoding, Accept'],
    ['/api/energy/report?by=outlet&from=-7d', 'Accept-Encoding, Accept'],
  ])('of %s varies by that and the coding, as JSON and as CSV', async (path, vary) => {
    for (const accept of ['application/json', 'text/csv']) {
      const { status, headers } = await ask(path, { accept });
      expect([status, headers['content-type']?.split(';')[0], headers.vary]).toEqual([200, accept, vary]);
    }
  });

  it('of the log is compressed all the same', async () => {
    const [plain, coded] = [await ask('/api/log'), await ask('/api/log', { 'accept-encoding': 'br' })];
    expect([coded.headers['content-encoding'], coded.text]).toEqual(['br', plain.text]);
    expect(coded.bytes.length).toBeLessThan(plain.bytes.length / 2);
  });
});

describe('a response', () => {
  it.each([undefined, 'identity', 'deflate', 'br;q=0, gzip;q=0'])(
    'is sent as it is to a client that accepts %s',
    async (accepted) => {
      for (const path of ['/api/outlets', '/api/groups', '/api/config/export']) {
        const { headers } = await ask(path, accepted === undefined ? {} : { 'accept-encoding': accepted });
        expect([path, headers['content-encoding'], headers.vary]).toEqual([path, undefined, 'Accept-Encoding']);
      }
    },
  );

  it('of less than a kilobyte is sent as it is', async () => {
    const { headers } = await ask('/api/relayOutputs', { 'accept-encoding': 'br' });
    expect(Number(headers['content-length'])).toBeLessThan(1024);
    expect(headers['content-encoding']).toBeUndefined();
  });

  it('with a secret is never compressed, however much text the request has', async () => {
    const accepts = {
      'accept-encoding': 'br, gzip',
      'content-type': 'application/json',
      'user-agent': 'x'.repeat(3000),
    };
    const login = { username: 'admin', password: ADMIN_PASSWORD, padding: 'x'.repeat(3000) };
    const whole = { passphrase: 'to be kept apart', currentPassword: ADMIN_PASSWORD };
    const answers = [
      await ask('/api/login', accepts, 'POST', JSON.stringify(login)),
      await ask('/api/users/1/token', accepts, 'POST'),
      await ask('/api/user/sessions', accepts),
      await ask('/api/config/export', accepts, 'POST', JSON.stringify(whole)),
    ];
    expect(answers.map(({ headers }) => headers['content-encoding'])).toEqual(answers.map(() => undefined));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  });
});
