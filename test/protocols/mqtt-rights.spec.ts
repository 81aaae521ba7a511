import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Answer } from '../support/app/pdu.js';
import { describeWith } from '../support/process/programs.js';
import { MqttPdu } from '../support/protocols/mqtt-pdu.js';
import { differences, matrixUsers, type MatrixUser } from '../support/protocols/rights-matrix.js';
import { Mosquitto } from '../support/servers/mosquitto.js';
import { eventually } from '../support/time/time-limits.js';

interface Command {
  readonly name: string;
  readonly path: string;
  /** The object, as the command in JSON names it. */
  readonly target: object;
  readonly state: string;
}

/** An object whose state is published where the API shows it. */
interface Shown {
  readonly name: string;
  readonly path: string;
  readonly topic: string;
}

describeWith('mosquitto', 'MQTT and every role', () => {
  let broker: Mosquitto;
  let mqtt: MqttPdu;
  let people: MatrixUser[];
  let group: string;

  beforeAll(async () => {
    broker = await Mosquitto.start();
    mqtt = await MqttPdu.start(broker, { mqttCommandsEnabled: true });
    people = await matrixUsers(mqtt.pdu);
    group = (await mqtt.admin.post('/api/groups', { groupName: 'One', outlets: ['1'] })).body.id;
  });
  afterAll(async () => {
    await mqtt.stop();
    await broker.stop();
  });

  const nameOf = ({ person }: MatrixUser): string => person.name;

  it('is refused and allowed each command as over HTTP', async () => {
    const commands: Command[] = [
      ...['ON', 'OFF', 'REBOOT'].map((state) => ({ path: '/api/outlets/1', target: { outlet: 1 }, state })),
      { path: '/api/outlets/2', target: { outlet: 2 }, state: 'ON' },
      { path: '/api/outlets/99', target: { outlet: 99 }, state: 'ON' },
      { path: `/api/groups/${group}`, target: { group }, state: 'ON' },
      { path: '/api/groups/999', target: { group: '999' }, state: 'ON' },
      ...['ON', 'OFF'].map((state) => ({
        path: '/api/relayOutputs/R1-1000036',
        target: { relay: 'R1-1000036' },
        state,
      })),
      { path: '/api/relayOutputs/none', target: { relay: 'none' }, state: 'ON' },
    ].map((each) => ({ ...each, name: `PUT ${each.path} ${each.state}` }));
    const found: string[] = [];
    for (const user of people) {
      await mqtt.set({ mqttUserId: user.person.userId });
      found.push(
        ...(await differences({
          users: [user],
          nameOf,
          cells: commands,
          overHttp: async ({ person }, { path, state }) => {
            await mqtt.pdu.seconds(30); // budgets of commands, and a reboot before
            return codeOf(await mqtt.pdu.request('PUT', path, { state }, await person.headers('token')));
          },
          overProtocol: async (_, { target, state }) => {
            await mqtt.pdu.seconds(30);
            const { ok, error } = await answered({ ...target, state });
            return ok ? 'done' : error?.code;
          },
        })),
      );
    }
    expect(found).toEqual([]);
  });

  it('has the states published that the API shows', async () => {
    const bank = mqtt.pdu.model.banks[0]?.id;
    const shown: Shown[] = [
      { name: 'outlet 1', path: '/api/outlets/1', topic: 'outlets/1/state' },
      { name: 'outlet 2', path: '/api/outlets/2', topic: 'outlets/2/state' },
      { name: 'readings of outlet 2', path: '/api/outlets/2', topic: 'outlets/2' },
      { name: 'the group', path: `/api/groups/${group}`, topic: `groups/${group}` },
      { name: 'the relay output', path: '/api/relayOutputs/R1-1000036', topic: 'relays/R1-1000036/state' },
      { name: 'a bank', path: `/api/banks/${bank}`, topic: `banks/${bank}` },
      { name: 'an inlet', path: `/api/inlets/${mqtt.pdu.model.inlets[0]?.id}`, topic: 'inlets/1' },
    ];
    const found: string[] = [];
    for (const user of people) {
      await mqtt.set({ mqttUserId: user.person.userId });
      await mqtt.pdu.seconds(12); // an interval of readings
      await published();
      found.push(
        ...(await differences({
          users: [user],
          nameOf,
          cells: shown,
          overHttp: async ({ person }, { path }) => {
            const { status } = await mqtt.pdu.request('GET', path, undefined, await person.headers('token'));
            return status === 200;
          },
          overProtocol: (_, { topic }) => Promise.resolve((mqtt.newest(topic) ?? '') !== ''),
        })),
      );
    }
    expect(found).toEqual([]);
  });

  /** Sends a command and waits for its answer. */
  async function answered(members: object): Promise<{ ok: boolean; error?: { code: string } }> {
    const id = randomUUID();
    await mqtt.send('command', { id, at: new Date(mqtt.pdu.clock.now()).toISOString(), ...members });
    const answers = (): { id: string; ok: boolean; error?: { code: string } }[] =>
      mqtt.watch
        .of(`${mqtt.prefix}/command/result`)
        .map((text) => JSON.parse(text))
        .filter((each: { id: string }) => each.id === id);
    await eventually(() => answers().length > 0);
    return answers()[0] ?? { ok: false };
  }

  /** Waits until everything that has been published is here: the broker passes messages of one client on in their order. */
  async function published(): Promise<void> {
    await answered({ outlet: 99, state: 'ON' });
  }
});

/** The code of a refusal, or `done`. */
const codeOf = ({ status, body }: Answer): string =>
  status === 200 || status === 202 ? 'done' : ((body as { code?: string }).code ?? String(status));
