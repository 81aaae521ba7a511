/** The PDUs of `hub.mjs`: connections of the real link without a controller behind them. */
import { connectAsync } from 'mqtt';
import { setTimeout as after } from 'node:timers/promises';
import { decodeDown, encodeUp } from '../../dist/fleet-wire/messages.js';
import { encodeMinute } from '../../dist/fleet-wire/minute.js';
import { encodeProfile, profileHash, seriesListOf } from '../../dist/fleet-wire/profile.js';
import { encodeReply } from '../../dist/fleet-wire/reply.js';
import { TickEncoder } from '../../dist/fleet-wire/ticks.js';
import { downFilter, parseTopic, upTopic } from '../../dist/fleet-wire/topics.js';
import { measureOf } from '../../dist/readings-format/measures.js';

const OUTLETS = 48;
const RUN = 1;
const CONNECTING = 20;
const PROFILE = profileOf();
const BYTES = encodeProfile(PROFILE);
const SERIES = seriesListOf(PROFILE);
const HELLO = {
  ...{ run: RUN, release: '1.0.0', serial: '1', model: PROFILE.model, name: 'bench', asked: 1, event: 0 },
  ...{ profile: profileHash(BYTES), config: 'c'.repeat(32), oldest: null, newest: null },
};
let lines = [];

process.once('disconnect', () => process.exit()); // the hub has ended
process.on('message', ({ connect, ticks, minutes, until }) => {
  const work = connect ? connectAll(connect) : ticks ? sendTicks(ticks) : sendMinutes(minutes, until);
  work.then(
    () => process.send('done'),
    (error) => {
      console.error(error);
      process.exit(1);
    },
  );
});

/** 48 outlets on four banks of one inlet, with all that is measured. */
function profileOf() {
  const banks = ['70', '71', '72', '73'].map((id, place) => ({ id, name: `Bank ${place + 1}` }));
  const outlets = Array.from({ length: OUTLETS }, (_, place) => {
    const bank = banks[Math.floor(place / 12)].id;
    return { id: `${place + 1}-${bank}`, name: `Outlet ${place + 1}`, bank };
  });
  const series = (object, ...names) =>
    names.map((quantity) => ({ object, quantity, measure: measureOf(quantity).code }));
  const power = ['current', 'activePower', 'apparentPower', 'powerFactor', 'energy'];
  return {
    ...{ model: 'bench-48', inlets: [{ id: 'I1-7', name: 'Inlet' }], banks, outlets },
    series: [
      ...series('I1-7', ...power, 'voltage', 'frequency', 'reactivePower'),
      ...banks.flatMap(({ id }) => series(id, ...power, 'voltage', 'frequency', 'reactivePower')),
      ...outlets.flatMap(({ id }) => series(id, ...power)),
    ],
  };
}

async function connectAll({ port, site, key, ca, pdus }) {
  const waiting = [...pdus];
  const connectSome = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) lines.push(await aLine(next, { port, site, key, ca }));
  };
  await Promise.all(Array.from({ length: CONNECTING }, connectSome));
}

async function aLine({ id, cert }, { port, site, key, ca }) {
  const address = { site, shard: 0, pdu: id };
  const will = { topic: upTopic(address, 'gone'), payload: encodeUp('gone', { run: RUN }), qos: 1 };
  const client = await connectAsync(`mqtts://127.0.0.1:${port}`, {
    ...{ key, ca, cert, will, clientId: id, protocolVersion: 4, clean: true, reconnectPeriod: 0, keepalive: 60 },
  });
  client.on('message', (topic, payload) => answer(client, address, topic, payload));
  await client.subscribeAsync(downFilter(address), { qos: 1 });
  client.publish(upTopic(address, 'hello'), encodeUp('hello', HELLO), { qos: 1 });
  return { client, address, ticks: new TickEncoder(SERIES, RUN) };
}

/** The profile when it is asked for, and each command as done. */
function answer(client, address, topic, payload) {
  const { kind } = parseTopic(topic);
  if (kind !== 'query' && kind !== 'command') return;
  const { message } = decodeDown(kind, payload);
  if (kind === 'command') {
    const outcome = { id: message.id, outcome: 'done', code: null, measured: 'on' };
    client.publish(upTopic(address, 'answer'), encodeUp('answer', outcome), { qos: 1 });
    return;
  }
  const bytes = message.kind === 'profile' ? BYTES : Buffer.alloc(0);
  for (const part of encodeReply(message.id, bytes)) client.publish(upTopic(address, 'reply'), part, { qos: 1 });
}

/** Readings of which every digit moves. */
const readings = (place) =>
  Float64Array.from({ length: SERIES.length }, (_, i) => 100 + ((place * 7919 + i * 131) % 997) / 7);

/** Each PDU once a second, spread over it. */
async function sendTicks(rounds) {
  for (let round = 0; round < rounds; round++) {
    const begun = performance.now();
    await spread(begun, 900, ({ client, address, ticks }, place) => {
      client.publish(upTopic(address, 'tick'), ticks.encode(readings(round * 31 + place)), { qos: 0 });
    });
    await after(Math.max(0, begun + 1000 - performance.now()));
  }
}

/** The last minutes, each of all PDUs within some seconds. */
async function sendMinutes(count, until) {
  for (let minute = until - count; minute < until; minute++) {
    const means = readings(minute);
    const states = { relays: Array(OUTLETS).fill('on'), breakers: Array(4).fill('on') };
    const payload = encodeMinute({ minute, means, peaks: means.map((mean) => mean * 1.2), ...states }, SERIES);
    await spread(performance.now(), 2000, ({ client, address }) => {
      client.publish(upTopic(address, 'minute'), payload, { qos: 1 });
    });
  }
}

/** Calls with each line, in ten parts over this time. */
async function spread(begun, within, send) {
  const part = Math.ceil(lines.length / 10);
  for (let at = 0, n = 0; at < lines.length; at += part, n++) {
    await after(Math.max(0, begun + (n * within) / 10 - performance.now()));
    lines.slice(at, at + part).forEach((line, place) => send(line, at + place));
  }
}
