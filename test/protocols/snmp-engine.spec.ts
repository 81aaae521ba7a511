import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { AUTH_WORDS, PRIVACY_WORDS } from '../../src/common/snmp/algorithms.js';
import { aPdu, type Client, type Pdu } from '../support/app/pdu.js';
import { AUTH_PASSPHRASE, PRIVACY_PASSPHRASE, snmpTool, toolName, v3User } from '../support/clients/snmp-tools.js';
import { describeWith } from '../support/process/programs.js';
import { RawManager } from '../support/clients/udp-relay.js';
import { ON_LOOPBACK, protocolOn, protocolState } from '../support/protocols/protocol-on.js';

const MAX_MESSAGE_SIZE = '1.3.6.1.6.3.10.2.1.4.0';
const ANSWER = `.${MAX_MESSAGE_SIZE} = INTEGER: 65507`;

const BAD_VERSIONS = '1.3.6.1.2.1.11.3.0';
const BAD_COMMUNITIES = '1.3.6.1.2.1.11.4.0';
const PARSE_ERRORS = '1.3.6.1.2.1.11.6.0';
const OUTLET_NAME = '1.3.6.1.4.1.21728.4.5.1.1.3';
const OUTLET_STATE = '1.3.6.1.4.1.21728.4.5.1.1.7';
/** The algorithms of the account after the last pair. */
const CURRENT = { auth: 'SHA-512', privacy: 'AES-256' };

describeWith('snmpd', 'the SNMP agent, asked by net-snmp', () => {
  let pdu: Pdu;
  let admin: Client;
  let agent: string;
  beforeAll(async () => {
    pdu = await aPdu({ env: ON_LOOPBACK });
    admin = await pdu.as('admin');
    const port = await protocolOn(pdu, admin, 'snmp', {
      snmpv12ReadString: 'watch',
      snmpv12WriteString: 'change',
    });
    agent = `127.0.0.1:${port}`;
    await admin.put('/api/users/1', {
      snmpv3Access: true,
      snmpv3Security: 'authPriv',
      snmpv3User_id: 'op',
      snmpv3AuthPass: AUTH_PASSPHRASE,
      snmpv3PrivPass: PRIVACY_PASSPHRASE,
    });
  });
  afterAll(() => pdu.stop());

  const answered = async (): Promise<string> =>
    (await snmpTool('snmpget', '-v2c', '-c', 'watch', agent, MAX_MESSAGE_SIZE)).text;
  const counter = async (oid: string): Promise<string> =>
    (await snmpTool('snmpget', '-Oqv', ...v3User('op', CURRENT), agent, oid)).text;

  it.each(['-v1', '-v2c'])('answers a community it knows with %s, and no other', async (version) => {
    expect(await snmpTool('snmpget', version, '-c', 'watch', agent, MAX_MESSAGE_SIZE)).toEqual({
      code: 0,
      text: ANSWER,
    });
    const refused = await snmpTool('snmpget', '-t', '0.2', version, '-c', 'guessed', agent, MAX_MESSAGE_SIZE);
    expect(refused).toEqual({ code: 1, text: `Timeout: No Response from ${agent}.` });
  });

  it.each(AUTH_WORDS.flatMap((auth) => PRIVACY_WORDS.map((privacy) => [auth, privacy])))(
    'answers a user with %s and %s',
    async (auth, privacy) => {
      await admin.put('/api/users/1', { snmpv3AuthProtocol: auth, snmpv3PrivProtocol: privacy });
      const user = v3User('op', { auth: toolName(auth), privacy: toolName(privacy) });
      expect(await snmpTool('snmpget', ...user, agent, MAX_MESSAGE_SIZE)).toEqual({ code: 0, text: ANSWER });
    },
  );

  it('follows its settings at once: networks, port, off and on', async () => {
    const get = (at = agent) => snmpTool('snmpget', '-t', '0.2', '-v2c', '-c', 'watch', at, MAX_MESSAGE_SIZE);
    const silent = { code: 1, text: `Timeout: No Response from ${agent}.` };
    await admin.post('/api/conf', { snmpAllowedNetworks: '192.0.2.0/24' });
    expect(await get()).toEqual(silent);
    expect((await protocolState(pdu, 'snmp')).traffic.refused.get('network')).toBe(1);
    await admin.post('/api/conf', { snmpAllowedNetworks: '192.0.2.0/24, 127.0.0.0/8' });
    expect(await answered()).toBe(ANSWER);

    const port = await protocolOn(pdu, admin, 'snmp');
    expect(await get()).toEqual(silent);
    agent = `127.0.0.1:${port}`;
    expect(await answered()).toBe(ANSWER);

    await admin.put('/api/users/1', { snmpv3Access: false });
    await admin.post('/api/conf', { snmpv12Enabled: false });
    expect(await protocolState(pdu, 'snmp')).toMatchObject({ enabled: false, port: undefined });
    await admin.put('/api/users/1', { snmpv3Access: true });
    expect(await protocolState(pdu, 'snmp')).toMatchObject({ enabled: true, port });
    const disabled = Number(await counter(BAD_VERSIONS));
    expect((await get()).code).toBe(1);
    expect(Number(await counter(BAD_VERSIONS))).toBe(disabled + 1);
    await admin.post('/api/conf', { snmpv12Enabled: true });
    expect(await answered()).toBe(ANSWER);
  });

  it('has the rights of the role of its community', async () => {
    const { body } = await admin.post('/api/roles', { name: 'Two outlets', permissions: SOME_OUTLETS(pdu) });
    await admin.post('/api/conf', { snmpv12WriteRoleId: body.id });
    const states = await snmpTool('snmpwalk', '-Oq', '-v2c', '-c', 'change', agent, OUTLET_STATE);
    expect(states.text.split('\n')).toHaveLength(2);
    const set = async (outlet: number) =>
      (await snmpTool('snmpset', '-v2c', '-c', 'change', agent, `${OUTLET_STATE}.${outlet}`, 'i', '0')).text;
    expect(await set(1)).toContain('INTEGER: 0');
    expect(await set(2)).toContain('noAccess');
    expect(await set(3)).toContain('noCreation');
    const log = (await admin.get('/api/log')).body as { entries: { via: string; who: string; object: string }[] };
    expect(log.entries.find(({ via }) => via === 'snmp')).toMatchObject({ who: 'Two outlets' });
    await admin.post('/api/conf', { snmpv12WriteRoleId: 0 });
    expect(await set(3)).toContain('INTEGER: 0');
  });

  it('says whom it serves, in its state', async () => {
    await answered();
    const { traffic } = await protocolState(pdu, 'snmp');
    expect(traffic.clients.all.map(({ address, name }) => [address, name])).toContainEqual([
      '127.0.0.1',
      'SNMP read community',
    ]);
  });

  it('counts messages that it cannot read and communities that it does not know', async () => {
    const [malformed, unknown] = [Number(await counter(PARSE_ERRORS)), Number(await counter(BAD_COMMUNITIES))];
    const manager = await RawManager.of(Number(agent.split(':')[1]));
    await manager.send(Buffer.from('not SNMP'));
    await manager.send(Buffer.from('3080', 'hex'));
    manager.close();
    await snmpTool('snmpget', '-t', '0.2', '-v1', '-c', 'guessed', agent, MAX_MESSAGE_SIZE);
    expect(Number(await counter(PARSE_ERRORS))).toBe(malformed + 2);
    expect(Number(await counter(BAD_COMMUNITIES))).toBe(unknown + 1);
  });

  it('answers as many rows of each column as GETBULK asks for, and no more than fit', async () => {
    const bulk = await snmpTool(
      ...(['snmpbulkget', '-v2c', '-c', 'watch', '-Cn1', '-Cr3', agent] as const),
      ...['1.3.6.1.2.1.1.3', OUTLET_STATE, OUTLET_NAME],
    );
    const lines = bulk.text.split('\n').map((line) => line.split(' = ')[0]);
    expect(lines).toEqual([
      '.1.3.6.1.2.1.1.3.0',
      ...[1, 2, 3].flatMap((row) => [`.${OUTLET_STATE}.${row}`, `.${OUTLET_NAME}.${row}`]),
    ]);
    const walk = await snmpTool('snmpbulkwalk', ...v3User('op', CURRENT), '-Cr1000', agent, '1.3.6.1.4.1.21728.4.5');
    expect(walk.code).toBe(0);
  });
});

const SOME_OUTLETS = (pdu: Pdu) => {
  const [first = '', second = ''] = pdu.model.outlets.map(({ id }) => id);
  return { viewOutlets: [first, second], modifyOutlets: [first] };
};
