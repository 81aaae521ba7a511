import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { BUILT_IN_PROFILES } from '../../src/hardware/profiles/index.js';
import { describeWith } from '../support/process/programs.js';
import { discoveryProblems } from '../support/protocols/home-assistant.js';
import { MqttPdu, stateOf } from '../support/protocols/mqtt-pdu.js';
import { Mosquitto } from '../support/servers/mosquitto.js';

const ON = { mqttCommandsEnabled: true, mqttDiscoveryEnabled: true };

type Component = Record<string, unknown>;
interface Announcement {
  readonly device: Record<string, unknown>;
  readonly origin: Record<string, unknown>;
  readonly components: Record<string, Component>;
}

describeWith('mosquitto', 'the announcement to Home Assistant', () => {
  describe.each(BUILT_IN_PROFILES)('of the model $model', ({ enclosureSerialNumber: serial }) => {
    const topic = `homeassistant/device/rackfeed_${serial}/config`;
    let broker: Mosquitto;
    let mqtt: MqttPdu;
    beforeAll(async () => {
      broker = await Mosquitto.start({ serial });
      const model = BUILT_IN_PROFILES.find((each) => each.enclosureSerialNumber === serial)?.model ?? '';
      mqtt = await MqttPdu.start(broker, ON, { model });
    });
    afterAll(async () => {
      await mqtt.stop();
      await broker.stop();
    });

    it('has nothing that Home Assistant would not take, for each kind of role', async () => {
      const outlets = mqtt.pdu.model.outlets.map(({ id }) => id);
      const viewer = await mqtt.pdu.as({ viewOutlets: outlets, viewInletStats: true, viewBankStats: true });
      for (const mqttUserId of ['1', viewer.userId]) {
        await mqtt.set({ mqttUserId });
        await mqtt.seconds(3);
        const retained = broker.retained();
        expect(discoveryProblems(topic, retained.get(topic) ?? '{}', retained)).toEqual([]);
      }
    });
  });

  describe('of a PDU', () => {
    const TOPIC = 'homeassistant/device/rackfeed_1000036/config';
    let broker: Mosquitto;
    let mqtt: MqttPdu;
    const text = (): string => mqtt.watch.newest.get(TOPIC) ?? '';
    const announced = (): Announcement => JSON.parse(text());
    const component = (key: string): Component | undefined => announced().components[key];
    beforeAll(async () => {
      broker = await Mosquitto.start();
      mqtt = await MqttPdu.start(broker, ON);
    });
    afterAll(async () => {
      await mqtt.stop();
      await broker.stop();
    });

    const spoiled = (key: string, change: Component): string => {
      const { components, ...rest } = announced();
      return JSON.stringify({ ...rest, components: { ...components, [key]: { ...components[key], ...change } } });
    };

    it.each<[string, () => string]>([
      ['a wrong unit', () => spoiled('outlet_1_energy', { unit_of_measurement: 'W' })],
      ['no unique_id', () => spoiled('outlet_1', { unique_id: undefined })],
      ['an object_id', () => spoiled('outlet_1', { object_id: 'outlet_1' })],
      ['a wildcard in a command topic', () => spoiled('outlet_1', { command_topic: 'rackfeed/+/outlets/1/set' })],
      ['a wrong state class', () => spoiled('outlet_1_energy', { state_class: 'measurement' })],
      ['a retained command', () => spoiled('outlet_1', { retain: true })],
      ['an origin without a name', () => JSON.stringify({ ...announced(), origin: { sw_version: '1' } })],
    ])('would be found wrong with %s', (_, wrong) => {
      const retained = new Map(mqtt.watch.newest);
      expect(discoveryProblems(TOPIC, text(), retained)).toEqual([]);
      expect(discoveryProblems(TOPIC, wrong(), retained)).toHaveLength(1);
    });

    it('follows a name, and a protection by another platform after the old one was taken away', async () => {
      await mqtt.admin.put('/api/outlets/1', { outletName: 'Web server' });
      await mqtt.until(() => component('outlet_1')?.['name'] === 'Web server');
      expect(component('outlet_1')).toMatchObject({
        platform: 'switch',
        command_topic: `${mqtt.prefix}/outlets/1/set`,
      });
      const before = mqtt.watch.of(TOPIC).length;
      await mqtt.admin.put('/api/outlets/1', { protection: 'locked' });
      await mqtt.until(() => component('outlet_1')?.['platform'] === 'binary_sensor');
      const [removal] = mqtt.watch.of(TOPIC).slice(before);
      expect((JSON.parse(removal ?? '') as Announcement).components['outlet_1']).toEqual({ platform: 'switch' });
      expect(component('outlet_1_reboot')).toBeUndefined();
      await mqtt.admin.put('/api/outlets/1', { protection: 'rebootOnly' });
      await mqtt.until(() => component('outlet_1_reboot') !== undefined);
    });

    it('has switches only while commands are taken, and only for who may switch', async () => {
      await mqtt.set({ mqttCommandsEnabled: false });
      await mqtt.until(() => component('outlet_2')?.['platform'] === 'binary_sensor');
      expect(Object.values(announced().components).some(({ command_topic: topic }) => topic !== undefined)).toBe(false);
      await mqtt.set({ mqttCommandsEnabled: true });
      await mqtt.until(() => component('outlet_2')?.['platform'] === 'switch');
    });

    it('comes again after Home Assistant has started', async () => {
      const before = mqtt.watch.of(TOPIC).length;
      broker.publish('homeassistant/status', 'online');
      await mqtt.until(() => mqtt.watch.of(TOPIC).length > before);
      expect(JSON.parse(mqtt.watch.of(TOPIC).at(-1) ?? '')).toEqual(announced());
    });

    it('takes away by name what an earlier start has announced and is there no more', async () => {
      await broker.kill();
      await mqtt.until(async () => (await stateOf(mqtt.admin)).state !== 'connected');
      await broker.run();
      const { components, ...rest } = announced();
      const gone = { outlet_99: components['outlet_2'], outlet_3: { ...components['outlet_3'], platform: 'sensor' } };
      broker.publish(TOPIC, JSON.stringify({ ...rest, components: { ...components, ...gone } }), '-r');
      const before = mqtt.watch.of(TOPIC).length;
      const sent = (): Announcement[] =>
        mqtt.watch
          .of(TOPIC)
          .slice(before)
          .map((each) => JSON.parse(each));
      /** By its platform alone. */
      const takesAway = ({ components: all }: Announcement): boolean =>
        JSON.stringify(all['outlet_99']) === '{"platform":"switch"}';
      await mqtt.until(() => sent().some(takesAway));
      const removal = sent().find(takesAway);
      expect(removal?.components['outlet_3']).toEqual({ platform: 'sensor' });
      await mqtt.until(() => component('outlet_99') === undefined && component('outlet_3')?.['platform'] === 'switch');
      expect(JSON.parse(broker.retained(TOPIC).get(TOPIC) ?? '')).toEqual(announced());
    });

    it('goes away when it is switched off', async () => {
      await mqtt.set({ mqttDiscoveryEnabled: false });
      await mqtt.until(() => text() === '');
      expect(broker.retained('homeassistant/#').size).toBe(0);
    });

    it('of an earlier start goes away where discovery is off', async () => {
      await broker.kill();
      await mqtt.until(async () => (await stateOf(mqtt.admin)).state !== 'connected');
      await broker.run();
      const before = mqtt.watch.of(TOPIC).length;
      const left = { components: { outlet_1: { platform: 'switch' } } };
      broker.publish(TOPIC, JSON.stringify(left), '-r');
      await mqtt.until(() => mqtt.watch.of(TOPIC).length >= before + 2 && text() === '');
      expect(broker.retained('homeassistant/#').size).toBe(0);
    });
  });
});
