import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer, type Server, type TLSSocket } from 'node:tls';
import { lookup } from 'node:dns';
import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { HubConnection } from '../../src/fleet-link/link/hub-connection.js';
import { FleetAuthority } from '../../src/hub/authority/fleet-authority.js';
import { makeCertificateRequest } from '../../src/tls/certificate-request.js';
import { inTime } from '../support/time/time-limits.js';

const PDU = '019aa0a0-0000-7000-8000-000000000001';
const [CONNECT, SUBSCRIBE] = [0x10, 0x80];
const CONNACK = Buffer.from([0x20, 2, 0, 0]);

/** The answer to a SUBSCRIBE packet that refuses its filter. */
const refusal = (packet: Buffer): Buffer => Buffer.from([0x90, 3, packet[2] ?? 0, packet[3] ?? 0, 0x80]);

let authority: FleetAuthority;
let server: Server;
let sockets: TLSSocket[] = [];

/** A broker that admits a PDU, and answers a SUBSCRIBE packet as the test says. */
async function startBroker(answer: (packet: Buffer) => Buffer | undefined): Promise<void> {
  const names = { hosts: ['localhost'], addresses: ['127.0.0.1'] };
  const { key, chain } = await authority.serverCertificate(names, Date.now());
  server = createServer({ key, cert: chain, ca: authority.certificate, requestCert: true }, (socket) => {
    sockets.push(socket);
    socket.on('error', () => undefined);
    socket.on('data', (packet: Buffer) => {
      const kind = (packet[0] ?? 0) & 0xf0;
      const said = kind === CONNECT ? CONNACK : kind === SUBSCRIBE ? answer(packet) : undefined;
      if (said) socket.write(said);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
}

async function open(answerWithin?: number): Promise<HubConnection> {
  const { key, request } = makeCertificateRequest({
    ...{ commonName: 'a PDU', names: { hosts: [], addresses: [] }, keyType: 'ec' },
  });
  return HubConnection.open({
    ...{ host: '127.0.0.1', port: (server.address() as AddressInfo).port, key, lookup, answerWithin },
    ...{ certificate: await authority.issue(request, PDU, Date.now()), authority: authority.certificate },
    ...{ address: { site: 'north', shard: 0, pdu: PDU }, run: 1 },
    ...{ onMessage: () => undefined, onEnd: () => undefined },
  });
}

/** Resolves when no connection of the PDU is left at the broker. */
const allHaveEnded = () =>
  inTime(
    Promise.all(sockets.filter(({ closed }) => !closed).map((socket) => once(socket, 'close'))),
    'The end of the connection',
  );

beforeAll(async () => {
  authority = await FleetAuthority.create(Date.now());
});
afterEach(() => {
  for (const socket of sockets) socket.destroy();
  sockets = [];
  server.close();
});

describe('a connection to the hub that the broker has admitted', () => {
  it('ends when the broker does not say whether the PDU may read, so that the PDU tries again', async () => {
    await startBroker(() => undefined);
    await expect(open(50)).rejects.toThrow('it does not answer');
    await allHaveEnded();
  });

  it('ends when the PDU may not read its messages', async () => {
    await startBroker(refusal);
    await expect(open()).rejects.toThrow();
    await allHaveEnded();
  });
});
