import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { DataSource } from 'typeorm';
import type { DownMessage } from '../../src/fleet-wire/messages.js';
import { isSigned } from '../../src/fleet-wire/signature.js';
import { createPublicKey } from 'node:crypto';
import { HubKeysService } from '../../src/hub/authority/hub-keys.service.js';
import { uuidV7 } from '../../src/common/uuid.js';
import { Db } from '../../src/database/db.js';
import { CommandStore } from '../../src/hub/commands/command.store.js';
import { CommandsService } from '../../src/hub/commands/commands.service.js';
import type { ApiError } from '../../src/common/errors.js';
import { PdusService } from '../../src/hub/pdus/pdus.service.js';
import { PduAdminService } from '../../src/hub/pdus/pdu-admin.service.js';
import { accessWith, ADMINISTRATOR } from '../support/fixtures/permissions.js';
import { aHub, type Hub } from '../support/app/hub.js';
import type { Answer, Client } from '../support/app/pdu.js';
import { VirtualClock } from '../support/time/virtual-clock.js';
import { FleetBench } from '../support/fleet/fleet-bench.js';
import { type FleetPdu } from '../support/fleet/fleet-pdu.js';
import { eventually } from '../support/time/time-limits.js';

const OFF = { outlet: '1-70', command: 'OFF' };

let hub: Hub;
let fleet: FleetBench;
let admin: Client;
let pdu: FleetPdu;
let dataDir: string;

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'rackfeed-'));
  hub = await aHub({ dataDir });
  fleet = new FleetBench(hub);
  admin = await hub.as('admin');
  pdu = await fleet.aPdu();
  pdu.hello();
  await eventually(async () => (await outlets()).length === 2);
});
afterEach(async () => {
  await fleet.end();
  await hub.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const outlets = async () => (await admin.get(`/api/fleet/pdus/${pdu.id}/outlets`)).body.outlets as object[];
const send = (order: object = OFF, key?: string, client = admin): Promise<Answer> =>
  client.post(`/api/fleet/pdus/${pdu.id}/commands`, order, key === undefined ? {} : { 'idempotency-key': key });
const read = async (id: string) => (await admin.get(`/api/fleet/commands/${id}`)).body as Record<string, unknown>;
const sentTo = (kind: 'command' | 'close', id: string): DownMessage<'command'>[] =>
  pdu.of(kind).filter((message) => message.id === id);
const confirmed = (id: string) => pdu.of('stored').some(({ outcomes }) => outcomes?.includes(id));
/** Starts the hub again on its data. */
async function restart(): Promise<void> {
  await fleet.end();
  await hub.stop();
  hub = await aHub({ dataDir, clock: hub.clock });
  fleet.hub = hub;
  admin = await hub.as('admin');
}

describe('a command to an outlet of a PDU', () => {
  it('is accepted, sent with the signature of the hub, answered, confirmed, and in the log under one id', async () => {
    const { status, body } = await send({ ...OFF, reason: 'maintenance' });
    expect([status, body]).toMatchObject([202, { pdu: pdu.id, outlet: '1-70', outcome: 'open', who: 'admin' }]);
    const { id } = body as { id: string };
    await eventually(() => sentTo('command', id).length > 0);
    const [command] = sentTo('command', id);
    expect(command).toMatchObject({ target: '1-70', command: 'OFF', who: 'admin' });
    expect((command?.until ?? 0) - hub.clock.now()).toBe(10_000);
    const key = createPublicKey(hub.app.get(HubKeysService).current.signingPublic);
    expect(isSigned('command', pdu.id, { ...command }, key)).toBe(true);
    pdu.say('answer', { id, outcome: 'done', code: null, measured: 'off' });
    await eventually(() => confirmed(id));
    expect(await read(id)).toMatchObject({ outcome: 'done', measured: 'OFF', reason: 'maintenance' });
    const { entries } = (await admin.get(`/api/log?object=pdu:${pdu.id}&kind=pdu.command`)).body;
    expect(entries).toMatchObject([
      { after: { id, outlet: '1-70', outletName: 'Web server', command: 'OFF', reason: 'maintenance' } },
    ]);
    const [end] = (await admin.get(`/api/log?object=pdu:${pdu.id}&kind=pdu.commandEnd`)).body.entries;
    expect(end).toMatchObject({ after: { id, outcome: 'done' }, result: 'ok', cause: entries[0].id });
    expect(end.sentence).toContain('answered the command OFF for outlet “Web server”: done');
  });

  it('is sent each second until it is answered, and closed when its time is over', async () => {
    const { id } = (await send()).body as { id: string };
    await hub.seconds(5);
    await eventually(() => sentTo('command', id).length >= 3);
    expect(sentTo('close', id)).toEqual([]);
    await hub.seconds(6);
    await eventually(() => sentTo('close', id).length > 0);
    const count = sentTo('command', id).length;
    await hub.seconds(3);
    expect(sentTo('command', id)).toHaveLength(count);
    pdu.say('answer', { id, outcome: 'expired', code: null, measured: null });
    await eventually(() => confirmed(id));
    expect(await read(id)).toMatchObject({ outcome: 'expired', measured: null });
  });

  it('keeps its first end, and confirms every later answer', async () => {
    const { id } = (await send()).body as { id: string };
    pdu.say('answer', { id, outcome: 'refused', code: 'OUTLET_PROTECTED', measured: null });
    await eventually(() => confirmed(id));
    pdu.received.length = 0;
    pdu.say('answer', { id, outcome: 'done', code: null, measured: 'off' });
    await eventually(() => confirmed(id));
    expect(await read(id)).toMatchObject({ outcome: 'refused', code: 'OUTLET_PROTECTED' });
  });

  it('is not ended by another PDU', async () => {
    const other = await fleet.aPdu();
    const { id } = (await send()).body as { id: string };
    other.say('answer', { id, outcome: 'done', code: null, measured: 'off' });
    const unknown = '019aa0a0-0000-7000-8000-0000000000ff';
    other.say('answer', { id: unknown, outcome: 'done', code: null, measured: 'off' });
    // An answer to a command that the hub does not know any more is confirmed, or it would be sent for ever.
    await eventually(() => other.of('stored').some(({ outcomes }) => outcomes?.includes(unknown)));
    expect(other.of('stored').flatMap(({ outcomes }) => outcomes)).toEqual([unknown]);
    expect(await read(id)).toMatchObject({ outcome: 'open' });
  });

  it('is open while the PDU is away, then unknown, and gets its end when it is back', async () => {
    await hub.seconds(121);
    await fleet.cut(pdu);
    const { id } = (await send()).body as { id: string };
    expect(await read(id)).toMatchObject({ outcome: 'open' });
    await hub.seconds(11);
    expect(await read(id)).toMatchObject({ outcome: 'unknown' });
    expect((await admin.get('/api/fleet/commands?outcome=unknown')).body.items).toMatchObject([{ id }]);
    expect((await admin.get('/api/fleet/commands?outcome=open')).body.items).toEqual([]);
    await fleet.connect(pdu);
    pdu.hello();
    await eventually(() => sentTo('close', id).length > 0);
    pdu.say('answer', { id, outcome: 'expired', code: null, measured: null });
    await eventually(async () => (await read(id))['outcome'] === 'expired');
  });

  it('is found by its outcome with one question to the database, however many others wait', async () => {
    const waiting = await fleet.aPdu();
    const orders = Array.from({ length: 12 }, (_, n) => `/api/fleet/pdus/${n < 2 ? pdu.id : waiting.id}/commands`);
    await hub.seconds(121);
    waiting.hello();
    await fleet.cut(pdu);
    for (const path of orders) await admin.post(path, OFF);
    await hub.seconds(11);
    const source = hub.app.get(DataSource);
    const made = jest.spyOn(source, 'createQueryRunner');
    const page = async (query: string) =>
      (await admin.get(`/api/fleet/commands?limit=1&${query}`)).body as { items: { pdu: string }[]; next: string };
    const first = await page('outcome=unknown');
    expect(first.items).toMatchObject([{ pdu: pdu.id, outcome: 'unknown' }]);
    const questions = made.mock.calls.length;
    const second = await page(`outcome=unknown&after=${first.next}`);
    expect(second).toMatchObject({ items: [{ pdu: pdu.id }], next: null });
    expect(questions).toBeLessThan(3);
    expect((await admin.get('/api/fleet/commands?outcome=open')).body.items).toHaveLength(10);
    made.mockRestore();
  });

  it('that the server has committed for a hub that was killed is sent when its key comes again', async () => {
    const at = hub.clock.now();
    const id = uuidV7(at);
    const row = {
      ...{ id, number: at + 1, userId: admin.userId, key: 'k', pdu: pdu.id, outlet: '1-70', command: 'OFF' as const },
      ...{ who: 'admin', reason: null, acceptedAt: at, until: at + 10_000 },
      ...{ outcome: null, code: null, measured: null, endedAt: null, tries: 0 },
    };
    const record = { kind: 'pdu.command', object: 'pdu', cause: { kind: 'system', who: 'test' } } as const;
    const store = hub.app.get(CommandStore);
    await hub.app.get(Db).transaction((entities) => store.insert(entities, [{ row, record }]));
    await hub.seconds(2);
    expect(sentTo('command', id)).toEqual([]);
    expect(await send(OFF, 'k')).toMatchObject({ status: 202, body: { id } });
    await eventually(() => sentTo('command', id).length > 0);
    pdu.say('answer', { id, outcome: 'done', code: null, measured: 'off' });
    await eventually(() => confirmed(id));
    expect(await send(OFF, 'k')).toMatchObject({ status: 202, body: { id, outcome: 'done' } });
    pdu.received.length = 0;
    await hub.seconds(2);
    expect(sentTo('command', id)).toEqual([]);
  });

  it('goes on after a restart of the hub, with a higher number for the next', async () => {
    const { id } = (await send({ ...OFF, validMs: 60_000 })).body as { id: string };
    await eventually(() => sentTo('command', id).length > 0);
    await restart();
    expect(await read(id)).toMatchObject({ outcome: 'open' });
    pdu.received.length = 0;
    await fleet.connect(pdu);
    pdu.hello();
    await eventually(() => sentTo('command', id).length > 0);
    const next = (await send()).body as { id: string };
    await eventually(() => sentTo('command', next.id).length > 0);
    expect(sentTo('command', next.id)[0]?.number).toBeGreaterThan(sentTo('command', id)[0]?.number ?? Infinity);
    pdu.say('answer', { id, outcome: 'done', code: null, measured: 'off' });
    await eventually(() => confirmed(id));
    await hub.app.get(CommandsService).idle();
    expect(await read(id)).toMatchObject({ outcome: 'done' });
  });
});

describe('a hub whose clock was set back while it was stopped', () => {
  it('gives its PDUs no time before that of its open commands, so that none of them is valid for longer', async () => {
    const { until } = (await send({ ...OFF, validMs: 60_000 })).body as { until: string };
    await fleet.end();
    await hub.stop();
    const now = hub.clock.now();
    hub = await aHub({ dataDir, clock: new VirtualClock(new Date(now - 3_600_000).toISOString()) });
    fleet.hub = hub;
    pdu.received.length = 0;
    await fleet.connect(pdu);
    pdu.hello();
    await eventually(() => pdu.of('now').length > 0);
    expect(pdu.of('now')[0]?.clock).toBe(now);
    hub.clock.advance(60_001);
    await hub.poll();
    await eventually(() => pdu.of('close').length > 0);
    expect(pdu.of('close')[0]?.until).toBe(Date.parse(until));
  });
});

describe('a command that is sent again', () => {
  it('with the same key is the same command, however many come at once', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => send(OFF, 'key-1')));
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.id as string}`)).size).toBe(1);
    expect((await admin.get('/api/fleet/commands')).body.items).toHaveLength(1);
    const { id } = answers[0]?.body as { id: string };
    pdu.say('answer', { id, outcome: 'done', code: null, measured: 'off' });
    await eventually(() => confirmed(id));
    expect((await send(OFF, '"key-1"')).body).toMatchObject({ id, outcome: 'done' });
    await restart();
    expect((await send(OFF, 'key-1')).body).toMatchObject({ id, outcome: 'done' });
  });

  it('with the same key and another body is refused, and another user may have the same key', async () => {
    await send(OFF, 'key-1');
    for (const other of [{ outlet: '2-70' }, { command: 'ON' }, { validMs: 5000 }, { reason: 'x' }]) {
      expect(await send({ ...OFF, ...other }, 'key-1')).toMatchObject({
        status: 422,
        body: { code: 'IDEMPOTENCY_KEY_USED' },
      });
    }
    const operator = await hub.as({ viewOutlets: [pdu.id], modifyOutlets: [pdu.id] });
    expect((await send(OFF, 'key-1', operator)).status).toBe(202);
    expect((await admin.get('/api/fleet/commands')).body.items).toHaveLength(2);
  });
});

describe('commands of many callers at once', () => {
  it('share a commit: each has its own answer, and one that is refused leaves the others as they are', async () => {
    await send(OFF, 'used');
    const asked = [
      ...Array.from({ length: 12 }, (_, n) => send({ ...OFF, outlet: `${(n % 2) + 1}-70` }, `key-${n}`)),
      send({ ...OFF, outlet: '2-70' }, 'used'),
      send({ ...OFF, outlet: 'none' }),
      send({ ...OFF, outlet: '1-70' }, 'key-0'),
    ];
    const answers = await Promise.all(asked);
    expect(answers.map(({ status }) => status)).toEqual([...Array.from({ length: 12 }, () => 202), 422, 422, 202]);
    expect(answers[14]?.body).toMatchObject({ id: (answers[0]?.body as { id: string }).id });
    const { items } = (await admin.get('/api/fleet/commands')).body as { items: { outlet: string }[] };
    expect(items.map(({ outlet }) => outlet)).toHaveLength(13);
    for (const { body } of answers.slice(0, 12)) {
      const { id } = body as { id: string };
      await eventually(() => sentTo('command', id).length > 0);
      pdu.say('answer', { id, outcome: 'done', code: null, measured: 'off' });
    }
    for (const { body } of answers.slice(0, 12)) await eventually(() => confirmed((body as { id: string }).id));
    const { entries } = (await admin.get('/api/log?limit=200')).body as { entries: { kind: string }[] };
    expect(entries.filter(({ kind }) => kind === 'pdu.command')).toHaveLength(13);
    expect(entries.filter(({ kind }) => kind === 'pdu.commandEnd')).toHaveLength(12);
  });

  it('end together: each as its PDU has answered, and one that has an end keeps it', async () => {
    const ids = await Promise.all(Array.from({ length: 4 }, async () => ((await send()).body as { id: string }).id));
    const [first = '', second = '', third = '', fourth = ''] = ids;
    pdu.say('answer', { id: first, outcome: 'expired', code: null, measured: null });
    await eventually(() => confirmed(first));
    const done = { outcome: 'done', code: null, measured: 'off' } as const;
    const refused = { outcome: 'refused', code: 'OUTLET_PROTECTED', measured: null } as const;
    const ended = [
      [first, done, 1],
      [second, done, 1],
      [third, refused, 1],
      [fourth, done, 2],
    ] as const;
    const commands = new Map((await hub.app.get(CommandStore).open()).map((command) => [command.id, command]));
    const known = commands.get(second);
    if (!known) throw new Error('The command is not open.');
    await hub.app.get(CommandStore).end(
      ended.map(([id, end, tries]) => ({ command: commands.get(id) ?? { ...known, id }, end, tries })),
      hub.clock.now(),
      () => ({}),
    );
    const rows = await Promise.all(ids.map(async (id) => hub.app.get(CommandsService).find(id)));
    expect(rows.map(({ outcome, code, measured, tries }) => [outcome, code, measured, tries])).toEqual([
      ['expired', null, null, expect.any(Number)],
      ['done', null, 'off', 1],
      ['refused', 'OUTLET_PROTECTED', null, 1],
      ['done', null, 'off', 2],
    ]);
    const { entries } = (await admin.get('/api/log?limit=200')).body as { entries: { kind: string; result: string }[] };
    const results = entries.filter(({ kind }) => kind === 'pdu.commandEnd').map(({ result }) => result);
    expect(results.sort()).toEqual(['EXPIRED', 'OUTLET_PROTECTED', 'ok', 'ok']);
  });
});

describe('a command that is refused', () => {
  it.each([
    [{ command: 'OFF' }, 422, 'outlet must be'],
    [{ outlet: '1-70', command: 'UP' }, 422, 'command must be one of ON, OFF, REBOOT.'],
    [{ outlet: '9-70', command: 'OFF' }, 422, 'has no outlet "9-70".'],
    [{ ...OFF, validMs: 86_400_001 }, 422, 'validMs must be a whole number from 100 to 86400000'],
    [{ ...OFF, reason: 'x'.repeat(201) }, 422, 'reason must be'],
  ])('as %j', async (order, status, says) => {
    const answer = await send(order);
    expect([answer.status, answer.body.message]).toEqual([status, expect.stringContaining(says)]);
    expect((await admin.get('/api/fleet/commands')).body.items).toEqual([]);
    expect(pdu.of('command')).toEqual([]);
  });

  it('with a key that is none, at an unknown PDU, and at one that is revoked', async () => {
    expect((await send(OFF, 'two words')).body.code).toBe('IDEMPOTENCY_KEY_INVALID');
    const unknown = await admin.post('/api/fleet/pdus/019aa0a0-0000-7000-8000-0000000000ff/commands', {});
    expect([unknown.status, unknown.body.code]).toEqual([404, 'PDU_UNKNOWN']);
    await admin.post(`/api/fleet/pdus/${pdu.id}/revoke`);
    expect(await send()).toMatchObject({ status: 409, body: { code: 'PDU_NOT_ACTIVE' } });
  });

  it('by the rights of the caller: who may see a PDU may not switch it, and sees no other', async () => {
    const other = await fleet.aPdu();
    const viewer = await hub.as({ viewOutlets: [pdu.id] });
    expect((await send(OFF, undefined, viewer)).body.code).toBe('PDU_NOT_ALLOWED');
    const mine = (await send()).body as { id: string };
    const theirs = (await admin.post(`/api/fleet/pdus/${other.id}/commands`, OFF)).body as { id: string };
    expect((await viewer.get('/api/fleet/commands')).body.items).toMatchObject([{ id: mine.id }]);
    expect((await viewer.get(`/api/fleet/commands/${mine.id}`)).status).toBe(200);
    expect((await viewer.get(`/api/fleet/commands/${theirs.id}`)).body.code).toBe('FLEET_COMMAND_UNKNOWN');
    expect((await viewer.get(`/api/fleet/pdus/${other.id}/outlets`)).status).toBe(403);
  });

  it('when the caller has lost the session or the right while the command waited for its turn', async () => {
    const both = { viewOutlets: [pdu.id], modifyOutlets: [pdu.id] };
    const gone = { hasEnded: false, access: accessWith(both) };
    const limited = { hasEnded: false, access: accessWith(both) };
    const others = {
      userId: '9',
      username: 'operator',
      credential: { kind: 'session' as const, id: '1' },
      address: '::1',
    };
    const target = hub.app.get(PdusService).find(pdu.id);
    let open: () => void = () => undefined;
    const running = hub.app.get(Db).exclusively(() => new Promise<void>((resolve) => (open = resolve)));
    const asked = [gone, limited].map((each) =>
      hub.app
        .get(CommandsService)
        .accept(target, { outlet: '1-70', command: 'OFF' }, undefined, Object.assign(each, others))
        .then(
          () => 'accepted',
          (error: unknown) => (error as ApiError).code,
        ),
    );
    gone.hasEnded = true;
    limited.access = accessWith({ viewOutlets: [pdu.id] });
    open();
    await running;
    expect(await Promise.all(asked)).toEqual(['NOT_SIGNED_IN', 'PDU_NOT_ALLOWED']);
    await hub.seconds(1);
    expect(pdu.of('command')).toEqual([]);
  });

  it('when the PDU was revoked while the command waited for its turn', async () => {
    let open: () => void = () => undefined;
    const running = hub.app.get(Db).exclusively(() => new Promise<void>((resolve) => (open = resolve)));
    const target = hub.app.get(PdusService).find(pdu.id);
    const caller = { ...{ userId: '9', username: 'operator', address: '::1' }, access: ADMINISTRATOR };
    const ask = (outlet: string) =>
      hub.app
        .get(CommandsService)
        .accept(target, { outlet, command: 'OFF' }, undefined, { ...caller, credential: { kind: 'session', id: '1' } });
    const first = ask('1-70');
    await Promise.resolve();
    await Promise.resolve();
    const revoked = hub.app
      .get(PduAdminService)
      .revoke(pdu.id, { ...caller, credential: { kind: 'session', id: '1' } });
    const second = ask('2-70').catch((error: unknown) => (error as ApiError).code);
    open();
    await running;
    expect([await first, await revoked]).toMatchObject([{ outlet: '1-70' }, { state: 'revoked' }]);
    expect(await second).toBe('PDU_NOT_ACTIVE');
  });

  it('shows a command to who has sent it, also where the role may switch at the PDU and not see it', async () => {
    const sender = await hub.as({ modifyOutlets: [pdu.id] });
    const { id } = (await send(OFF, undefined, sender)).body as { id: string };
    const { id: foreign } = (await send()).body as { id: string };
    expect((await sender.get(`/api/fleet/commands/${id}`)).body).toMatchObject({ id, outcome: 'open' });
    expect((await sender.get(`/api/fleet/commands/${foreign}`)).body.code).toBe('FLEET_COMMAND_UNKNOWN');
  });

  it('with the name of the PDU for who may see it, and its id for who may only switch there', async () => {
    await admin.patch(`/api/fleet/pdus/${pdu.id}`, { name: 'Vault' });
    const sender = await hub.as({ modifyOutlets: [pdu.id] });
    const saidTo = async (client: Client) => (await send({ ...OFF, outlet: '9-70' }, undefined, client)).body;
    const unknown = await saidTo(sender);
    expect(unknown).toMatchObject({ code: 'PDU_OUTLET_UNKNOWN', message: expect.stringContaining(`"${pdu.id}"`) });
    expect(await saidTo(admin)).toMatchObject({ message: expect.stringContaining('"Vault"') });
    await admin.post(`/api/fleet/pdus/${pdu.id}/revoke`);
    const revoked = await saidTo(sender);
    expect(revoked).toMatchObject({ code: 'PDU_NOT_ACTIVE', message: expect.stringContaining(`"${pdu.id}"`) });
    expect(JSON.stringify([unknown, revoked])).not.toContain('Vault');
  });

  it('has commands in the log for who may read it and see the PDU, and for nobody else', async () => {
    await send();
    const kindsFor = async (viewOutlets: string[]): Promise<string[]> => {
      const { entries } = (await (await hub.as({ viewLog: true, viewOutlets })).get('/api/log?kind=pdu.command')).body;
      return (entries as { kind: string }[]).map(({ kind }) => kind);
    };
    expect(await kindsFor([pdu.id])).toEqual(['pdu.command']);
    expect(await kindsFor([])).toEqual([]);
  });

  it('when too many wait for the same PDU', async () => {
    const answers: Answer[] = [];
    for (let count = 0; count < 51; count++) answers.push(await send());
    expect(answers.map(({ status }) => status)).toEqual([...new Array<number>(50).fill(202), 429]);
    expect(answers.at(-1)?.headers.get('retry-after')).toBe('10');
  });
});

describe('the list of commands', () => {
  it('has pages of the newest first, of one PDU or all, and by outcome', async () => {
    const ids: string[] = [];
    for (let count = 0; count < 5; count++) ids.unshift(((await send()).body as { id: string }).id);
    const first = (await admin.get('/api/fleet/commands?limit=2')).body;
    expect(first.items.map(({ id }: { id: string }) => id)).toEqual(ids.slice(0, 2));
    await send(); // what is new does not move the pages that follow
    const second = (await admin.get(`/api/fleet/commands?limit=2&after=${first.next}`)).body;
    const third = (await admin.get(`/api/fleet/commands?limit=2&after=${second.next}&pdu=${pdu.id}`)).body;
    expect([...second.items, ...third.items].map(({ id }: { id: string }) => id)).toEqual(ids.slice(2));
    expect(third.next).toBeNull();
    expect((await admin.get('/api/fleet/commands?after=zzz')).body.message).toBe(
      'after must be the "next" of the page before.',
    );
    const id = ids[0] ?? '';
    pdu.say('answer', { id, outcome: 'failed', code: 'RELAY_FAULT', measured: 'on' });
    await eventually(() => confirmed(id));
    expect((await admin.get('/api/fleet/commands?outcome=failed')).body.items).toMatchObject([
      { id, code: 'RELAY_FAULT', measured: 'ON' },
    ]);
    expect((await admin.get('/api/fleet/commands?outcome=open&limit=4')).body.items).toHaveLength(4);
  });
});
