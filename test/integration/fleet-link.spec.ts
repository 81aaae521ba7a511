import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { decodeUp, encodeDown, type DownMessage, type UpMessage } from '../../src/fleet-wire/messages.js';
import { signed } from '../../src/fleet-wire/signature.js';
import { downTopic, parseTopic, type LinkAddress } from '../../src/fleet-wire/topics.js';
import { FleetCommands } from '../../src/fleet-link/ledger/fleet-commands.js';
import { FleetSwitchingService } from '../../src/fleet-link/ledger/fleet-switching.service.js';
import { Ledger } from '../../src/fleet-link/ledger/ledger.js';
import { LedgerStore } from '../../src/fleet-link/ledger/ledger.store.js';
import { HubConnection } from '../../src/fleet-link/link/hub-connection.js';
import { LinkSession } from '../../src/fleet-link/link/link-session.js';
import { PduDriver } from '../../src/hardware/pdu.driver.js';
import { SnapshotStore } from '../../src/hardware/snapshot.store.js';
import { FleetAuthority } from '../../src/hub/authority/fleet-authority.js';
import { EmbeddedBroker } from '../../src/hub/broker/embedded-broker.js';
import { OutletCommandsService } from '../../src/outlets/outlet-commands.service.js';
import { SwitchingService } from '../../src/switching/switching.service.js';
import { makeCertificateRequest } from '../../src/tls/certificate-request.js';
import { aPdu, type Client, type Pdu } from '../support/app/pdu.js';

const ADDRESS: LinkAddress = { site: 'north', shard: 0, pdu: '019aa0a0-0000-7000-8000-000000000001' };
const RELAY = '1-1200578';
const RUN = 7;
const HASH = 'a'.repeat(32);
const HUB_TIME = 1_800_000_000_000;

/** A controller and the broker of a hub, with a connection that a test can cut; the test speaks for the hub. */
let pdu: Pdu;
let admin: Client;
let broker: EmbeddedBroker;
let session: LinkSession;
let connection: HubConnection | undefined;
let credential: { readonly key: string; readonly certificate: string; readonly authority: string };
let answers: UpMessage<'answer'>[];
let hellos: UpMessage<'hello'>[];
let gone: number;
let number: number;
const hub = generateKeyPairSync('ed25519');

const hubClock = () => HUB_TIME + pdu.clock.uptime();
const send = (kind: 'now' | 'command' | 'close' | 'stored', message: object) =>
  broker.publish(downTopic(ADDRESS, kind), encodeDown(kind, message as never), 1);
const sign = <K extends 'now' | 'command' | 'close'>(
  kind: K,
  message: Omit<DownMessage<K>, 'sig' | 'pdu'>,
  key = hub,
) => signed(kind, { ...message, pdu: ADDRESS.pdu }, key.privateKey);
const sendTime = ({ run, asked }: UpMessage<'hello'>) => send('now', sign('now', { run, asked, clock: hubClock() }));
const aCommand = (command: 'ON' | 'OFF' = 'OFF', validFor = 10_000) => ({
  ...{ id: randomUUID(), number: ++number, target: RELAY, command, until: hubClock() + validFor, who: 'alice' },
});
const until = async (holds: () => boolean) => {
  while (!holds()) await new Promise((resolve) => setImmediate(resolve));
};
const answersTo = (id: string) => answers.filter((answer) => answer.id === id);
const stateOf = async () => (await admin.get('/api/outlets/1')).body.state as string;

async function connect(): Promise<void> {
  connection = await HubConnection.open({
    ...{ host: '127.0.0.1', port: broker.port, address: ADDRESS, run: RUN, ...credential },
    onMessage: (topic, payload) => void session.onMessage(topic, payload),
    onEnd: () => (connection = undefined),
  });
  session.onConnect();
}

function received(topic: string, payload: Buffer): void {
  const kind = parseTopic(topic)?.kind;
  if (kind === 'answer') answers.push(decodeUp(kind, payload));
  if (kind === 'gone') gone = decodeUp(kind, payload).run;
  if (kind !== 'hello') return;
  const hello = decodeUp(kind, payload);
  hellos.push(hello);
  sendTime(hello);
}

beforeEach(async () => {
  [answers, hellos, gone, number] = [[], [], 0, 0];
  pdu = await aPdu();
  Logger.overrideLogger(false); // dropped messages are logged
  admin = await pdu.as('admin');
  const authority = await FleetAuthority.create(Date.now());
  const { key, request } = makeCertificateRequest({
    ...{ commonName: 'a PDU', names: { hosts: [], addresses: [] }, keyType: 'ec' },
  });
  const certificate = await authority.issue(request, ADDRESS.pdu, Date.now());
  credential = { key, certificate, authority: authority.certificate };
  broker = await EmbeddedBroker.start({
    ...{ host: '127.0.0.1', port: 0, authority: authority.certificate, isAdmitted: () => true, onMessage: received },
    certificate: await authority.serverCertificate({ hosts: ['localhost'], addresses: ['127.0.0.1'] }, Date.now()),
  });
  const { app, clock } = pdu;
  const get = <T>(type: new (...parts: never[]) => T): T => app.get<T>(type);
  const switching = new FleetSwitchingService(
    app.get(PduDriver),
    get(OutletCommandsService),
    get(SwitchingService),
    get(SnapshotStore),
  );
  const store = get(LedgerStore);
  session = new LinkSession({
    ...{ address: ADDRESS, run: RUN, hubKey: hub.publicKey, uptime: () => clock.uptime() },
    facts: () => ({
      ...{ release: '0.1.0', serial: '1', model: 'single-phase-16', name: 'Rack 7', profile: HASH, config: HASH },
      ...{ event: 0, oldest: null, newest: null },
    }),
    send: (topic, payload) => connection?.send(topic, payload),
  });
  session.start(
    new FleetCommands(new Ledger(), {
      now: () => session.now,
      refusal: () => undefined,
      store: (entry, isNewest) => store.store(entry, isNewest),
      drive: (command, lateEnd) => switching.drive(command, '127.0.0.1', lateEnd),
      measured: (relay) => switching.measured(relay),
      isRebooting: (relay) => switching.isRebooting(relay),
      answer: (entry) => session.answer(entry),
      askForTime: () => session.askForTime(),
      remove: (ids) => store.remove(ids),
    }),
  );
  await connect();
  await until(() => session.now !== undefined);
});
afterEach(async () => {
  await connection?.end();
  await broker.stop();
  await pdu.stop();
});

describe('a controller with a hub', () => {
  it('says hello, learns the time, carries a command out and answers what it has measured', async () => {
    expect(hellos).toMatchObject([{ run: RUN, model: 'single-phase-16', name: 'Rack 7' }]);
    const command = aCommand();
    send('command', sign('command', command));
    await until(() => answersTo(command.id).length > 0);
    expect(answersTo(command.id)).toEqual([{ id: command.id, outcome: 'done', code: null, measured: 'off' }]);
    expect(await stateOf()).toBe('OFF');
  });

  it('obeys only what its hub has signed, for this PDU and as it stands', async () => {
    const other = generateKeyPairSync('ed25519');
    const command = aCommand();
    send('command', sign('command', command, other));
    send('command', { ...sign('command', command), command: 'OFF', target: '2-1200578' });
    send('command', signed('command', { ...command, pdu: randomUUID() }, hub.privateKey));
    send('close', sign('command', command));
    broker.publish(downTopic(ADDRESS, 'command'), Buffer.from('{'), 1);
    const good = aCommand();
    send('command', sign('command', good));
    await until(() => answersTo(good.id).length > 0);
    expect(answers.map(({ id }) => id)).toEqual([good.id]);
  });

  it('does not carry out what comes late, whatever time somebody else says it is', async () => {
    const late = aCommand('OFF', 10_000);
    await pdu.seconds(20);
    const forged = { run: RUN, asked: Math.floor(pdu.clock.uptime()), clock: late.until - 5000 };
    send('now', sign('now', forged, generateKeyPairSync('ed25519')));
    send('now', sign('now', { ...forged, run: RUN - 1 }));
    send('command', sign('command', late));
    await until(() => answersTo(late.id).length > 0);
    expect(answersTo(late.id)).toMatchObject([{ outcome: 'expired', measured: null }]);
    expect(await stateOf()).toBe('ON');
  });

  it('asks for the time before it begins a command when it has not heard it for a minute', async () => {
    await pdu.seconds(61);
    const asked = hellos.length;
    const command = aCommand();
    send('command', sign('command', command));
    await until(() => hellos.length > asked && session.now !== undefined);
    expect(answersTo(command.id)).toEqual([]);
    send('command', sign('command', command));
    await until(() => answersTo(command.id).length > 0);
    expect(await stateOf()).toBe('OFF');
  });

  it('never begins a command that the hub has closed', async () => {
    const command = aCommand();
    send('close', sign('close', command));
    send('command', sign('command', command));
    await until(() => answersTo(command.id).length > 1);
    expect(answersTo(command.id)).toMatchObject([{ outcome: 'expired' }, { outcome: 'expired' }]);
    expect(await stateOf()).toBe('ON');
  });

  it('answers what has ended while the line was cut, and again until the hub has it', async () => {
    broker.disconnect(ADDRESS.pdu);
    await until(() => gone === RUN && connection === undefined);
    const command = aCommand();
    // The command had arrived before the cut: only its answer is lost.
    await session.onMessage(downTopic(ADDRESS, 'command'), encodeDown('command', sign('command', command)));
    expect(answers).toEqual([]);
    await connect();
    await until(() => answersTo(command.id).length === 1);
    session.onTick(pdu.clock.uptime() + 5000);
    await until(() => answersTo(command.id).length === 2);
    send('stored', { outcomes: [command.id] });
    const next = aCommand('ON');
    send('close', sign('close', next));
    await until(() => answersTo(next.id).length === 1); // what was sent before it has arrived too
    session.onTick(pdu.clock.uptime() + 10_000);
    await until(() => answersTo(next.id).length === 2);
    expect(answersTo(command.id)).toHaveLength(2);
    expect(await stateOf()).toBe('OFF');
  });
});
