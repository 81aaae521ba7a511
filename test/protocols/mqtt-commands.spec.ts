import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { spyOnRelays } from '../support/app/relay-spies.js';
import { describeWith } from '../support/process/programs.js';
import { MqttPdu, stateOf } from '../support/protocols/mqtt-pdu.js';
import { Mosquitto } from '../support/servers/mosquitto.js';
import { eventually } from '../support/time/time-limits.js';

describeWith('mosquitto', 'a command by MQTT', () => {
  let broker: Mosquitto;
  let mqtt: MqttPdu;
  let moves: () => unknown[];
  const relay = async (outlet: number): Promise<string> => (await mqtt.admin.get(`/api/outlets/${outlet}`)).body.state;
  const refused = async (): Promise<number> => (await stateOf(mqtt.admin)).refusedCommands;
  const now = (offset = 0): string => new Date(mqtt.pdu.clock.now() + offset).toISOString();
  const results = (): Record<string, unknown>[] =>
    mqtt.watch.of(`${mqtt.prefix}/command/result`).map((text) => JSON.parse(text));
  const resultsOf = (id: string): Record<string, unknown>[] => results().filter((each) => each['id'] === id);
  /** Sends a command in JSON and waits for its answer. */
  const command = async (members: object): Promise<Record<string, unknown>> => {
    const id = randomUUID();
    await mqtt.send('command', { id, at: now(), ...members });
    await eventually(() => resultsOf(id).length > 0);
    return resultsOf(id)[0] ?? {};
  };
  /** Waits until the controller has refused one more command than before `work`. */
  const refusing = async (work: () => unknown): Promise<void> => {
    const before = await refused();
    await work();
    await eventually(async () => (await refused()) > before);
  };

  beforeAll(async () => {
    broker = await Mosquitto.start();
    mqtt = await MqttPdu.start(broker, { mqttCommandsEnabled: true });
  });
  afterAll(async () => {
    await mqtt.stop();
    await broker.stop();
  });
  beforeEach(async () => {
    await mqtt.pdu.seconds(6); // the limits of the commands before
    moves = spyOnRelays(mqtt.pdu);
  });
  afterEach(() => void moves());

  it('switches an outlet, which its state and the log show', async () => {
    broker.publish(`${mqtt.prefix}/outlets/3/set`, 'OFF');
    await eventually(() => mqtt.newest('outlets/3/state') === 'OFF');
    expect(await relay(3)).toBe('OFF');
    expect((await mqtt.log())[0]).toMatchObject({ kind: 'outlet.switch', via: 'mqtt', who: 'admin', result: 'ok' });
    await mqtt.send('outlets/3/set', 'on');
    await eventually(() => mqtt.newest('outlets/3/state') === 'ON');
    expect(moves()).toHaveLength(2);
  });

  it('reboots an outlet', async () => {
    await mqtt.send('outlets/4/set', 'Reboot');
    await mqtt.until(() => mqtt.newest('outlets/4/state') === 'OFF');
    await mqtt.until(() => mqtt.newest('outlets/4/state') === 'ON');
  });

  it('switches a relay output, and a group one outlet after another', async () => {
    await mqtt.send('relays/R1-1000036/set', 'ON');
    await eventually(() => mqtt.newest('relays/R1-1000036/state') === 'ON');
    const group = { groupName: 'Two', outlets: ['5', '6'], groupRebootSequenceDelay: 2 };
    const { id } = (await mqtt.admin.post('/api/groups', group)).body;
    const sequence = () => (JSON.parse(mqtt.newest(`groups/${id}`) ?? '{}') as { sequence?: unknown }).sequence;
    await mqtt.send(`groups/${id}/set`, 'OFF');
    await eventually(async () => (await relay(5)) === 'OFF' && (await relay(6)) === 'OFF');
    await mqtt.send(`groups/${id}/set`, 'ON');
    await eventually(async () => (await relay(5)) === 'ON');
    expect(await relay(6)).toBe('OFF');
    await mqtt.until(() => sequence() !== null);
    expect(sequence()).toEqual({ step: 2, of: 2 });
    await mqtt.until(async () => (await relay(6)) === 'ON');
    await mqtt.until(() => sequence() === null);
    expect(JSON.parse(mqtt.newest(`groups/${id}`) ?? '')).toMatchObject({ name: 'Two', outlets: [5, 6] });
    await mqtt.admin.delete(`/api/groups/${id}`);
    await mqtt.until(() => mqtt.newest(`groups/${id}`) === '');
  });

  it('in JSON is answered with what the hardware measures, and its reason is in the log', async () => {
    expect(await command({ outlet: 2, state: 'OFF', reason: 'Service 7' })).toMatchObject({
      ok: true,
      state: 'OFF',
      rebootStatus: 'none',
    });
    expect((await mqtt.log())[0]).toMatchObject({ kind: 'outlet.switch', after: { reason: 'Service 7' } });
    expect(await command({ relay: 'R2-1000036', state: 'on' })).toMatchObject({ ok: true, state: 'ON' });
    expect(await command({ outlet: '2-1200578', state: 'ON' })).toMatchObject({ ok: true, state: 'ON' });
  });

  it('is answered at the response topic of its sender too, with its correlation data', async () => {
    const id = randomUUID();
    const properties = { responseTopic: `${mqtt.prefix}/answers/7`, correlationData: Buffer.from('seven') };
    await mqtt.watch.publish(
      `${mqtt.prefix}/command`,
      { id, outlet: 9, state: 'ON', at: now() },
      { qos: 1, properties },
    );
    await eventually(() => mqtt.newest('answers/7') !== undefined);
    const answer = mqtt.watch.all.find(({ topic }) => topic.endsWith('/answers/7'));
    expect([JSON.parse(answer?.payload ?? ''), String(answer?.correlationData)]).toMatchObject([
      { id, ok: true },
      'seven',
    ]);
  });

  it.each(['outlets/3/set', 'command', 'status', 'outlets/3/state', '../other'])(
    'is never answered with a command or a state: response topic %s',
    async (below) => {
      const responseTopic = below.startsWith('..') ? 'rackfeed/9/answer' : `${mqtt.prefix}/${below}`;
      const before = mqtt.watch.of(responseTopic).length;
      const id = randomUUID();
      const message = { id, outlet: 9, state: 'ON', at: now() };
      await mqtt.watch.publish(`${mqtt.prefix}/command`, message, { qos: 1, properties: { responseTopic } });
      await eventually(() => resultsOf(id).length === 1);
      await command({ outlet: 9, state: 'ON' }); // whatever was sent with the answer before has come by now
      const since = mqtt.watch.of(responseTopic).slice(before);
      expect(since.filter((payload) => payload.includes(id) && payload.includes('"ok"'))).toEqual([]);
    },
  );

  it.each([
    ['of 31 seconds ago', { at: () => now(-31_000) }, 'COMMAND_STALE'],
    ['of the future', { at: () => now(6_000) }, 'COMMAND_STALE'],
    ['without a time', { at: () => undefined }, 'COMMAND_WITHOUT_TIME'],
    ['with a time that is none', { at: () => 'soon' }, 'VALIDATION_FAILED'],
    ['to no outlet of this PDU', { at: () => now(), outlet: 99 }, 'OUTLET_UNKNOWN'],
    [
      'to a relay output that there is not',
      { at: () => now(), outlet: undefined, relay: 'R9-1' },
      'RELAY_OUTPUT_UNKNOWN',
    ],
    ['to a group that there is not', { at: () => now(), outlet: undefined, group: 99 }, 'GROUP_UNKNOWN'],
    ['to nothing', { at: () => now(), outlet: undefined }, 'VALIDATION_FAILED'],
    ['to two objects', { at: () => now(), group: 1 }, 'VALIDATION_FAILED'],
    ['of another state', { at: () => now(), state: 'TOGGLE' }, 'VALIDATION_FAILED'],
  ])('%s is refused and moves no relay', async (_, { at, ...members }, code) => {
    const result = await command({ outlet: 7, state: 'OFF', ...members, at: at() });
    expect(result).toMatchObject({ ok: false, error: { code, message: expect.stringMatching(/\.$/) } });
    expect(moves()).toEqual([]);
  });

  it('without a time is carried out where the settings allow it', async () => {
    await mqtt.set({ mqttRequireTime: false });
    expect(await command({ outlet: 7, state: 'OFF', at: undefined })).toMatchObject({ ok: true });
    await mqtt.set({ mqttRequireTime: true });
    expect(moves()).toHaveLength(1);
  });

  it('that comes twice is carried out once, and has the same answer twice', async () => {
    const id = randomUUID();
    const twice = { id, outlet: 8, state: 'REBOOT', at: now() };
    await mqtt.send('command', twice);
    await mqtt.send('command', twice, { qos: 2 });
    await eventually(() => resultsOf(id).length === 2);
    const [first, second] = resultsOf(id);
    expect(second).toEqual(first);
    await mqtt.until(async () => (await relay(8)) === 'OFF');
    await mqtt.until(async () => (await relay(8)) === 'ON');
    await mqtt.send('command', twice);
    await eventually(() => resultsOf(id).length === 3);
    await mqtt.pdu.seconds(3);
    expect([await relay(8), moves()]).toEqual(['ON', [expect.anything(), expect.anything()]]);
  });

  it('to a protected outlet needs its confirmation, and a locked one refuses it', async () => {
    await mqtt.admin.put('/api/outlets/10', { protection: 'confirm' });
    await refusing(() => mqtt.send('outlets/10/set', 'OFF'));
    expect((await mqtt.log()).find(({ result }) => result === 'OUTLET_PROTECTED')).toMatchObject({
      kind: 'outlet.switch',
      via: 'mqtt',
    });
    expect(await command({ outlet: 10, state: 'OFF' })).toMatchObject({ error: { code: 'OUTLET_PROTECTED' } });
    expect(moves()).toEqual([]);
    moves = spyOnRelays(mqtt.pdu);
    expect(await command({ outlet: 10, state: 'OFF', confirm: true })).toMatchObject({ ok: true, state: 'OFF' });
    expect(moves()).toHaveLength(1);
    await mqtt.admin.put('/api/outlets/10', { protection: 'locked' });
    expect(await command({ outlet: 10, state: 'ON', confirm: true })).toMatchObject({ ok: false });
  });

  it('has the rights that the user of MQTT has now', async () => {
    const [eleven = ''] = mqtt.pdu.model.outlets.filter(({ index }) => index === 11).map(({ id }) => id);
    const operator = await mqtt.pdu.as({ viewOutlets: [eleven], modifyOutlets: [eleven] });
    await mqtt.set({ mqttUserId: operator.userId });
    await mqtt.pdu.seconds(1);
    expect(await command({ outlet: 12, state: 'OFF' })).toMatchObject({ error: { code: 'OUTLET_NOT_ALLOWED' } });
    expect(await command({ outlet: 99, state: 'OFF' })).toMatchObject({ error: { code: 'OUTLET_NOT_ALLOWED' } });
    expect(await command({ outlet: undefined, relay: 1, state: 'ON' })).toMatchObject({
      error: { code: 'NOT_ALLOWED' },
    });
    await refusing(() => mqtt.send('restart/set', 'RESTART'));
    expect(moves()).toEqual([]);
    moves = spyOnRelays(mqtt.pdu);
    expect(await command({ outlet: 11, state: 'OFF' })).toMatchObject({ ok: true });
    expect(moves()).toHaveLength(1);
    moves = spyOnRelays(mqtt.pdu);
    await mqtt.admin.post(`/api/users/${operator.userId}/disable`);
    const result = await command({ outlet: 11, state: 'ON' });
    expect([result, moves()]).toMatchObject([{ ok: false }, []]);
    await mqtt.set({ mqttUserId: '1' });
    await mqtt.pdu.seconds(2);
  });

  it.each([
    ['outlets/3/set', 'TOGGLE'],
    ['outlets/3/set', 'OFF'.padEnd(17)],
    ['outlets/3/set', Buffer.from([0xff, 0xfe]).toString('latin1')],
    ['relays/R1-1000036/set', 'REBOOT'],
    ['restart/set', 'OFF'],
    ['command', '{"id":'],
    ['command', '[]'],
    ['command', JSON.stringify({ id: 'x'.repeat(5000), outlet: 3, state: 'OFF' })],
  ])('that is none is refused: %s %j', async (below, payload) => {
    await refusing(() => mqtt.send(below, payload));
    expect(moves()).toEqual([]);
  });

  it('that has passed through too many PDUs is refused', async () => {
    const properties = { userProperties: { 'X-PDU-Hop': '5' } };
    await refusing(() => mqtt.watch.publish(`${mqtt.prefix}/outlets/3/set`, 'OFF', { qos: 1, properties }));
    expect(moves()).toEqual([]);
  });

  it('that is retained is refused, taken away and recorded, while connected', async () => {
    await refusing(() => broker.publish(`${mqtt.prefix}/outlets/13/set`, 'OFF', '-r'));
    await eventually(() => !broker.retained(`${mqtt.prefix}/outlets/13/set`).size);
    expect((await mqtt.log()).find(({ result }) => result === 'COMMAND_RETAINED')).toMatchObject({ via: 'mqtt' });
    expect(moves()).toEqual([]);
  });

  it('that is retained is refused and taken away after a start of the broker, and of the controller', async () => {
    await broker.kill();
    await mqtt.until(async () => (await stateOf(mqtt.admin)).state === 'unreachable');
    await broker.run();
    for (const below of ['outlets/14/set', 'command', 'groups/1/set'])
      broker.publish(`${mqtt.prefix}/${below}`, 'OFF', '-r');
    const before = await refused();
    await mqtt.until(async () => (await refused()) >= before + 3);
    await mqtt.until(
      () => ![...broker.retained(`${mqtt.prefix}/#`).keys()].some((topic) => /set$|command$/.test(topic)),
    );
    expect(moves()).toEqual([]);
    expect(await relay(14)).toBe('ON');
  });

  it('of a flood is dropped and counted, and the log has one line of it', async () => {
    await mqtt.pdu.seconds(10);
    const before = await refused();
    // Until so many were refused: a busy broker may drop messages that nobody acknowledges.
    await eventually(async () => {
      for (let each = 0; each < 500; each++) void mqtt.send('outlets/15/set', 'ON', { qos: 0 });
      return (await refused()) >= before + 400;
    });
    expect((await mqtt.log()).filter(({ kind }) => kind === 'mqtt.drop')).toHaveLength(1);
    expect((await mqtt.admin.put('/api/outlets/1', { outletName: 'Still here' })).status).toBe(200);
  });

  it('is not taken once commands are switched off', async () => {
    await mqtt.set({ mqttCommandsEnabled: false });
    await mqtt.pdu.seconds(1);
    await mqtt.send('outlets/16/set', 'OFF');
    await mqtt.send('outlets/16/set', 'OFF', { qos: 2 });
    await mqtt.pdu.seconds(3);
    expect([moves(), await relay(16)]).toEqual([[], 'ON']);
  });
});
