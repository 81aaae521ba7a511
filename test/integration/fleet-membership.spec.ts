import { randomUUID, X509Certificate } from 'node:crypto';
import { readFileSync, rmSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { restoreBackup, writeBackup } from '../../src/database/maintenance/backup.js';
import { decodeUp, type UpMessage } from '../../src/fleet-wire/messages.js';
import { PdusService } from '../../src/hub/pdus/pdus.service.js';
import type { Client } from '../support/app/pdu.js';
import { agentOf, isLinked } from '../support/fleet/hub-stand-in.js';
import { Fleet } from '../support/fleet/fleet.js';

const RELAY = '1-1200578';
const DAY = 24 * 60 * 60_000;

let fleet: Fleet;
let admin: Client;
let answers: UpMessage<'answer'>[];
let events: UpMessage<'event'>[];

const linkOf = async () => (await admin.get('/api/fleet/link')).body;
const linkState = async () => (await linkOf()).state as string;
const pdusAtHub = async () =>
  (await fleet.operator.get('/api/fleet/pdus')).body.items as { id: string; state: string }[];
const isConnected = () => isLinked(fleet.pdu);

async function start(env: Record<string, string>): Promise<void> {
  const pdu = await fleet.startPdu(env);
  Logger.overrideLogger(false);
  admin = await pdu.as('admin');
}
/** Joins the hub with a token that needs nobody to accept the PDU. */
async function joinHub(): Promise<string> {
  await start({ RACKFEED_HUB_TOKEN: await fleet.aToken({ accept: true }) });
  await fleet.until(isConnected);
  return (await linkOf()).pdu as string;
}
const openAtHub = async () => {
  const { items } = (await fleet.operator.get('/api/fleet/events?open=true')).body as { items: typeof events };
  return items.map(({ code, object }) => `${code} ${object}`).sort();
};
const memberAtHub = () => {
  const [pdu] = fleet.hub.app.get(PdusService).all;
  if (!pdu) throw new Error('The hub has no PDU.');
  return pdu;
};
let number = 0;
function sendCommand(command: 'ON' | 'OFF'): string {
  const id = randomUUID();
  const until = fleet.link.now + 10_000;
  fleet.link.sendSigned('command', memberAtHub(), {
    id,
    number: ++number,
    target: RELAY,
    command,
    until,
    who: 'alice',
  });
  return id;
}
const answerTo = (id: string) => answers.find((answer) => answer.id === id);

beforeEach(async () => {
  [answers, events] = [[], []];
  fleet = await Fleet.start();
  fleet.link.onUp('answer', (_, payload) => void answers.push(decodeUp('answer', payload)));
  fleet.link.onUp('event', (_, payload) => void events.push(decodeUp('event', payload)));
});
afterEach(() => fleet.stop());

describe('a PDU with a token of the hub', () => {
  it('waits until it is accepted, then it connects, is switched by the hub and answers', async () => {
    const token = await fleet.aToken();
    await start({ RACKFEED_HUB_TOKEN: token });
    await fleet.until(async () => (await linkState()) === 'pending');
    const [pending] = await pdusAtHub();
    const name = 'Rackfeed PDU 1000036'; // nobody has named it
    expect(pending).toMatchObject({ state: 'pending', site: 'north', model: 'single-phase-16', name });
    await fleet.seconds(60); // asked again meanwhile
    expect(await pdusAtHub()).toHaveLength(1);
    await fleet.operator.post(`/api/fleet/pdus/${pending?.id}/accept`);
    await fleet.until(isConnected);
    expect(await linkOf()).toMatchObject({ state: 'connected', pdu: pending?.id, site: 'north' });
    const id = sendCommand('OFF');
    await fleet.until(() => answerTo(id) !== undefined);
    expect(answerTo(id)).toEqual({ id, outcome: 'done', code: null, measured: 'off' });
    expect((await admin.get('/api/outlets/1')).body.state).toBe('OFF');
  });

  it('is active at once with a token that says so, and needs the token no more', async () => {
    const pdu = await joinHub();
    await start({});
    await fleet.until(isConnected);
    expect((await linkOf()).pdu).toBe(pdu);
    expect(await pdusAtHub()).toHaveLength(1);
  });

  it('keeps its key to itself: in a private file, and in no answer and no document', async () => {
    const token = await fleet.aToken({ accept: true });
    await start({ RACKFEED_HUB_TOKEN: token });
    await fleet.until(isConnected);
    const path = join(fleet.folder, 'fleet-identity.json');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const { key } = JSON.parse(readFileSync(path, 'utf8')) as { key: string };
    const line = key.split('\n')[1] ?? '';
    for (const route of ['/api/fleet/link', '/api/config/export', '/api/system/diagnostics', '/api/conf', '/metrics']) {
      const text = JSON.stringify((await admin.get(route)).body);
      expect([route, text.includes(line), text.includes(token)]).toEqual([route, false, false]);
    }
  });
});

describe('a PDU that cannot join', () => {
  it('says so, and sends nothing to a hub that is not the one of the token', async () => {
    const other = await Fleet.start();
    const token = await other.aToken({ accept: true });
    await other.stop();
    await start({ RACKFEED_HUB_TOKEN: token });
    await fleet.until(async () => (await linkState()) === 'refused');
    expect((await linkOf()).reason).toMatch(/^The token is not of the hub that answers/);
    expect(await pdusAtHub()).toEqual([]);
  });

  it.each<[string, () => Promise<Record<string, string>>, RegExp]>([
    ['without a token', async () => ({}), /set RACKFEED_HUB_TOKEN/],
    [
      'with a token that was withdrawn',
      async () => {
        const token = await fleet.aToken();
        await fleet.operator.delete('/api/fleet/enrolments/1');
        return { RACKFEED_HUB_TOKEN: token };
      },
      /^The hub does not accept the token/,
    ],
    [
      'under a name that the certificate of the hub does not have',
      async () => ({
        RACKFEED_HUB: `hub.localhost:${fleet.link.port}`,
        RACKFEED_HUB_TOKEN: await fleet.aToken(),
      }),
      /RACKFEED_FLEET_HOST/,
    ],
  ])('%s says what to do', async (_, env, sentence) => {
    await start(await env());
    await fleet.until(async () => (await linkState()) === 'refused');
    expect((await linkOf()).reason).toMatch(sentence);
    expect(await pdusAtHub()).toEqual([]);
  });

  it('says that the hub is not there, and goes on trying', async () => {
    const token = await fleet.aToken({ accept: true });
    await start({ RACKFEED_HUB: '127.0.0.1:1', RACKFEED_HUB_TOKEN: token });
    await fleet.until(async () => (await linkState()) === 'unreachable');
    expect((await linkOf()).reason).toMatch(/^The hub cannot be reached: .+\.$/);
    await start({ RACKFEED_HUB_TOKEN: token });
    await fleet.until(isConnected);
  });
});

describe('a PDU that was revoked', () => {
  it('is disconnected and says so; with a new token it joins as another one', async () => {
    const first = await joinHub();
    await fleet.operator.post(`/api/fleet/pdus/${first}/revoke`);
    await fleet.until(async () => (await linkState()) === 'refused');
    expect((await linkOf()).reason).toMatch(/^The hub does not admit this PDU: it was revoked/);
    await start({ RACKFEED_HUB_TOKEN: await fleet.aToken({ accept: true }) });
    await fleet.until(isConnected);
    expect((await linkOf()).pdu).not.toBe(first);
    expect((await pdusAtHub()).map(({ state }) => state)).toEqual(['revoked', 'active']);
  });
});

describe('the certificate of a PDU', () => {
  it('is renewed at two thirds of its time, for the same key, and stored', async () => {
    const pdu = await joinHub();
    const agent = await agentOf(fleet.pdu);
    const stored = () =>
      JSON.parse(readFileSync(join(fleet.folder, 'fleet-identity.json'), 'utf8')) as {
        readonly key: string;
        readonly membership: { readonly certificate: string };
      };
    const [before, ends] = [stored(), agent.status.certificateEnds ?? 0];
    await fleet.seconds(2);
    fleet.clock.advance(58 * DAY);
    await fleet.seconds(2);
    expect(stored()).toEqual(before);
    fleet.clock.advance(3 * DAY);
    await fleet.until(() => (agent.status.certificateEnds ?? 0) > ends);
    const { key, membership } = stored();
    const certificate = new X509Certificate(membership.certificate);
    expect([key, certificate.subject]).toEqual([before.key, `CN=${pdu}`]);
    expect(Date.parse(certificate.validTo) - fleet.clock.now()).toBeGreaterThan(89 * DAY);
  });
});

describe('the events of a PDU', () => {
  it('of what held before it joined are sent as it joins, and not again with a restart', async () => {
    await start({});
    const banks = { '1200579': { breakerClosed: false } };
    await admin.patch('/api/simulator', { outlets: { [RELAY]: { loadAmps: 14 } }, banks });
    await fleet.until(async () => (await admin.get('/api/alarms')).body.total > 0);
    await fleet.pdu.stop();
    await joinHub();
    const high = () => events.filter(({ code, object }) => code === 'HIGH_LOAD' && object === '1200578');
    await fleet.until(() => high().length > 0);
    await fleet.until(async () => (await linkOf()).eventsWaiting === 0);
    expect(events).toContainEqual(expect.objectContaining({ code: 'BREAKER_OPEN', object: '1200579', raised: true }));
    const numbers = new Set(high().map((event) => event.number));
    await fleet.pdu.stop();
    await start({});
    await fleet.until(isConnected);
    await admin.patch('/api/simulator', { outlets: { [RELAY]: { loadAmps: 1 } } });
    await fleet.until(() => high().some(({ raised }) => !raised));
    expect(new Set(high().flatMap(({ raised, number }) => (raised ? [number] : [])))).toEqual(numbers);
    expect(numbers.size).toBe(1);
  });

  it('of its users are sent as it joins too, and what ends while the controller is stopped ends at the hub', async () => {
    await start({});
    const event = { name: 'Much', code: 45, params: [RELAY, '5', '1'], actions: [] };
    const { body } = await admin.post('/api/events', event);
    await admin.patch('/api/simulator', { outlets: { [RELAY]: { loadAmps: 17 } } });
    await fleet.until(async () => (await admin.get('/api/alarms')).body.total > 1);
    await joinHub();
    const alarms = async () => {
      const { alarms: shown } = (await admin.get('/api/alarms')).body as { alarms: { objectId: string }[] };
      return shown.map(({ objectId }) => objectId).sort();
    };
    await fleet.until(async () => (await openAtHub()).includes(`EVENT_45 ${RELAY}`));
    await fleet.until(async () => (await openAtHub()).length === (await alarms()).length);
    expect((await openAtHub()).map((each) => each.split(' ')[1]).sort()).toEqual(await alarms());
    await fleet.pdu.stop();
    const file = join(fleet.folder, 'simulator.json');
    rmSync(file); // the load is low again
    await start({});
    await fleet.until(isConnected);
    await fleet.until(async () => (await openAtHub()).length === 0);
    const ended = events.filter(({ code, raised }) => code === 'EVENT_45' && !raised);
    expect(ended).toMatchObject([{ event: body.id, text: expect.stringMatching(/^Much: /) }]);
  });

  it('are what holds there after a backup of its controller was restored', async () => {
    await joinHub();
    const load = (loadAmps: number) => admin.patch('/api/simulator', { outlets: { [RELAY]: { loadAmps } } });
    const isOpen = async () => (await openAtHub()).includes('HIGH_LOAD 1200578');
    await load(14);
    await fleet.until(isOpen);
    const path = join(fleet.folder, 'a.backup');
    const key = { cost: { memoryCost: 8, timeCost: 1, parallelism: 1 }, deriveKey: async () => Buffer.alloc(32, 7) };
    const file = await open(path, 'w+');
    await writeBackup(fleet.folder, file, key, fleet.clock.now());
    await load(1);
    await fleet.until(async () => !(await isOpen()));
    await load(14);
    await fleet.pdu.stop();
    await restoreBackup(fleet.folder, file, key, fleet.clock.now()).finally(() => file.close());
    await start({});
    await fleet.until(isOpen);
  });

  it('of its users begin and end with a limit and a value', async () => {
    await joinHub();
    const made = await admin.post('/api/events', {
      name: 'High load',
      code: 45,
      params: [RELAY, '5', '1'],
      actions: [],
    });
    expect(made.status).toBe(200);
    await admin.patch('/api/simulator', { outlets: { [RELAY]: { loadAmps: 7 } } });
    await fleet.until(() => events.some(({ code }) => code === 'EVENT_45'));
    const raised = events.find(({ code }) => code === 'EVENT_45');
    expect(raised).toMatchObject({ object: RELAY, limit: 5, raised: true, severity: 'warning' });
    expect(raised?.value).toBeGreaterThan(5);
    expect(raised?.text).toContain('High load');
    await admin.patch('/api/simulator', { outlets: { [RELAY]: { loadAmps: 1 } } });
    await fleet.until(() => events.some((event) => event.code === 'EVENT_45' && !event.raised));
    await fleet.until(async () => (await linkOf()).eventsWaiting === 0);
    const atHub = (await fleet.operator.get('/api/fleet/events')).body.items as { code: string; raised: boolean }[];
    expect(atHub.filter(({ code }) => code === 'EVENT_45').map(({ raised: isRaised }) => isRaised)).toEqual([
      false,
      true,
    ]);
  });
});
