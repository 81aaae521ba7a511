import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { Client } from 'undici';
import { reasonOf } from './delivery.js';

const CODES = [
  ...['ECONNREFUSED', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN', 'ENETDOWN', 'EADDRNOTAVAIL', 'EACCES'],
  ...['ENOTFOUND', 'EAI_AGAIN', 'EAI_NODATA', 'EAI_FAIL', 'ENODATA', 'ESERVFAIL', 'EMFILE', 'EPROTO', 'ECONNABORTED'],
  ...['CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID', 'DEPTH_ZERO_SELF_SIGNED_CERT', 'SELF_SIGNED_CERT_IN_CHAIN'],
  ...['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'ERR_TLS_CERT_ALTNAME_INVALID'],
  ...['CERT_REVOKED', 'ERR_SSL_WRONG_VERSION_NUMBER', 'ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION', 'ERR_TLS_HANDSHAKE'],
  ...['HPE_INVALID_CONSTANT', 'HPE_HEADER_OVERFLOW', 'UND_ERR_SOCKET', 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH'],
  ...['UND_ERR_CONNECT_TIMEOUT', 'ERR_INVALID_URL', 'EWHATEVER'],
];

describe('an error of the network', () => {
  it.each(CODES)('%s has a message of our own', (code) => {
    const library = `write ${code} 00D:error:0A00010B:SSL routines:ssl3_get_record:wrong version number at x.js:1`;
    const reason = reasonOf(Object.assign(new Error(library), { code }));
    expect(reason).not.toMatch(/write|routines|\.js|error:/);
    expect(reason).toMatch(/^[a-z].* .*[a-z)]$/);
  });

  it('that undici has for an answer that is no HTTP, which has a name and no code, has a message of our own', async () => {
    const server = createServer((socket) => socket.on('data', () => socket.end('SSH-2.0-x\r\n'))).listen(
      0,
      '127.0.0.1',
    );
    await once(server, 'listening');
    const client = new Client(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    const reason = await client.request({ method: 'PUT', path: '/' }).then(() => 'answered', reasonOf);
    await client.destroy();
    server.close();
    expect(reason).toBe('its HTTP answer is malformed');
  });

  it('without a code keeps its message, on one line', () => {
    expect(reasonOf(new Error('550 no such\nuser.'))).toBe('550 no such user');
  });
});
