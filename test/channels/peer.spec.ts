import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Delivery } from '../../src/outbound/delivery.js';
import { aChannelBench, unlimited, type ChannelBench } from '../support/modules/channel-bench.js';
import { Authority } from '../support/servers/certificates.js';
import {
  answers,
  closes,
  FaultyServer,
  hangs,
  resets,
  speaksNonsense,
  type Fault,
} from '../support/servers/faulty-server.js';
import { freePort } from '../support/servers/free-port.js';
import type { Client } from '../support/app/pdu.js';
import { eventually } from '../support/time/time-limits.js';

/** Two whole controllers; one switches outlets and groups of the other. */
describe('another PDU', () => {
  let here: ChannelBench;
  let there: ChannelBench;
  let admin: Client;
  let token: string;
  let tokenHere: string;
  beforeAll(async () => {
    here = await aChannelBench();
    there = await aChannelBench();
    admin = await there.pdu.as('admin');
    token = await newToken(there);
    tokenHere = await newToken(here);
  });
  afterAll(async () => {
    await here.stop();
    await there.stop();
  });

  const newToken = async ({ pdu }: ChannelBench): Promise<string> => {
    const client = await pdu.as('admin');
    return String((await client.post(`/api/users/${client.userId}/token`)).body.accessToken);
  };
  interface Command {
    readonly kind?: 'outlets' | 'groups';
    readonly hops?: number;
    readonly pat?: string;
    readonly address?: string;
    readonly signal?: AbortSignal;
  }
  const send = (
    idOrIndex: string,
    state: 'ON' | 'OFF' | 'REBOOT',
    { kind = 'outlets', hops = 0, pat = token, address = there.pdu.url, signal = unlimited() }: Command = {},
  ): Promise<Delivery> => here.peer.send(address, { kind, idOrIndex, state, token: pat, hops }, signal);
  const outlet = async (id: string) => (await admin.get(`/api/outlets/${id}`)).body;

  it('switches an outlet, by index or id', async () => {
    expect(await send('1', 'OFF')).toMatchObject({ delivered: true });
    expect((await outlet('1')).state).toBe('OFF');
    expect(await send((await outlet('1')).id, 'ON')).toMatchObject({ delivered: true });
    expect((await outlet('1')).state).toBe('ON');
  });

  it('reboots an outlet', async () => {
    expect(await send('2', 'REBOOT')).toMatchObject({ delivered: true });
    expect((await outlet('2')).rebootStatus).not.toBe('none');
    await there.pdu.seconds(8);
    expect(await outlet('2')).toMatchObject({ state: 'ON', rebootStatus: 'none' });
  });

  it('switches a group', async () => {
    const group = await admin.post('/api/groups', { groupName: 'Shelf', outlets: ['3', '4'] });
    expect(await send(group.body.id, 'OFF', { kind: 'groups' })).toMatchObject({ delivered: true });
    expect([(await outlet('3')).state, (await outlet('4')).state]).toEqual(['OFF', 'OFF']);
  });

  it('gives its reason for a refusal, and is not asked again', async () => {
    expect(await send('99', 'OFF')).toEqual({
      delivered: false,
      retry: false,
      reason: 'The other PDU answered 404: No outlet has the id or index "99".',
    });
    expect(await send('1', 'OFF', { pat: 'x'.repeat(43) })).toMatchObject({ delivered: false, retry: false });
    expect((await outlet('1')).state).toBe('ON');
  });

  it('cannot be asked for a path other than an outlet’s', async () => {
    await send('../users/1', 'OFF');
    await send('1/../../groups/1?x=', 'OFF');
    expect((await outlet('1')).state).toBe('ON');
  });

  it('never shows the token in an error', async () => {
    const failed = [await send('99', 'OFF'), await send('1', 'OFF', { address: `127.0.0.1:${await freePort()}` })];
    expect(JSON.stringify(failed)).not.toContain(token);
  });

  describe('in a loop', () => {
    it('refuses a command that has passed more than four PDUs', async () => {
      const answer = await there.pdu.request(
        'PUT',
        '/api/outlets/5',
        { state: 'OFF' },
        { authorization: `Bearer ${token}`, 'x-pdu-hop': '5' },
      );
      expect(answer).toMatchObject({ status: 422, body: { code: 'PEER_LOOP' } });
      expect((await outlet('5')).state).toBe('ON');
    });

    it('is not sent the fifth', async () => {
      expect(await send('5', 'OFF', { hops: 3 })).toMatchObject({ delivered: true });
      expect(await send('5', 'ON', { hops: 4 })).toMatchObject({ delivered: false, retry: false });
      expect((await outlet('5')).state).toBe('OFF');
    });

    it('comes to rest when two PDUs switch each other', async () => {
      here.pdu.clock.advance(61_000);
      there.pdu.clock.advance(61_000);
      let sent = 0;
      for (let turn = 0; turn < 20; turn++) {
        // A command from one PDU causes an event on the other, which does not know its cause.
        const [from, to, pat] = turn % 2 === 0 ? [here, there, token] : [there, here, tokenHere];
        const state = turn % 4 < 2 ? 'OFF' : 'ON';
        const delivery = await from.peer.send(
          to.pdu.url,
          { kind: 'outlets', idOrIndex: '6', state, token: pat, hops: 0 },
          unlimited(),
        );
        if (!delivery.delivered) break;
        sent++;
      }
      expect(sent).toBe(4);
      here.pdu.clock.advance(61_000);
      there.pdu.clock.advance(61_000);
      expect(await send('6', 'ON')).toMatchObject({ delivered: true });
    });

    it('treats a header that is not a number as a client’s', async () => {
      const headers = { authorization: `Bearer ${token}`, 'x-pdu-hop': 'many' };
      expect((await there.pdu.request('PUT', '/api/outlets/7', { state: 'ON' }, headers)).status).toBe(200);
    });
  });

  describe('that misbehaves', () => {
    const servers: FaultyServer[] = [];
    afterEach(async () => {
      for (const server of servers.splice(0)) await server.stop();
    });
    const faulty = async (...given: Parameters<typeof FaultyServer.start>): Promise<FaultyServer> => {
      const server = await FaultyServer.start(...given);
      servers.push(server);
      return server;
    };

    it.each<[string, Fault]>([
      ['resets the connection', resets],
      ['closes the connection', closes],
      ['speaks another protocol', speaksNonsense],
      ['fails', answers('500 Internal Server Error')],
      ['is busy', answers('503 Service Unavailable')],
      ['leads elsewhere', answers('307 Temporary Redirect', '', 'Location: http://127.0.0.1:9/\r\n')],
    ])('may have switched when it %s, so the command is not repeated', async (_, fault) => {
      const server = await faulty(fault);
      expect(await send('1', 'OFF', { address: `http://127.0.0.1:${server.port}` })).toMatchObject({
        delivered: false,
        retry: false,
      });
      expect(server.requests).toHaveLength(1);
      expect(server.requests[0]).toMatch(/^PUT \/api\/outlets\/1 HTTP\/1\.1\r\n/);
      expect(server.requests[0]).toMatch(new RegExp(`^authorization: Bearer ${token}\\r$`, 'm'));
      expect(server.requests[0]).toMatch(/^x-pdu-hop: [1-4]\r$/m);
      expect(server.requests[0]).toMatch(/\{"state":"OFF"\}$/);
    });

    it('may have switched when it has not answered within the time limit', async () => {
      const server = await faulty(hangs);
      const limit = new AbortController();
      const sending = send('1', 'OFF', { address: `http://127.0.0.1:${server.port}`, signal: limit.signal });
      await eventually(() => server.requests.length === 1);
      limit.abort(new Error('no answer within 10 s'));
      expect(await sending).toEqual({
        delivered: false,
        retry: false,
        reason: expect.stringMatching(/may have got the command .* no answer within 10 s/),
      });
      await eventually(() => server.open === 0);
      expect(server.requests).toHaveLength(1);
    });

    it('has not switched when the time limit comes before the connection', async () => {
      const server = await faulty(hangs);
      const address = `http://127.0.0.1:${server.port}`;
      expect(await send('1', 'OFF', { address, signal: AbortSignal.abort() })).toMatchObject({
        delivered: false,
        retry: true,
      });
      expect(server.requests.join('')).toBe('');
    });

    it('has not switched when nothing listens, so the command may be repeated', async () => {
      expect(await send('1', 'OFF', { address: `http://127.0.0.1:${await freePort()}` })).toMatchObject({
        delivered: false,
        retry: true,
      });
    });
  });

  describe('over https', () => {
    const authority = new Authority();
    const servers: FaultyServer[] = [];
    beforeEach(() => here.pdu.clock.advance(61_000));
    afterEach(async () => {
      for (const server of servers.splice(0)) await server.stop();
    });
    const serving = async (at?: { host: string; port: number }): Promise<FaultyServer> => {
      const server = await FaultyServer.start(answers('200 OK', '{}'), {
        credentials: authority.server('pdu.example'),
        ...(at && { at }),
      });
      servers.push(server);
      return server;
    };

    it('is identified by its first certificate, and gets no command under another', async () => {
      const first = await serving();
      const address = `127.0.0.1:${first.port}`;
      expect(await send('1', 'ON', { address })).toMatchObject({ delivered: true });
      expect(await send('1', 'ON', { address })).toMatchObject({ delivered: true });
      await first.stop();

      const impostor = await serving({ host: '127.0.0.1', port: first.port });
      expect(await send('1', 'OFF', { address })).toMatchObject({
        delivered: false,
        reason: expect.stringContaining('certificate'),
      });
      expect(impostor.requests.join('')).toBe('');

      await here.pins.forget(address, { kind: 'system', who: 'test' });
      expect(await send('1', 'OFF', { address })).toMatchObject({ delivered: true });
    });

    it('is remembered over a restart', async () => {
      const server = await serving();
      await send('1', 'ON', { address: `127.0.0.1:${server.port}` });
      expect(
        await here.database.source.query('SELECT peer, fingerprint FROM peer_pin WHERE peer = ?', [
          `127.0.0.1:${server.port}`,
        ]),
      ).toEqual([{ peer: `127.0.0.1:${server.port}`, fingerprint: expect.stringMatching(/^([0-9A-F]{2}:){31}/) }]);
    });

    it('stores the same first certificate for two concurrent commands', async () => {
      const server = await serving();
      const address = `127.0.0.1:${server.port}`;
      expect(await Promise.all([send('1', 'ON', { address }), send('2', 'ON', { address })])).toMatchObject([
        { delivered: true },
        { delivered: true },
      ]);
    });

    it('is tried over http only if nothing listens for https, and nothing ever did', async () => {
      const HOST = '127.0.0.77';
      const plain = await FaultyServer.start(answers('200 OK', '{}'), { at: { host: HOST, port: 80 } }).catch(
        () => undefined,
      );
      if (!plain) {
        console.warn('Not tested: this user may not listen on port 80.');
        return;
      }
      servers.push(plain);
      expect(await send('1', 'ON', { address: HOST })).toMatchObject({ delivered: true });
      expect(plain.requests).toHaveLength(1);

      const secure = await serving({ host: HOST, port: 443 });
      expect(await send('1', 'ON', { address: HOST })).toMatchObject({ delivered: true });
      expect([plain.requests.length, secure.requests.length]).toEqual([1, 1]);

      await secure.stop();
      expect(await send('1', 'ON', { address: HOST })).toMatchObject({ delivered: false, retry: true });
      expect(await send('1', 'ON', { address: `https://${HOST}` })).toMatchObject({ delivered: false });
      expect(plain.requests).toHaveLength(1);
    });
  });

  describe('at a bare address with a port', () => {
    const servers: FaultyServer[] = [];
    afterEach(async () => {
      for (const server of servers.splice(0)) await server.stop();
    });
    const at = async (fault: Fault, credentials?: { key: string; cert: string }): Promise<FaultyServer> => {
      const server = await FaultyServer.start(fault, { ...(credentials && { credentials }) });
      servers.push(server);
      return server;
    };

    it('gets the command over http if the listener does not speak TLS', async () => {
      expect(await send('1', 'OFF', { address: there.pdu.url.replace('http://', '') })).toMatchObject({
        delivered: true,
      });
      expect((await outlet('1')).state).toBe('OFF');
      expect(await send('1', 'ON', { address: there.pdu.url.replace('http://', '') })).toMatchObject({
        delivered: true,
      });
    });

    it.each<[string, Fault]>([
      ['greets like a mail server', speaksNonsense],
      ['closes the connection', closes],
    ])('gets the command over http, once, if the TLS listener %s', async (_, otherwise) => {
      const ok = answers('200 OK', '{}');
      const server = await at((socket, request) => (request.startsWith('PUT') ? ok : otherwise)(socket, request));
      expect(await send('1', 'ON', { address: `127.0.0.1:${server.port}` })).toMatchObject({ delivered: true });
      expect(server.requests.filter((request) => request.startsWith('PUT'))).toHaveLength(1);
    });

    it('never gets the command twice when it spoke TLS and may have received it', async () => {
      const server = await at(closes, new Authority().server('pdu.example'));
      expect(await send('1', 'OFF', { address: `127.0.0.1:${server.port}` })).toMatchObject({
        delivered: false,
        retry: false,
      });
      expect(server.requests.filter((request) => request.startsWith('PUT'))).toHaveLength(1);
    });

    it('is reported as not reached with a clear reason, not a library’s message', async () => {
      const port = await freePort();
      const tls = await at(answers('200 OK'));
      const reasons = [
        await send('1', 'OFF', { address: `127.0.0.1:${port}` }),
        await send('1', 'OFF', { address: `https://127.0.0.1:${tls.port}` }),
        await send('1', 'OFF', { address: `http://127.0.0.1:${(await at(speaksNonsense)).port}` }),
        await send('1', 'OFF', { address: 'no-such-pdu.invalid' }),
      ].map((delivery) => ('reason' in delivery ? delivery.reason : ''));
      for (const reason of reasons) {
        expect(reason).toMatch(/^[A-Z].*[a-z)"]\.$/);
        expect(reason).not.toMatch(/E[A-Z]{4,}|SSL|:error:|Parse|getaddrinfo|socket hang/);
      }
    });
  });

  it.each(['http://169.254.169.254', '0.0.0.0', 'http://user:secret@10.0.0.5', 'ftp://10.0.0.5', 'not a host'])(
    'is never contacted at %s',
    async (address) => {
      const delivery = await send('1', 'OFF', { address });
      expect(delivery).toMatchObject({ delivered: false, retry: false });
      expect(JSON.stringify(delivery)).not.toContain('secret');
    },
  );

  it('is never this PDU itself', async () => {
    const address = here.pdu.url;
    expect(await send('1', 'OFF', { address })).toMatchObject({ delivered: false, retry: false });
  });
});
