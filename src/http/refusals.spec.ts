import { PassThrough } from 'node:stream';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { RackfeedExpressAdapter } from './rackfeed-express.adapter.js';

/** The response of a server on a connection on which its parser has failed with a code. */
async function saidBy(server: { emit(name: string, ...rest: unknown[]): boolean }, code: string, state: object = {}) {
  const socket = Object.assign(new PassThrough(), state);
  let text = '';
  socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const closed = new Promise((resolve) => socket.once('close', resolve));
  server.emit('clientError', Object.assign(new Error('parse'), { code }), socket);
  await closed;
  return text;
}

describe.each(['HTTP', 'HTTPS'])('a request that the parser of the %s server refuses', (kind) => {
  let server: { emit(name: string, ...rest: unknown[]): boolean };

  beforeEach(() => {
    const adapter = new RackfeedExpressAdapter();
    adapter.initHttpServer();
    server = kind === 'HTTP' ? adapter.getHttpServer() : adapter.secureServer({});
  });

  it.each([
    ['HPE_INVALID_METHOD', 501, 'METHOD_UNKNOWN'],
    ['ERR_HTTP_REQUEST_TIMEOUT', 408, 'REQUEST_TOO_SLOW'],
    ['HPE_HEADER_OVERFLOW', 431, 'HEADERS_TOO_LARGE'],
    ['HPE_CHUNK_EXTENSIONS_OVERFLOW', 400, 'REQUEST_MALFORMED'],
  ])('for %s is answered with %d %s', async (reason, status, code) => {
    const [head = '', body = ''] = (await saidBy(server, reason)).split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(head).toContain(`\r\nContent-Length: ${Buffer.byteLength(body)}\r\n`);
    expect(head).toMatch(/\r\nX-Content-Type-Options: nosniff\r\n/);
    expect(JSON.parse(body)).toMatchObject({ statusCode: status, code });
  });

  it('is not answered during another response, or where the connection is closed', async () => {
    expect(await saidBy(server, 'HPE_INVALID_METHOD', { _httpMessage: { headersSent: true } })).toBe('');
    expect(await saidBy(server, 'ECONNRESET')).toBe('');
  });
});
