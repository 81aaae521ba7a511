import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { PduDriver } from '../../src/hardware/pdu.driver.js';
import { aPdu, type Client, type Pdu } from '../support/app/pdu.js';
import { AUTH_PASSPHRASE, PRIVACY_PASSPHRASE, snmpTool, v3User } from '../support/clients/snmp-tools.js';
import { RawManager, UdpRelay } from '../support/clients/udp-relay.js';
import { removeFolder, temporaryFolder } from '../support/process/controller-process.js';
import { describeWith } from '../support/process/programs.js';
import { ON_LOOPBACK, protocolOn } from '../support/protocols/protocol-on.js';

const OUTLET = '1.3.6.1.4.1.21728.4.5.1.1.7';
const MAX_MESSAGE_SIZE = '1.3.6.1.6.3.10.2.1.4.0';
const ENGINE_ID = '1.3.6.1.6.3.10.2.1.1.0';
const ENGINE_BOOTS = '1.3.6.1.6.3.10.2.1.2.0';
const STATS = {
  unsupportedLevels: '1.3.6.1.6.3.15.1.1.1.0',
  notInTimeWindows: '1.3.6.1.6.3.15.1.1.2.0',
  unknownUsers: '1.3.6.1.6.3.15.1.1.3.0',
  wrongDigests: '1.3.6.1.6.3.15.1.1.5.0',
  decryptionErrors: '1.3.6.1.6.3.15.1.1.6.0',
  badCommunities: '1.3.6.1.2.1.11.4.0',
  badUses: '1.3.6.1.2.1.11.5.0',
  parseErrors: '1.3.6.1.2.1.11.6.0',
};
/** A GET of the counter of messages by the community `watch`, as octets. */
const A_GET = Buffer.from(
  '302702010104057761746368a01b02020abc020100020100300f300d06092b06010603' + '0a02010405 00'.replaceAll(' ', ''),
  'hex',
);

const OP = v3User('op');
const ACCESS = {
  snmpv3Access: true,
  snmpv3Security: 'authPriv',
  snmpv3User_id: 'op',
  snmpv3AuthPass: AUTH_PASSPHRASE,
  snmpv3PrivPass: PRIVACY_PASSPHRASE,
};

/** A controller with communities and the user `op`, and the number of its relay moves. */
class Agent {
  readonly moves;

  private constructor(
    readonly pdu: Pdu,
    readonly admin: Client,
    readonly port: number,
  ) {
    const { outlets } = pdu.app.get(PduDriver);
    if (!outlets) throw new Error('This model has no relays.');
    this.moves = jest.spyOn(outlets, 'setOutlets');
  }

  static async start(dataDir = ':memory:'): Promise<Agent> {
    const pdu = await aPdu({ env: ON_LOOPBACK, dataDir });
    const admin = await pdu.as('admin');
    const communities = { snmpv12ReadString: 'watch', snmpv12WriteString: 'change' };
    const port = await protocolOn(pdu, admin, 'snmp', communities);
    await admin.put('/api/users/1', ACCESS);
    return new Agent(pdu, admin, port);
  }

  get address(): string {
    return `127.0.0.1:${this.port}`;
  }

  async value(oid: string): Promise<string> {
    const { text } = await snmpTool('snmpget', '-Oqv', '-v2c', '-c', 'watch', this.address, oid);
    return text;
  }

  async state(outlet: number): Promise<string> {
    return String((await this.admin.get(`/api/outlets/${outlet}`)).body.state);
  }

  stop(): Promise<void> {
    return this.pdu.stop();
  }
}

describeWith('snmpd', 'SNMPv3, asked by net-snmp', () => {
  let agent: Agent;
  beforeAll(async () => {
    agent = await Agent.start();
  });
  afterAll(() => agent.stop());
  const get = (...argv: string[]) => snmpTool('snmpget', ...argv, agent.address, MAX_MESSAGE_SIZE);
  const replaced = (from: string, to: string) => OP.map((each) => (each === from ? to : each));

  it.each([
    ['an unknown user', replaced('op', 'nobody'), /Unknown user name/, STATS.unknownUsers],
    [
      'a wrong authentication passphrase',
      replaced(AUTH_PASSPHRASE, 'guessed passphrase'),
      /Authentication failure/,
      STATS.wrongDigests,
    ],
    [
      'a wrong privacy passphrase',
      replaced(PRIVACY_PASSPHRASE, 'guessed passphrase'),
      /Decryption error/,
      STATS.decryptionErrors,
    ],
  ])('reports %s, and counts it', async (_, user, text, counter) => {
    const before = Number(await agent.value(counter));
    expect((await get(...user)).text).toMatch(text);
    expect(Number(await agent.value(counter))).toBe(before + 1);
  });

  it('refuses a user who sends below the level of the account', async () => {
    const lower = v3User('op', { level: 'authNoPriv' });
    expect((await get(...lower)).text).toMatch(/authorizationError/);
    expect((await get('-v3', '-l', 'noAuthNoPriv', '-u', 'op')).text).toMatch(/authorizationError/);
  });

  it('reports a level for which the user has no keys', async () => {
    const { body } = await agent.admin.post('/api/users', {
      username: 'plain',
      roleId: 1,
      password: 'a long password',
    });
    await agent.admin.put(`/api/users/${body.id}`, { snmpv3Access: true, snmpv3Security: 'noAuthNoPriv' });
    await agent.admin.post('/api/conf', { snmpMinimumSecurity: 'noAuthNoPriv' });
    expect((await get(...v3User('plain'))).text).toMatch(/Unsupported security level/);
    expect((await get('-v3', '-l', 'noAuthNoPriv', '-u', 'plain')).code).toBe(0);
    const set = ['-v3', '-l', 'noAuthNoPriv', '-u', 'plain', agent.address, `${OUTLET}.1`, 'i', '0'];
    expect((await snmpTool('snmpset', ...set)).text).toMatch(/noAccess/);
    await agent.admin.post('/api/conf', { snmpMinimumSecurity: 'authNoPriv' });
    expect((await get('-v3', '-l', 'noAuthNoPriv', '-u', 'plain')).text).toMatch(/Unknown user name/);
  });

  it('has no other context', async () => {
    expect((await get(...OP, '-n', 'ctx')).text).toMatch(/Bad context specified|Unknown context/i);
  });

  it('sends a manager with an old time the right one, signed', async () => {
    const id = (await agent.value(ENGINE_ID)).replaceAll(/["\s]/g, '');
    expect((await get(...OP, '-r', '1', '-e', `0x${id}`, '-Z', '4,10')).text).toBe(
      `.${MAX_MESSAGE_SIZE} = INTEGER: 65507`,
    );
  });

  it('knows a user who is disabled, locked or without access no longer', async () => {
    const account = { username: 'second', roleId: 1, password: 'a long password' };
    const { body } = await agent.admin.post('/api/users', account);
    const second = v3User('second');
    await agent.admin.put(`/api/users/${body.id}`, { ...ACCESS, snmpv3User_id: '' });
    expect((await get(...second)).code).toBe(0);
    await agent.admin.post(`/api/users/${body.id}/disable`);
    expect((await get(...second)).text).toMatch(/Unknown user name/);
    await agent.admin.post(`/api/users/${body.id}/enable`);
    expect((await get(...second)).code).toBe(0);
    await agent.admin.put(`/api/users/${body.id}`, { userIsLocked: true });
    expect((await get(...second)).text).toMatch(/Unknown user name/);
    await agent.admin.put(`/api/users/${body.id}`, { userIsLocked: false, snmpv3AuthPass: 'another passphrase' });
    expect((await get(...second)).text).toMatch(/Authentication failure/);
  });

  it('refuses a user name that another account has, with 422', async () => {
    const { body } = await agent.admin.post('/api/users', {
      username: 'third',
      roleId: 1,
      password: 'a long password',
    });
    const answer = await agent.admin.put(`/api/users/${body.id}`, ACCESS);
    expect(answer.status).toBe(422);
    expect(JSON.stringify(answer.body)).toContain('Another account has the SNMPv3 user name');
  });

  it('records a wrong passphrase at most once a minute for each sender, and locks nobody', async () => {
    const wrong = replaced(AUTH_PASSPHRASE, 'guessed passphrase');
    for (let attempt = 0; attempt < 8; attempt++) await get(...wrong);
    const { body } = await agent.admin.get('/api/log?kind=session.signInFailed');
    const records = (body as { entries: { via: string }[] }).entries.filter(({ via }) => via === 'snmp');
    expect(records).toHaveLength(1);
    expect((await get(...OP)).code).toBe(0);
  });
});

describeWith('snmpd', 'a SET by net-snmp', () => {
  let agent: Agent;
  let folder: string;
  beforeAll(async () => {
    folder = temporaryFolder();
    agent = await Agent.start(folder);
  });
  afterAll(async () => {
    await agent.stop();
    removeFolder(folder);
  });

  it('of two outlets with a wrong value for the second moves none', async () => {
    agent.moves.mockClear();
    const both = [`${OUTLET}.1`, 'i', '0', `${OUTLET}.2`, 'i', '5'];
    const { text } = await snmpTool('snmpset', '-v2c', '-c', 'change', agent.address, ...both);
    expect(text).toMatch(/wrongValue/);
    expect(text).toMatch(new RegExp(`Failed object: \\.${OUTLET.replaceAll('.', '\\.')}\\.2`));
    expect(agent.moves).not.toHaveBeenCalled();
  });

  it('of two outlets is one switching command', async () => {
    agent.moves.mockClear();
    const both = [`${OUTLET}.1`, 'i', '0', `${OUTLET}.2`, 'i', '0'];
    expect((await snmpTool('snmpset', '-v2c', '-c', 'change', agent.address, ...both)).code).toBe(0);
    expect(agent.moves).toHaveBeenCalledTimes(1);
    expect([await agent.state(1), await agent.state(2)]).toEqual(['OFF', 'OFF']);
  });

  it('with the community for reading is refused and counted', async () => {
    const uses = Number(await agent.value(STATS.badUses));
    const one = [`${OUTLET}.1`, 'i', '1'];
    expect((await snmpTool('snmpset', '-v2c', '-c', 'watch', agent.address, ...one)).text).toMatch(/noAccess/);
    expect((await snmpTool('snmpset', '-v1', '-c', 'watch', agent.address, ...one)).text).toMatch(/noSuchName/);
    expect(Number(await agent.value(STATS.badUses))).toBe(uses + 2);
  });

  it.each([
    ['version 2c', ['-v2c', '-c', 'change'], '3'],
    ['version 3', OP, '4'],
  ])('whose answers get lost is carried out once (%s)', async (_, sender, outlet) => {
    const relay = await UdpRelay.to(agent.port);
    agent.moves.mockClear();
    // The first answer that version 3 gets is the report with the engine's time.
    const set = ['-r', '300', '-t', '0.2', ...sender, `127.0.0.1:${relay.port}`, `${OUTLET}.${outlet}`, 'i', '0'];
    const sent = snmpTool('snmpset', ...set);
    relay.lose = 3;
    expect((await sent).code).toBe(0);
    expect(agent.moves).toHaveBeenCalledTimes(1);
    expect(await agent.state(Number(outlet))).toBe('OFF');
    relay.close();
  });

  it('that was recorded does nothing when it is sent again: at once, after the time window, after a restart', async () => {
    const relay = await UdpRelay.to(agent.port);
    const moves = agent.moves.mockClear();
    const set = [`127.0.0.1:${relay.port}`, `${OUTLET}.5`, 'i', '0'];
    expect((await snmpTool('snmpset', ...OP, ...set)).code).toBe(0);
    const recorded = relay.toAgent.at(-1) ?? Buffer.alloc(0);
    relay.close();
    await agent.admin.put('/api/outlets/5', { state: 'ON' });
    expect(moves).toHaveBeenCalledTimes(2);

    const replay = await RawManager.of(agent.port);
    await replay.send(recorded);
    await replay.send(A_GET);
    await replay.received(1); // the answer to the GET alone
    expect(replay.answers).toHaveLength(1);
    expect(replay.answers[0]?.toString('latin1')).toContain('watch');

    const late = Number(await agent.value(STATS.notInTimeWindows));
    agent.pdu.clock.advance(151_000);
    await replay.send(recorded);
    await replay.received(2); // a report
    expect(replay.answers[1]?.[4]).toBe(3);
    expect(Number(await agent.value(STATS.notInTimeWindows))).toBe(late + 1);
    replay.close();
    expect(moves).toHaveBeenCalledTimes(2);

    const [id, boots] = [await agent.value(ENGINE_ID), Number(await agent.value(ENGINE_BOOTS))];
    await agent.stop();
    agent = await Agent.start(folder);
    expect([await agent.value(ENGINE_ID), Number(await agent.value(ENGINE_BOOTS))]).toEqual([id, boots + 1]);
    const again = await RawManager.of(agent.port);
    await again.send(recorded);
    await again.received(1);
    expect(await agent.value(STATS.notInTimeWindows)).toBe('1');
    expect(agent.moves).not.toHaveBeenCalled();
    expect(await agent.state(5)).toBe('ON');
    again.close();
  });
});
