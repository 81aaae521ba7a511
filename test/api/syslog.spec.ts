import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { aPdu, type Client, type Pdu } from '../support/app/pdu.js';
import { SyslogServer } from '../support/servers/syslog-server.js';

const STATE = '/api/system/syslog';

describe('the syslog server', () => {
  let pdu: Pdu;
  let admin: Client;
  let server: SyslogServer | undefined;
  beforeAll(async () => {
    pdu = await aPdu();
    admin = await pdu.as('admin');
  });
  afterEach(async () => {
    await admin.post('/api/conf', { syslogServerIp: '', syslogProtocol: 'udp', enableRemoteUserLogging: false });
    await server?.stop();
    server = undefined;
    await pdu.seconds(60);
  });
  afterAll(() => pdu.stop());
  const test = () => admin.post(`${STATE}/test`);

  it('gets a test message, also if nothing is forwarded, and the audit log says so', async () => {
    server = await SyslogServer.udp();
    await admin.post('/api/conf', { syslogServerIp: `127.0.0.1:${server.port}` });
    const { status, body } = await test();
    expect([status, body.ok, body.detail]).toEqual([200, true, expect.stringContaining('UDP confirms nothing')]);
    const [message] = await server.received(1);
    expect(message).toContain('syslog.test');
    expect((await admin.get('/api/log?kind=syslog.test')).body.entries[0]).toMatchObject({
      kind: 'syslog.test',
      result: 'ok',
    });
    expect((await admin.get(STATE)).body).toEqual({
      ...{ server: `127.0.0.1:${server.port}`, protocol: 'udp', forwards: false, sent: 0, waiting: 0, dropped: 0 },
    });
  });

  it('is said to refuse when nobody listens', async () => {
    const gone = await SyslogServer.tcp();
    await gone.stop();
    await admin.post('/api/conf', { syslogServerIp: `127.0.0.1:${gone.port}`, syslogProtocol: 'tcp' });
    const { status, body } = await test();
    expect([status, body.ok]).toEqual([200, false]);
    expect(body.error).toBe('It was not sent: nothing listens there (connection refused).');
  });

  it('counts what is forwarded', async () => {
    server = await SyslogServer.tcp();
    await admin.post('/api/conf', {
      syslogServerIp: `127.0.0.1:${server.port}`,
      syslogProtocol: 'tcp',
      enableRemoteUserLogging: true,
    });
    await admin.post('/api/conf', { deviceName: 'Rack 12' });
    await server.received(1);
    // The server may have the message before the sender knows.
    let { body } = await admin.get(STATE);
    while (body.sent === 0) ({ body } = await admin.get(STATE));
    expect(body).toMatchObject({ forwards: true, waiting: 0, dropped: 0 });
  });

  it('is tested only if there is one, within the policy for outgoing messages, and ten times in a minute', async () => {
    const none = await test();
    expect([none.status, none.body.code]).toEqual([422, 'SYSLOG_NOT_CONFIGURED']);
    await admin.post('/api/conf', { syslogServerIp: '127.0.0.1:9', allowLocalTargets: false });
    expect((await test()).body).toMatchObject({ ok: false, error: expect.stringContaining('127.0.0.1 port 9 is ') });
    for (let more = 0; more < 9; more++) await test();
    const last = await test();
    expect([last.status, last.body.code]).toEqual([429, 'TOO_MANY_ATTEMPTS']);
    await admin.post('/api/conf', { allowLocalTargets: true });
  });

  it('is shown to who may view the network settings, and tested by who may change them', async () => {
    const viewer = await pdu.as({ viewNetworkSettings: true });
    expect((await viewer.get(STATE)).status).toBe(200);
    expect((await viewer.post(`${STATE}/test`)).status).toBe(403);
  });
});
