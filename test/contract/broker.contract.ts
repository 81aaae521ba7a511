import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import type { IClientOptions } from 'mqtt';
import { downFilter, downTopic, shardFilter, upTopic, type LinkAddress } from '../../src/fleet-wire/topics.js';
import { MqttReader } from '../support/clients/mqtt-reader.js';
import type { Broker } from '../support/servers/brokers.js';

const pdu = (number: number, shard = 7): LinkAddress => ({
  site: 'north',
  shard,
  pdu: `019aa0a0-0000-7000-8000-00000000000${number}`,
});

/**
 * The part of MQTT 3.1.1 that the link between a hub and its controllers uses, tested with one broker: nothing else may be
 * used, as no two brokers agree about it.
 */
export function checkBroker(start: () => Promise<Broker>): void {
  let broker: Broker;
  let hub: MqttReader;
  let controller: MqttReader;
  const others: MqttReader[] = [];
  let clients = 0;

  const connect = async (options?: IClientOptions): Promise<MqttReader> => {
    const reader = await MqttReader.connect(broker.url, `client-${++clients}`, options);
    others.push(reader);
    return reader;
  };

  beforeAll(async () => {
    broker = await start();
  });
  afterAll(() => broker.stop());
  beforeEach(async () => {
    hub = await connect();
    controller = await connect();
  });
  afterEach(async () => {
    for (const reader of others.splice(0)) await reader.end();
  });

  it('carries any bytes to who has subscribed to the topic', async () => {
    const bytes = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
    await hub.subscribe(upTopic(pdu(1), 'tick'));
    await controller.publish(upTopic(pdu(1), 'tick'), bytes);
    await controller.publish(upTopic(pdu(1), 'tick'), 'end');
    await hub.until('end');
    expect(hub.received[0]?.payload).toEqual(bytes);
  });

  it('confirms a message of QoS 1 and carries it at least once', async () => {
    await hub.subscribe(upTopic(pdu(1), 'event'), 1);
    await Promise.all(Array.from({ length: 50 }, (_, n) => controller.publish(upTopic(pdu(1), 'event'), `${n}`, 1)));
    await controller.publish(upTopic(pdu(1), 'event'), 'end', 1);
    const texts = (await hub.until('end')).map((line) => line.split(' ')[1]);
    expect([...new Set(texts)].sort()).toEqual([...Array.from({ length: 50 }, (_, n) => `${n}`), 'end'].sort());
  });

  it('finds by wildcards the PDUs of one shard at every site, and what is for one PDU', async () => {
    await hub.subscribe(shardFilter(7));
    await controller.subscribe(downFilter(pdu(1)));
    const elsewhere = { ...pdu(2), site: 'south' };
    for (const address of [pdu(1), pdu(3, 8), elsewhere]) await hub.publish(downTopic(address, 'lease'), 'lease');
    for (const address of [pdu(1), pdu(3, 8), elsewhere]) await controller.publish(upTopic(address, 'hello'), 'hello');
    await hub.publish(downTopic(pdu(1), 'key'), 'end');
    await controller.publish(upTopic(pdu(1), 'gone'), 'end');
    expect(await controller.until('end')).toEqual([
      `${downTopic(pdu(1), 'lease')} lease`,
      `${downTopic(pdu(1), 'key')} end`,
    ]);
    expect(await hub.until('end')).toEqual([
      `${upTopic(pdu(1), 'hello')} hello`,
      `${upTopic(elsewhere, 'hello')} hello`,
      `${upTopic(pdu(1), 'gone')} end`,
    ]);
  });

  it('keeps the order of what one client sends on a topic', async () => {
    await hub.subscribe(upTopic(pdu(1), 'tick'));
    const numbers = Array.from({ length: 500 }, (_, n) => `${n}`);
    await Promise.all(numbers.map((number) => controller.publish(upTopic(pdu(1), 'tick'), number)));
    await controller.publish(upTopic(pdu(1), 'tick'), 'end');
    expect((await hub.until('end')).map((line) => line.split(' ')[1])).toEqual([...numbers, 'end']);
  });

  it('keeps nothing for a client that is away, so that no command comes late', async () => {
    const topic = downTopic(pdu(1), 'command');
    const first = await MqttReader.connect(broker.url, 'away');
    await first.subscribe(topic, 1);
    await hub.publish(topic, 'before', 1);
    await first.until('before');
    await first.end();
    await hub.publish(topic, 'while it is away', 1);
    const again = await MqttReader.connect(broker.url, 'away');
    others.push(again);
    await again.subscribe(topic, 1);
    await hub.publish(topic, 'after', 1);
    expect(await again.until('after')).toEqual([`${topic} after`]);
  });

  it('publishes the will of a client whose connection breaks', async () => {
    const topic = upTopic(pdu(1), 'gone');
    await hub.subscribe(topic, 1);
    const mortal = await connect({ will: { topic, payload: Buffer.from('run 5'), qos: 1, retain: false } });
    mortal.breakConnection();
    expect(await hub.until('run 5')).toEqual([`${topic} run 5`]);
  });

  it('publishes no will of a client that has said goodbye', async () => {
    const topic = upTopic(pdu(1), 'gone');
    await hub.subscribe(topic, 1);
    const polite = await connect({ will: { topic, payload: Buffer.from('run 5'), qos: 1, retain: false } });
    await polite.client.endAsync();
    await controller.publish(topic, 'end', 1);
    expect(await hub.until('end')).toEqual([`${topic} end`]);
  });

  it('gives a client id to the newest connection, and closes the one before', async () => {
    const topic = downTopic(pdu(1), 'key');
    const older = await MqttReader.connect(broker.url, 'the-same');
    await older.subscribe(topic);
    const newer = await MqttReader.connect(broker.url, 'the-same');
    others.push(older, newer);
    await older.closed;
    await newer.subscribe(topic);
    await hub.publish(topic, 'end');
    expect([await newer.until('end'), older.received]).toEqual([[`${topic} end`], []]);
  });

  it('carries the longest reply, of 64 KiB', async () => {
    await hub.subscribe(upTopic(pdu(1), 'reply'), 1);
    await controller.publish(upTopic(pdu(1), 'reply'), Buffer.alloc(64 * 1024, 7), 1);
    await controller.publish(upTopic(pdu(1), 'reply'), 'end', 1);
    await hub.until('end');
    expect(hub.received[0]?.payload.equals(Buffer.alloc(64 * 1024, 7))).toBe(true);
  });
}
