import { randomUUID } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { encodeDown } from '../../src/fleet-wire/messages.js';
import { signed } from '../../src/fleet-wire/signature.js';
import { downTopic } from '../../src/fleet-wire/topics.js';
import type { FleetAgent } from '../../src/fleet-link/fleet-agent.js';
import type { LinkSession } from '../../src/fleet-link/link/link-session.js';
import type { Client, Pdu } from '../support/app/pdu.js';
import { StallingLine } from '../support/servers/stalling-line.js';
import { ADDRESS, HubStandIn, otherKeys, until, untilConnected } from '../support/fleet/hub-stand-in.js';

const RELAY = '1-1200578';

/** A controller and the broker of a hub; the test speaks for the hub. */
let hub: HubStandIn;
let pdu: Pdu;
let admin: Client;
let agent: FleetAgent;

const session = (): LinkSession => {
  if (!agent.link) throw new Error('There is no link.');
  return agent.link.session;
};
const stateOf = async () => (await admin.get('/api/outlets/1')).body.state as string;
const aCommand = (command: 'ON' | 'OFF' = 'OFF', validFor = 10_000) => hub.aCommand(RELAY, command, validFor);

beforeEach(async () => {
  hub = await HubStandIn.start();
  pdu = await hub.aMember();
  Logger.overrideLogger(false); // dropped messages are logged
  admin = await pdu.as('admin');
  agent = await untilConnected(pdu);
});
afterEach(async () => {
  await pdu.stop();
  await hub.stop();
});

describe('a controller with a hub', () => {
  it('says hello, learns the time, carries a command out and answers what it has measured', async () => {
    expect(hub.of('hello')).toMatchObject([{ model: 'single-phase-16', name: 'Rackfeed PDU', event: 0 }]);
    const command = aCommand();
    hub.send('command', hub.sign('command', command));
    await until(() => hub.answersTo(command.id).length > 0);
    expect(hub.answersTo(command.id)).toEqual([{ id: command.id, outcome: 'done', code: null, measured: 'off' }]);
    expect(await stateOf()).toBe('OFF');
    const [entry] = (await admin.get('/api/log?kind=outlet.switch')).body.entries as { via: string; who: string }[];
    expect(entry).toMatchObject({ via: 'fleet', who: 'alice', address: '127.0.0.1' });
  });

  it('obeys only what its hub has signed, for this PDU and as it stands', async () => {
    const command = aCommand();
    hub.send('command', hub.sign('command', command, otherKeys()));
    hub.send('command', { ...hub.sign('command', command), command: 'OFF', target: '2-1200578' });
    hub.send('command', signed('command', { ...command, pdu: randomUUID() }, hub.keys.privateKey));
    hub.send('close', hub.sign('command', command));
    hub.broker.publish(downTopic(ADDRESS, 'command'), Buffer.from('{'), 1);
    const good = aCommand();
    hub.send('command', hub.sign('command', good));
    await until(() => hub.answersTo(good.id).length > 0);
    expect(hub.of('answer').map(({ id }) => id)).toEqual([good.id]);
  });

  it('does not carry out what comes late, whatever time somebody else says it is', async () => {
    const late = aCommand('OFF', 10_000);
    await pdu.seconds(20);
    const [{ run } = { run: 0 }] = hub.of('hello');
    const forged = { run, asked: Math.floor(pdu.clock.uptime()), clock: late.until - 5000 };
    hub.send('now', hub.sign('now', forged, otherKeys()));
    hub.send('now', hub.sign('now', { ...forged, run: run - 1 }));
    hub.send('command', hub.sign('command', late));
    await until(() => hub.answersTo(late.id).length > 0);
    expect(hub.answersTo(late.id)).toMatchObject([{ outcome: 'expired', measured: null }]);
    expect(await stateOf()).toBe('ON');
  });

  it('asks for the time before it begins a command when it has not heard it for a minute', async () => {
    hub.answersHellos = false;
    await pdu.seconds(61);
    hub.answersHellos = true;
    const asked = hub.of('hello').length;
    const command = aCommand();
    hub.send('command', hub.sign('command', command));
    await until(() => hub.of('hello').length > asked && session().now !== undefined);
    expect(hub.answersTo(command.id)).toEqual([]);
    hub.send('command', hub.sign('command', command));
    await until(() => hub.answersTo(command.id).length > 0);
    expect(await stateOf()).toBe('OFF');
  });

  it('never begins a command that the hub has closed', async () => {
    const command = aCommand();
    hub.send('close', hub.sign('close', command));
    hub.send('command', hub.sign('command', command));
    await until(() => hub.answersTo(command.id).length > 1);
    expect(hub.answersTo(command.id)).toMatchObject([{ outcome: 'expired' }, { outcome: 'expired' }]);
    expect(await stateOf()).toBe('ON');
  });

  it('answers what has ended while the line was cut, and again until the hub has it', async () => {
    const hellos = hub.of('hello').length;
    hub.broker.disconnect(ADDRESS.pdu);
    await until(() => hub.of('gone').length === 1 && !agent.link?.isConnected);
    const command = aCommand();
    // The command had arrived before the cut: only its answer is lost.
    await session().onMessage(downTopic(ADDRESS, 'command'), encodeDown('command', hub.sign('command', command)));
    expect(hub.of('answer')).toEqual([]);
    await pdu.seconds(3);
    await until(() => hub.of('hello').length > hellos && hub.answersTo(command.id).length >= 1);
    const answered = hub.answersTo(command.id).length;
    await pdu.seconds(5);
    await until(() => hub.answersTo(command.id).length > answered);
    hub.send('stored', { outcomes: [command.id] });
    const next = aCommand('ON');
    hub.send('close', hub.sign('close', next));
    await until(() => hub.answersTo(next.id).length === 1); // what was sent before it has arrived too
    const [before, ofNext] = [hub.answersTo(command.id).length, hub.answersTo(next.id).length];
    await pdu.seconds(5);
    await until(() => hub.answersTo(next.id).length > ofNext);
    expect(hub.answersTo(command.id)).toHaveLength(before);
    expect(await stateOf()).toBe('OFF');
  });

  it('does not carry out what a line delivers after it has stalled for longer than the command was valid', async () => {
    await pdu.stop();
    const line = await StallingLine.to(hub.port);
    pdu = await hub.aMember({ env: { RACKFEED_HUB: `127.0.0.1:${line.port}` } });
    admin = await pdu.as('admin');
    agent = await untilConnected(pdu);
    line.stall();
    const late = aCommand('OFF', 10_000);
    hub.send('command', hub.sign('command', late));
    await pdu.seconds(20);
    expect(hub.answersTo(late.id)).toEqual([]);
    line.goOn();
    await until(() => hub.answersTo(late.id).length > 0);
    expect(hub.answersTo(late.id)).toMatchObject([{ outcome: 'expired', measured: null }]);
    expect(await stateOf()).toBe('ON');
    const next = aCommand();
    hub.send('command', hub.sign('command', next));
    await until(() => hub.answersTo(next.id).length > 0);
    expect(await stateOf()).toBe('OFF');
    await pdu.stop();
    await line.stop();
    pdu = await hub.aMember();
  });

  it.each([
    ['forward', 400],
    ['back', -400],
  ])('judges the time of a command by its uptime and the clock of the hub, whose own jumps %s', async (_, days) => {
    const late = aCommand('OFF', 10_000);
    pdu.clock.setWall(pdu.clock.now() + days * 24 * 60 * 60_000);
    admin = await pdu.as('admin');
    await pdu.seconds(1);
    const good = aCommand('OFF', 10_000);
    hub.send('command', hub.sign('command', good));
    await until(() => hub.answersTo(good.id).length > 0);
    expect(hub.answersTo(good.id)).toMatchObject([{ outcome: 'done', measured: 'off' }]);
    await admin.put('/api/outlets/1', { state: 'ON' });
    await pdu.seconds(11);
    hub.send('command', hub.sign('command', late));
    await until(() => hub.answersTo(late.id).length > 0);
    expect(hub.answersTo(late.id)).toMatchObject([{ outcome: 'expired', measured: null }]);
    expect(await stateOf()).toBe('ON');
  });

  it('that was restored from a backup is a new run, and carries nothing out that its ledger has lost', async () => {
    const backup = mkdtempSync(join(tmpdir(), 'rackfeed-backup-'));
    await pdu.stop();
    cpSync(hub.folder, backup, { recursive: true });
    pdu = await hub.aMember();
    agent = await untilConnected(pdu);
    const command = aCommand('OFF', 10_000);
    hub.send('command', hub.sign('command', command));
    await until(() => hub.answersTo(command.id).length > 0);
    const runs = new Set(hub.of('hello').map(({ run }) => run));
    await pdu.stop();
    rmSync(hub.folder, { recursive: true });
    cpSync(backup, hub.folder, { recursive: true });
    rmSync(backup, { recursive: true });

    hub.clock.advance(60_000);
    hub.received.length = 0;
    pdu = await hub.aMember();
    admin = await pdu.as('admin');
    agent = await untilConnected(pdu);
    expect(hub.of('hello').every(({ run }) => !runs.has(run) && run > Math.max(...runs))).toBe(true);
    await admin.put('/api/outlets/1', { state: 'ON' });
    hub.send('command', hub.sign('command', command)); // as one of a hub whose answer was lost
    await until(() => hub.answersTo(command.id).length > 0);
    expect(hub.answersTo(command.id)).toMatchObject([{ outcome: 'expired', measured: null }]);
    expect(await stateOf()).toBe('ON');
  });
});
