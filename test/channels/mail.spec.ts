import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { aChannelBench, unlimited, type ChannelBench } from '../support/modules/channel-bench.js';
import { anOccurrence } from '../support/fixtures/event-occurrence.js';
import { Authority } from '../support/servers/certificates.js';
import { closes, FaultyServer, hangs, resets, type Fault } from '../support/servers/faulty-server.js';
import { freePort } from '../support/servers/free-port.js';
import { MailServer, type MailServerOptions } from '../support/servers/mail-server.js';
import { eventually } from '../support/time/time-limits.js';

const TO = 'operator@example.org';
const LOGIN = { user: 'pdu', pass: 'a mail password' };
const authority = new Authority();
const credentials = authority.server('mail.localhost', '127.0.0.1');

describe('a mail', () => {
  let bench: ChannelBench;
  const servers: { stop(): Promise<void> }[] = [];
  beforeAll(async () => {
    bench = await aChannelBench({ authority: authority.certificate });
  });
  afterAll(() => bench.stop());
  beforeEach(() =>
    bench.set({
      deviceName: 'Rack 7',
      timezone: 'Europe/Berlin',
      smtpServer: 'mail.localhost',
      smtpFrom: 'pdu@example.org',
      smtpTlsEnabled: false,
      smtpSecurity: 'auto',
      smtpCaCert: '',
      smtpAuthRequired: false,
      smtpUsername: '',
      smtpPassword: '',
    }),
  );
  afterEach(async () => {
    jest.restoreAllMocks();
    for (const server of servers.splice(0)) await server.stop();
  });

  const serving = async (options: MailServerOptions = {}): Promise<MailServer> => {
    const server = await MailServer.start(options);
    servers.push(server);
    await bench.set({ smtpPort: server.port });
    return server;
  };
  const faulty = async (fault: Fault): Promise<FaultyServer> => {
    const server = await FaultyServer.start(fault, { greeting: '220 mail.localhost ESMTP\r\n' });
    servers.push(server);
    await bench.set({ smtpPort: server.port });
    return server;
  };

  it('names the event, its time by the device’s clock, the object and the reading', async () => {
    const server = await serving();
    expect(await bench.mail.send(TO, anOccurrence(), unlimited())).toMatchObject({ delivered: true });
    const mail = await server.newest();
    expect(mail.subject).toBe('Rack 7: Bank 1 overloaded');
    expect(mail.from).toMatchObject({ name: 'Rack 7', address: 'pdu@example.org' });
    expect(mail.to).toMatchObject([{ address: TO }]);
    expect(mail.date).toBe('2026-03-02T08:00:03.000Z');
    expect(mail.text).toMatch(/^Event: +Bank 1 overloaded$/m);
    expect(mail.text).toMatch(/^Time: +2026-03-02 09:00:03 \+01:00 \(Europe\/Berlin\)$/m);
    expect(mail.text).toMatch(/^Device: +Rack 7 \(\d+\)$/m);
    expect(mail.text).toMatch(/^Object: +Bank 1 \(1200578\)$/m);
    expect(mail.text).toMatch(/^Current: +17.25 A$/m);
    expect(mail.text).toMatch(/^Limit: +16 A$/m);
    expect(mail.text).toMatch(/^Beyond for: +3 s$/m);
    expect(server.received).toMatchObject([{ from: 'pdu@example.org', to: [TO], secure: false }]);
  });

  it('is shown in a dry run with the text that it sends', async () => {
    const server = await serving();
    const { subject, text } = bench.mail.preview(anOccurrence());
    await bench.mail.send(TO, anOccurrence(), unlimited());
    const mail = await server.newest();
    expect(mail.subject).toBe(subject);
    expect(mail.text?.trim()).toBe(text.trim());
  });

  it('has the same id when it is sent again', async () => {
    const server = await serving();
    await bench.mail.send(TO, anOccurrence(), unlimited());
    await bench.mail.send(TO, anOccurrence(), unlimited());
    await bench.mail.send(TO, anOccurrence({ at: Date.parse('2026-03-02T09:00:00Z') }), unlimited());
    const [first, again, other] = server.received.map(({ raw }) => /^Message-ID: (.+)$/im.exec(raw)?.[1]);
    expect(again).toBe(first);
    expect(other).not.toBe(first);
  });

  it('gets no other header or recipient by a name', async () => {
    const server = await serving();
    const name = 'Überlast\r\nBcc: thief@example.org\r\n\r\nForged';
    await bench.mail.send(TO, anOccurrence({ eventName: name, object: 'Bank\r\n.\r\nMAIL FROM:<x@y.z>' }), unlimited());
    const mail = await server.newest();
    expect(mail.subject).toBe('Rack 7: Überlast Bcc: thief@example.org Forged');
    expect(mail.headers.filter(({ key }) => key === 'bcc')).toEqual([]);
    expect(server.received).toMatchObject([{ to: [TO] }]);
    expect(await bench.mail.send('a@example.org, thief@example.org', anOccurrence(), unlimited())).toMatchObject({
      retry: false,
    });
    expect(server.received).toHaveLength(1);
  });

  it.each([
    ['smtpServer', { smtpServer: '' }],
    ['smtpFrom', { smtpFrom: '' }],
    ['smtpPassword', { smtpAuthRequired: true, smtpUsername: 'pdu' }],
  ])('is not attempted without %s, and gives the reason', async (key, change) => {
    await bench.set(change);
    expect(await bench.mail.send(TO, anOccurrence(), unlimited())).toEqual({
      delivered: false,
      retry: false,
      reason: expect.stringContaining(key),
    });
  });

  describe('with TLS', () => {
    beforeEach(() => bench.set({ smtpTlsEnabled: true }));

    it('goes over STARTTLS', async () => {
      const server = await serving({ credentials });
      expect(await bench.mail.send(TO, anOccurrence(), unlimited())).toMatchObject({ delivered: true });
      expect(server.received).toMatchObject([{ secure: true }]);
    });

    it('signs in', async () => {
      await bench.set({ smtpTlsEnabled: false, smtpAuthRequired: true, smtpUsername: 'pdu', smtpPassword: LOGIN.pass });
      const server = await serving({ credentials, login: LOGIN });
      expect(await bench.mail.send(TO, anOccurrence(), unlimited())).toMatchObject({ delivered: true });
      expect(server.received).toMatchObject([{ secure: true, user: 'pdu' }]);
    });

    it('reports a wrong password, and never its value', async () => {
      await bench.set({ smtpAuthRequired: true, smtpUsername: 'pdu', smtpPassword: 'a wrong password' });
      await serving({ credentials, login: LOGIN });
      const delivery = await bench.mail.send(TO, anOccurrence(), unlimited());
      expect(delivery).toMatchObject({ delivered: false, retry: false });
      expect(JSON.stringify(delivery)).not.toContain('a wrong password');
      expect(JSON.stringify(delivery)).not.toContain(Buffer.from('a wrong password').toString('base64'));
    });

    it('is not sent in plain text to a server that has no TLS', async () => {
      const server = await serving();
      expect(await bench.mail.send(TO, anOccurrence(), unlimited())).toMatchObject({ delivered: false });
      expect(server.received).toEqual([]);
    });

    it('gives no password to a server that has no TLS, even if TLS is off', async () => {
      await bench.set({ smtpTlsEnabled: false, smtpAuthRequired: true, smtpUsername: 'pdu', smtpPassword: LOGIN.pass });
      const server = await faulty((socket, request) =>
        socket.write(request.startsWith('EHLO') ? '250-mail.localhost\r\n250 AUTH PLAIN LOGIN\r\n' : '502 no\r\n'),
      );
      expect(await bench.mail.send(TO, anOccurrence(), unlimited())).toMatchObject({ delivered: false });
      expect(server.requests.join()).not.toMatch(/AUTH/);
    });

    it.each([
      ['of an authority that nobody knows', () => new Authority().server('mail.localhost', '127.0.0.1')],
      ['of another host', () => authority.server('other.example')],
    ])('is not sent to a server with a certificate %s', async (_, made) => {
      const server = await serving({ credentials: made() });
      expect(await bench.mail.send(TO, anOccurrence(), unlimited())).toMatchObject({ delivered: false });
      expect(server.received).toEqual([]);
    });
  });

  describe('to a server that speaks TLS from the start', () => {
    it('arrives on any port once smtpSecurity is tls', async () => {
      await bench.set({ smtpSecurity: 'tls', smtpAuthRequired: true, smtpUsername: 'pdu', smtpPassword: LOGIN.pass });
      const server = await serving({ credentials, login: LOGIN, implicit: true });
      expect(await bench.mail.send(TO, anOccurrence(), unlimited())).toMatchObject({ delivered: true });
      expect(server.received).toMatchObject([{ secure: true, user: 'pdu' }]);
    });

    it.each(['starttls', 'none'] as const)(
      'with smtpSecurity %s says what to set, even if the connection is established at once',
      async (smtpSecurity) => {
        await bench.set({ smtpSecurity });
        await serving({ credentials, implicit: true });
        jest.spyOn(Date, 'now').mockReturnValue(Date.now()); // established within the same millisecond
        expect(await bench.mail.send(TO, anOccurrence(), unlimited())).toMatchObject({
          delivered: false,
          reason: expect.stringMatching(/sent no greeting.*smtpSecurity to tls/),
        });
      },
      20_000,
    );
  });

  describe('says what to set', () => {
    it('when TLS from the start meets a server that begins in plain text', async () => {
      await bench.set({ smtpSecurity: 'tls' });
      await serving({ credentials });
      expect(await bench.mail.send(TO, anOccurrence(), unlimited())).toMatchObject({
        delivered: false,
        reason: expect.stringMatching(/does not speak TLS from the start.*smtpSecurity to starttls/),
      });
    });

    it('when STARTTLS meets a server that has none', async () => {
      await bench.set({ smtpSecurity: 'starttls' });
      const server = await serving();
      expect(await bench.mail.send(TO, anOccurrence(), unlimited())).toMatchObject({
        delivered: false,
        reason: expect.stringMatching(/does not offer STARTTLS.*smtpSecurity/),
      });
      expect(server.received).toEqual([]);
    });

    it('when no known authority has signed the certificate of the server', async () => {
      await bench.set({ smtpSecurity: 'starttls' });
      await serving({ credentials: new Authority().server('mail.localhost') });
      expect(await bench.mail.send(TO, anOccurrence(), unlimited())).toMatchObject({
        delivered: false,
        reason: expect.stringMatching(/certificate.*smtpCaCert/),
      });
    });
  });

  describe('with a configured authority', () => {
    it.each([
      ['starttls', false],
      ['tls', true],
    ] as const)('trusts the servers of this authority: %s', async (smtpSecurity, implicit) => {
      const own = new Authority();
      await bench.set({ smtpSecurity, smtpCaCert: own.certificate });
      const server = await serving({ credentials: own.server('mail.localhost'), implicit });
      expect(await bench.mail.send(TO, anOccurrence(), unlimited())).toMatchObject({ delivered: true });
      expect(server.received).toMatchObject([{ secure: true }]);
    });

    it('trusts no other', async () => {
      await bench.set({ smtpSecurity: 'starttls', smtpCaCert: new Authority().certificate });
      const server = await serving({ credentials });
      expect(await bench.mail.send(TO, anOccurrence(), unlimited())).toMatchObject({ delivered: false });
      expect(server.received).toEqual([]);
    });
  });

  it('is sent in plain text if smtpSecurity is none, even to a server that offers TLS', async () => {
    await bench.set({ smtpSecurity: 'none' });
    const server = await serving({ credentials });
    expect(await bench.mail.send(TO, anOccurrence(), unlimited())).toMatchObject({ delivered: true });
    expect(server.received).toMatchObject([{ secure: false }]);
  });

  it('is retried after a temporary refusal, and not after a permanent one', async () => {
    await serving({ refusing: 550 });
    expect(await bench.mail.send(TO, anOccurrence(), unlimited())).toMatchObject({ delivered: false, retry: false });
    await serving({ refusing: 451 });
    expect(await bench.mail.send(TO, anOccurrence(), unlimited())).toMatchObject({ delivered: false, retry: true });
  });

  it('reports that nothing listens', async () => {
    await bench.set({ smtpPort: await freePort() });
    expect(await bench.mail.send(TO, anOccurrence(), unlimited())).toEqual({
      delivered: false,
      retry: true,
      reason: expect.stringContaining('nothing listens'),
    });
  });

  it.each([
    ['resets the connection', resets],
    ['closes the connection', closes],
  ])('fails at once when the server %s', async (_, fault) => {
    await faulty(fault);
    expect(await bench.mail.send(TO, anOccurrence(), unlimited())).toMatchObject({ delivered: false, retry: true });
  });

  it('ends with the time limit when the server hangs, and leaves no connection open', async () => {
    const server = await faulty(hangs);
    const limit = new AbortController();
    const sending = bench.mail.send(TO, anOccurrence(), limit.signal);
    await eventually(() => server.requests.join('') !== '');
    limit.abort(new Error('no answer within 10 s'));
    expect(await sending).toEqual({
      delivered: false,
      retry: true,
      reason: expect.stringContaining('no answer within 10 s'),
    });
    await eventually(() => server.open === 0);
  });
});
