import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { AuditLogService } from '../../src/audit/audit-log.service.js';
import { NewestReadable } from '../../src/audit/newest-readable.js';
import { Access, PERMISSION_FLAGS, type Permissions } from '../../src/common/access.js';
import { VirtualClock } from '../support/time/virtual-clock.js';
import type { SimulatedPdu } from '../../src/hardware/drivers/simulator/simulated-pdu.js';
import { aPdu, type Client, type Pdu } from '../support/app/pdu.js';

const [FIRST, SECOND, THIRD] = ['1-1200578', '2-1200578', '3-1200578'] as const;
const BANK = '1200578';
const INLET = 'I1-1000036';

interface Entry {
  readonly id: number;
  readonly kind: string;
  readonly time: string;
  readonly object: { readonly id: string; readonly name?: string };
  readonly sentence: string;
  readonly cause?: number;
  readonly firstCause?: number;
  readonly details: { readonly via: string; readonly after?: Record<string, unknown> };
}

const timeline = async (client: Client, query = ''): Promise<Entry[]> =>
  ((await client.get(`/api/timeline${query}`)).body as { entries: Entry[] }).entries;
const sentences = async (client: Client, query: string): Promise<string[]> =>
  (await timeline(client, query)).map(({ sentence }) => sentence);

describe('the timeline', () => {
  let pdu: Pdu;
  let admin: Client;
  const simulate = async (change: object): Promise<void> => {
    await admin.patch('/api/simulator', change);
    await pdu.seconds(1);
  };

  beforeAll(async () => {
    pdu = await aPdu();
    admin = await pdu.as('admin');
    await admin.put(`/api/outlets/${FIRST}`, { outletName: 'Storage head 1' });
    await admin.put(`/api/banks/${BANK}`, { bankName: 'Bank 1' });
    await pdu.seconds(1);
  });
  afterAll(() => pdu.stop());

  it('says which rule switched an outlet, and what it saw', async () => {
    const action = await admin.post('/api/actions', { name: 'Shed', code: 11, params: [FIRST, 'OFF', ''] });
    const params = [BANK, '14', '10'];
    const rule = { name: 'Bank 1 nearly full', code: 31, params, actions: [action.body.id] };
    const { body: event } = await admin.post('/api/events', rule);
    await simulate({ outlets: { [SECOND]: { loadAmps: 14.2 } } });
    await pdu.seconds(14);
    await simulate({ outlets: { [SECOND]: { loadAmps: 0.5 } } });
    const [switching] = await timeline(admin, `?object=outlet:${FIRST}&kinds=outlet.switch`);
    expect(switching?.sentence).toMatch(
      /^Storage head 1 was switched off by event “Bank 1 nearly full”, because Bank 1 was above 14 A for 10 s \(\d+(\.\d+)? A\)\.$/,
    );
    const [trigger] = await timeline(admin, `?object=event:${event.id}&kinds=event.trigger`);
    expect(trigger).toMatchObject({ id: switching?.cause, object: { name: 'Bank 1 nearly full' } });
    // A page without the trigger has it apart, so that a client can say why in another language.
    for (const path of ['/api/timeline?kinds=outlet.switch', '/api/log?kind=outlet.switch']) {
      const { causes } = (await admin.get(`${path}&object=outlet:${FIRST}`)).body as { causes?: Entry[] };
      expect(causes?.map(({ id }) => id)).toEqual([trigger?.id]);
    }
    expect((await admin.get('/api/timeline?limit=500')).body).not.toHaveProperty('causes');
    expect(trigger?.sentence).toMatch(/^Event “Bank 1 nearly full” triggered, because Bank 1 was above 14 A/);
    const [ran] = await timeline(admin, `?object=action:${action.body.id}&kinds=action.run`);
    expect(ran).toMatchObject({
      cause: trigger?.id,
      sentence: expect.stringContaining(
        'Action “Shed” was run by event “Bank 1 nearly full”, because Bank 1 was above',
      ),
    });
    // The bank's own timeline has what triggered for it.
    expect((await timeline(admin, `?object=bank:${BANK}`)).map(({ id }) => id)).toContain(trigger?.id);
    await admin.delete(`/api/events/${event.id}`);
    await admin.put(`/api/outlets/${FIRST}`, { state: 'ON' });
  });

  it('follows a reboot and a sequence to the command that asked for them', async () => {
    await admin.put(`/api/outlets/${SECOND}`, { state: 'REBOOT' });
    await pdu.seconds(8);
    const [on, off, asked] = await timeline(admin, `?object=outlet:${SECOND}`);
    expect([on?.cause, off?.cause, asked?.cause]).toEqual([asked?.id, asked?.id, undefined]);
    expect([on?.sentence, off?.sentence, asked?.sentence]).toEqual([
      'Outlet 2 was switched on in the reboot requested by admin.',
      'Outlet 2 was switched off in the reboot requested by admin.',
      'A reboot of Outlet 2 was requested by admin.',
    ]);
    const { body: group } = await admin.post('/api/groups', { groupName: 'Rack', outlets: [SECOND, THIRD], delay: 1 });
    await admin.put(`/api/groups/${group.id}`, { state: 'OFF' });
    await admin.put(`/api/groups/${group.id}`, { state: 'ON' });
    await pdu.seconds(4);
    const [again, before] = await timeline(admin, `?object=outlet:${THIRD}&kinds=outlet.switch`);
    expect([again?.sentence, before?.sentence]).toEqual([
      'Outlet 3 was switched on with group “Rack”, requested by admin.',
      'Outlet 3 was switched off with group “Rack”, requested by admin.',
    ]);
    const commands = (await timeline(admin, `?object=group:${group.id}&kinds=group.switch`)).map(({ id }) => id);
    expect([again?.cause, before?.cause]).toEqual(commands);
  });

  describe('why an outlet is as it is', () => {
    const why = async (id: string) => String((await admin.get(`/api/outlets/${id}/why`)).body['text']);

    it('is not said by a command that was refused', async () => {
      await admin.put(`/api/outlets/${THIRD}`, { state: 'ON' });
      const cause = { kind: 'modbus', who: 'Operators' } as const;
      const refused = { kind: 'outlet.switch', object: `outlet:${THIRD}`, cause, after: { state: 'OFF' } };
      await pdu.app.get(AuditLogService).tryToRecord({ ...refused, result: 'OUTLET_NOT_ALLOWED' });
      expect(await why(THIRD)).toMatch(/^Outlet 3 is on\. At .* UTC: Outlet 3 was switched on by admin\.$/);
    });

    it('says what was measured where the relay did not follow', async () => {
      await simulate({ outlets: { [THIRD]: { relayStuck: true, loadAmps: 0.5 } } });
      expect((await admin.put(`/api/outlets/${THIRD}`, { state: 'OFF' })).body.code).toBe('RELAY_FAULT');
      expect(await why(THIRD)).toMatch(
        /^Outlet 3 is switched off, but there is still voltage behind its relay\. At .*: Outlet 3 did not follow the command OFF: there is voltage behind the relay \(RELAY_FAULT\)\./,
      );
      await simulate({ outlets: { [THIRD]: { relayStuck: false } } });
      await admin.put(`/api/outlets/${THIRD}`, { state: 'ON' });
    });

    it('says that nothing was measured where the hardware did not answer', async () => {
      await simulate({ bus: { failing: true } });
      expect((await admin.put(`/api/outlets/${THIRD}`, { state: 'OFF' })).body.code).toBe('HARDWARE_SILENT');
      const [failed] = await timeline(admin, `?object=outlet:${THIRD}&kinds=outlet.fault`);
      expect(failed?.sentence).toBe(
        'Outlet 3 did not confirm the command OFF: nothing was measured (HARDWARE_SILENT).',
      );
      await simulate({ bus: { failing: false } });
    });
  });

  it('has what happens to the hardware by itself, and what triggers because of it', async () => {
    const { body: event } = await admin.post('/api/events', { name: 'Tripped', code: 30, params: [BANK], actions: [] });
    await simulate({ banks: { [BANK]: { breakerClosed: false } } });
    await simulate({ banks: { [BANK]: { breakerClosed: true } } });
    const [closed, tripped] = await timeline(
      admin,
      `?object=bank:${BANK}&kinds=bank.breakerClosed,bank.breakerTripped`,
    );
    expect([closed?.sentence, tripped?.sentence]).toEqual([
      'The breaker of Bank 1 was closed again.',
      'The breaker of Bank 1 tripped.',
    ]);
    expect(await timeline(admin, `?object=event:${event.id}&kinds=event.trigger`)).toMatchObject([
      { cause: tripped?.id, sentence: 'Event “Tripped” triggered, because the breaker of Bank 1 tripped.' },
    ]);
    await simulate({ sensors: { A: { connected: false } } });
    expect(await sentences(admin, '?kinds=sensor.disconnected')).toEqual([
      expect.stringMatching(/ was disconnected\.$/),
    ]);
  });

  it('writes ten records of a contact that bounces, then one a minute, and ends with what is so', async () => {
    for (let time = 0; time < 30; time++) await simulate({ sensors: { A: { connected: time % 2 === 1 } } });
    const bounces = await timeline(admin, '?kinds=sensor.');
    expect(bounces.length).toBeLessThan(16);
    await pdu.seconds(61);
    const [newest] = await timeline(admin, '?kinds=sensor.');
    expect(newest?.kind).toBe('sensor.connected');
  });

  it('follows a cold start to the mains that came back', async () => {
    await simulate({ inlets: { [INLET]: { powered: false } } });
    await simulate({ inlets: { [INLET]: { powered: true } } });
    await pdu.seconds(20);
    const [back, lost] = await timeline(admin, `?object=inlet:${INLET}&kinds=inlet.mainsBack,inlet.mainsLost`);
    expect([back?.kind, lost?.kind]).toEqual(['inlet.mainsBack', 'inlet.mainsLost']);
    const [coldStart] = await timeline(admin, '?kinds=device.coldStart');
    expect(coldStart?.cause).toBe(back?.id);
  });

  it('keeps the names of the time, whatever the objects are called now', async () => {
    await admin.put(`/api/outlets/${THIRD}`, { outletName: 'Old name' });
    await admin.put(`/api/outlets/${THIRD}`, { state: 'OFF' });
    await admin.put(`/api/outlets/${THIRD}`, { outletName: 'New name' });
    await admin.put(`/api/outlets/${THIRD}`, { state: 'ON' });
    expect((await sentences(admin, `?object=outlet:${THIRD}`)).slice(0, 4)).toEqual([
      'New name was switched on by admin.',
      'Old name was changed by admin: name from “Old name” to “New name”.',
      'Old name was switched off by admin.',
      'Outlet 3 was changed by admin: name from “Outlet 3” to “Old name”.',
    ]);
    const log = (await admin.get(`/api/log?object=outlet:${THIRD}&limit=1`)).body.entries;
    expect(log).toMatchObject([{ name: 'New name', sentence: 'New name was switched on by admin.' }]);
  });

  it('is read page by page, without a gap or a repetition, by kinds and by time', async () => {
    const all = await timeline(admin, '?limit=500');
    const seen: number[] = [];
    let next: number | undefined;
    do {
      const { body } = await admin.get(`/api/timeline?limit=7${next === undefined ? '' : `&cursor=${next}`}`);
      seen.push(...(body.entries as Entry[]).map(({ id }) => id));
      next = body.nextCursor as number | undefined;
    } while (next !== undefined);
    expect(seen).toEqual(all.map(({ id }) => id));
    const switchings = await timeline(admin, '?kinds=outlet.,bank.&limit=500');
    expect(switchings.map(({ id }) => id)).toEqual(
      all.filter(({ kind }) => /^(outlet|bank)\./.test(kind)).map(({ id }) => id),
    );
    const middle = all[Math.floor(all.length / 2)]?.time ?? '';
    const before = await timeline(admin, `?limit=500&to=${middle}`);
    const after = await timeline(admin, `?limit=500&from=${middle}`);
    expect(before.map(({ id }) => id)).toEqual(all.filter(({ time }) => time <= middle).map(({ id }) => id));
    expect(after.map(({ id }) => id)).toEqual(all.filter(({ time }) => time >= middle).map(({ id }) => id));
    expect(await timeline(admin, '?kinds=laser.')).toEqual([]);
    expect(await timeline(admin, '?object=device&limit=500')).toEqual(all);
  });

  it('finds an outlet by its index as by its id, and by neither for a role that may not view it', async () => {
    const byId = await timeline(admin, `?object=outlet:${SECOND}`);
    expect(byId.length).toBeGreaterThan(0);
    expect(await timeline(admin, '?object=outlet:2')).toEqual(byId);
    expect(await timeline(admin, '?object=outlet:99')).toEqual([]);
    const reader = await pdu.as({ viewUsersList: true, viewOutlets: [FIRST] });
    const answers = ['2', SECOND, '99'].map((outlet) => reader.get(`/api/timeline?object=outlet:${outlet}`));
    expect((await Promise.all(answers)).map(({ status, body }) => [status, body])).toEqual(
      Array(3).fill([200, { entries: [] }]),
    );
  });

  it('and the log find the entries of an outlet that is given by its index', async () => {
    const log = async (who: typeof admin, outlet: string) => (await who.get(`/api/log?object=outlet:${outlet}`)).body;
    const byId = await log(admin, SECOND);
    expect(byId.entries.length).toBeGreaterThan(0);
    expect([await log(admin, '2'), (await log(admin, '99')).entries]).toEqual([byId, []]);
    const csv = async (outlet: string) => (await admin.get(`/api/log?format=csv&object=outlet:${outlet}`)).body;
    expect(await csv('2')).toBe(await csv(SECOND));
    const reader = await pdu.as({ viewUsersList: true, viewOutlets: [FIRST] });
    expect([await log(reader, '2'), await log(reader, SECOND), await log(reader, '99')]).toEqual(
      Array(3).fill({ entries: [] }),
    );
  });

  it('hides from a role what the log hides', async () => {
    const reader = await pdu.as({ viewUsersList: true, viewOutlets: [FIRST] });
    const seen = await timeline(reader, '?limit=500');
    expect(seen.length).toBeGreaterThan(0);
    expect(seen.filter(({ object }) => !/^(user|role|outlet):/.test(object.id))).toEqual([]);
    expect(seen.filter(({ object: { id } }) => id.startsWith('outlet:') && id !== `outlet:${FIRST}`)).toEqual([]);
    // The event that led to it may not be read, so neither its id nor its condition is shown.
    const switchings = await timeline(reader, `?object=outlet:${FIRST}&kinds=outlet.switch`);
    const switching = switchings.find(({ details }) => details.via === 'action');
    expect(switching).toMatchObject({ sentence: 'Storage head 1 was switched off by event “Bank 1 nearly full”.' });
    expect(switching).not.toHaveProperty('cause');
    expect((await (await pdu.as({ viewOutlets: [FIRST] })).get('/api/timeline')).status).toBe(403);
  });

  it.each(['?limit=0', '?limit=501', '?cursor=x', '?from=yesterday', '?object[x]=1&limit=x'])(
    'refuses %s',
    async (query) => {
      expect((await admin.get(`/api/timeline${query}`)).status).toBe(422);
    },
  );
});

describe('GET /api/outlets/{id}/why', () => {
  let pdu: Pdu;
  let admin: Client;
  const why = async (client: Client, outlet: string) => (await client.get(`/api/outlets/${outlet}/why`)).body;

  beforeAll(async () => {
    pdu = await aPdu();
    admin = await pdu.as('admin');
    const action = await admin.post('/api/actions', { name: 'Shed', code: 11, params: [FIRST, 'OFF', ''] });
    const actions = [action.body.id];
    await admin.post('/api/events', { name: 'Tripped', code: 30, params: [BANK], actions });
    await pdu.seconds(1);
    await admin.patch('/api/simulator', { banks: { [BANK]: { breakerClosed: false } } });
    await pdu.seconds(3);
  });
  afterAll(() => pdu.stop());

  it('answers the newest change and its chain up to the first, as one paragraph and as entries', async () => {
    const body = await why(admin, FIRST);
    expect(body).toMatchObject({ outlet: FIRST, outletName: 'Outlet 1', state: 'OFF' });
    expect(body.chain.map(({ kind }: Entry) => kind)).toEqual([
      'outlet.switch',
      'event.trigger',
      'bank.breakerTripped',
    ]);
    expect(body.text).toMatch(
      /^Outlet 1 is off\. At 2026-\S+ \S+ UTC: Outlet 1 was switched off by event “Tripped”, because the breaker of .* tripped\./,
    );
    // Each fact once: the rule and the breaker are in the sentence of the switching.
    expect(body.text.match(/because/g)).toHaveLength(1);
    expect(body.supply).toMatchObject([{ kind: 'bank.breakerTripped' }]);
    expect(body.text).toMatch(/ It has no power\. At 2026-\S+ \S+ UTC: The breaker of [^.]*\.$/);
  });

  it('says first what keeps power from an outlet that is on', async () => {
    const body = await why(admin, SECOND);
    expect(body).toMatchObject({ state: 'ON', chain: [], supply: [{ kind: 'bank.breakerTripped' }] });
    expect(body.text).toMatch(/^Outlet 2 is on\. It has no power\. At 2026-\S+ \S+ UTC: The breaker of /);
  });

  it('says when an outlet that is being rebooted turns on', async () => {
    await admin.patch('/api/simulator', { banks: { [BANK]: { breakerClosed: true } } });
    await admin.put(`/api/outlets/${SECOND}`, { state: 'REBOOT' });
    await pdu.seconds(1);
    const { text } = await why(admin, SECOND);
    expect(text).toMatch(
      /switched off in the reboot requested by admin\..* It is being rebooted and turns on in \d s\.$/,
    );
    await pdu.seconds(6);
    expect((await why(admin, SECOND)).text).toMatch(
      /^Outlet 2 is on\. .*switched on in the reboot requested by admin\./,
    );
  });

  it('names users and events only to those who may know them', async () => {
    const viewer = await pdu.as({ viewOutlets: [FIRST, SECOND] });
    const [first, second] = [await why(viewer, FIRST), await why(viewer, SECOND)];
    expect(first.text).toMatch(/was switched off by an event\.$/);
    expect(second.text).toContain('in the reboot requested by a user');
    expect(JSON.stringify([first, second])).not.toMatch(/admin|Tripped|127\.0\.0\.1|breaker/);
    expect((await viewer.get(`/api/outlets/${THIRD}/why`)).status).toBe(403);
    expect((await admin.get('/api/outlets/99/why')).status).toBe(404);
  });
});

describe('the supply in the timeline of an outlet', () => {
  let pdu: Pdu;
  let admin: Client;
  const simulate = async (change: object): Promise<void> => {
    await admin.patch('/api/simulator', change);
    await pdu.seconds(1);
  };
  const kindsOf = async (client: Client, query: string) => (await timeline(client, query)).map(({ kind }) => kind);

  describe('with one inlet', () => {
    beforeAll(async () => {
      pdu = await aPdu();
      admin = await pdu.as('admin');
      await admin.put(`/api/banks/${BANK}`, { bankName: 'Left' });
      await admin.post('/api/events', { name: 'Tripped', code: 30, params: [BANK], actions: [] });
      await pdu.seconds(1);
      await simulate({ banks: { [BANK]: { breakerClosed: false } } });
      await simulate({ banks: { [BANK]: { breakerClosed: true } } });
      await admin.put(`/api/outlets/${FIRST}`, { state: 'OFF' });
      await simulate({ inlets: { [INLET]: { powered: false } } });
    });
    afterAll(() => pdu.stop());

    it('is the breaker of its bank and the mains, between its own entries, and nothing else of them', async () => {
      const own = ['bank.breakerClosed', 'bank.breakerTripped'];
      expect(await kindsOf(admin, `?object=outlet:${FIRST}`)).toEqual(['inlet.mainsLost', 'outlet.switch', ...own]);
      expect(await kindsOf(admin, `?object=outlet:${SECOND}`)).toEqual(['inlet.mainsLost', ...own]);
      expect(await sentences(admin, `?object=outlet:2&kinds=bank.&limit=1`)).toEqual([
        'The breaker of Left was closed again.',
      ]);
      expect(await kindsOf(admin, `?object=outlet:${FIRST}&kinds=outlet.`)).toEqual(['outlet.switch']);
    });

    it('is read page by page with the rest', async () => {
      const { entries, nextCursor } = (await admin.get(`/api/timeline?object=outlet:${FIRST}&limit=2`)).body;
      const older = await timeline(admin, `?object=outlet:${FIRST}&limit=2&cursor=${nextCursor}`);
      expect([...entries, ...older]).toEqual(await timeline(admin, `?object=outlet:${FIRST}`));
    });

    it('is hidden from a role that may view neither banks nor inlets, and so is that of an outlet it may not view', async () => {
      const reader = (flags: object) => pdu.as({ viewLog: true, viewOutlets: [FIRST], ...flags });
      expect(await kindsOf(await reader({}), `?object=outlet:${FIRST}`)).toEqual(['outlet.switch']);
      const ofBanks = await reader({ viewBankStats: true });
      expect(await kindsOf(ofBanks, `?object=outlet:${FIRST}`)).toEqual([
        ...['outlet.switch', 'bank.breakerClosed', 'bank.breakerTripped'],
      ]);
      expect(await kindsOf(ofBanks, `?object=outlet:${SECOND}`)).toEqual([]);
    });
  });

  describe('behind a transfer switch', () => {
    const [A, B] = ['I1-1000058', 'I2-1000058'];
    const whyText = async () => String((await admin.get('/api/outlets/1/why')).body.text);
    beforeAll(async () => {
      pdu = await aPdu({ env: { RACKFEED_MODEL: 'ats-8' } });
      admin = await pdu.as('admin');
      await pdu.seconds(1);
    });
    afterAll(() => pdu.stop());

    it('is the transfer too, and is missing only without mains at both inlets', async () => {
      await simulate({ inlets: { [A]: { powered: false } } });
      expect(await kindsOf(admin, '?object=outlet:1')).toEqual(['inlet.transfer', 'inlet.mainsLost']);
      expect(await whyText()).not.toContain('no power');
      await simulate({ inlets: { [B]: { powered: false } } });
      expect((await kindsOf(admin, '?object=outlet:1'))[0]).toBe('inlet.mainsLost');
      expect(await whyText()).toMatch(
        /It has no power\. At \S+ \S+ UTC: [^.]*lost[^.]*\. At \S+ \S+ UTC: [^.]*lost[^.]*\./,
      );
    });
  });
});

describe('the newest entry in the stream', () => {
  it('moves for those who may see the entry, and for nobody else', async () => {
    const pdu = await aPdu();
    const admin = await pdu.as('admin');
    const newest = pdu.app.get(NewestReadable);
    const flags = Object.fromEntries(PERMISSION_FLAGS.map((flag) => [flag, false]));
    const access = (some: object) =>
      new Access({ ...flags, viewOutlets: [], modifyOutlets: [], ...some } as unknown as Permissions, false);
    const [reader, other] = [access({ viewLog: true, viewOutlets: [FIRST] }), access({ viewOutlets: [FIRST] })];
    await admin.put(`/api/outlets/${FIRST}`, { state: 'OFF' });
    const before = newest.for(reader);
    const [switching] = await timeline(admin, '?limit=1');
    expect([before, newest.for(other)]).toEqual([switching?.id, undefined]);
    await admin.put(`/api/outlets/${SECOND}`, { state: 'OFF' });
    expect(newest.for(reader)).toBe(before);
    expect(newest.for(access({ viewLog: true, viewOutlets: [SECOND] }))).toBe((before ?? 0) + 1);
    await pdu.stop();
  });
});

type Step =
  | { readonly what: 'switch'; readonly outlet: string; readonly state: 'ON' | 'OFF' | 'REBOOT' }
  | { readonly what: 'group'; readonly state: 'ON' | 'OFF' | 'REBOOT' }
  | { readonly what: 'trip'; readonly closed: boolean }
  | { readonly what: 'load'; readonly amps: number }
  | { readonly what: 'rename'; readonly name: string }
  | { readonly what: 'wait'; readonly seconds: number }
  | { readonly what: 'restart' };

const outlet = fc.constantFrom(FIRST, SECOND, THIRD);
const command = fc.constantFrom('ON' as const, 'OFF' as const, 'REBOOT' as const);
const STEP: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ what: fc.constant('switch' as const), outlet, state: command }),
  fc.record({ what: fc.constant('group' as const), state: command }),
  fc.record({ what: fc.constant('trip' as const), closed: fc.boolean() }),
  fc.record({ what: fc.constant('load' as const), amps: fc.constantFrom(0.2, 14.5) }),
  fc.record({ what: fc.constant('rename' as const), name: fc.constantFrom('web-1', 'db “x”', 'Überlauf') }),
  fc.record({ what: fc.constant('wait' as const), seconds: fc.integer({ min: 1, max: 6 }) }),
  fc.record({ what: fc.constant('restart' as const) }),
);

describe('a transfer switch that changes its source while the controller is not running', () => {
  it('is in the timeline of the next start, once', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'rackfeed-timeline-'));
    const [A, B] = ['I1-1000058', 'I2-1000058'];
    const clock = new VirtualClock();
    const start = async () => {
      const started = await aPdu({ dataDir, clock, env: { RACKFEED_MODEL: 'ats-8' } });
      await started.seconds(1);
      return [started, await started.as('admin')] as const;
    };
    const transfers = async (by: Client) => (await by.get('/api/timeline?kinds=inlet.transfer')).body.entries;
    let [pdu, admin] = await start();
    await admin.patch('/api/simulator', { inlets: { [A]: { powered: false } } });
    await pdu.seconds(1);
    expect(await transfers(admin)).toHaveLength(1);
    await pdu.stop();
    const file = join(dataDir, 'simulator.json');
    const stored = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
    const state = Object.values(stored).find((value) => typeof value === 'object') as SimulatedPdu;
    state.inlets.forEach((inlet, place) => (inlet.powered = place === 0));
    state.activeInlet = 0;
    writeFileSync(file, JSON.stringify(stored));
    for (let restart = 0; restart < 2; restart++) {
      [pdu, admin] = await start();
      const [newest, ...others] = await transfers(admin);
      expect([newest.object.id, newest.details.before, others.length]).toEqual([`inlet:${A}`, { source: B }, 1]);
      expect(newest.sentence).toMatch(/as its source while the controller was not running\.$/);
      await pdu.stop();
    }
    rmSync(dataDir, { recursive: true });
  });
});

describe('whatever happens', () => {
  it('every chain of causes ends at a first entry, and every name is that of its time', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(STEP, { minLength: 5, maxLength: 14 }), async (steps) => {
        const dataDir = mkdtempSync(join(tmpdir(), 'rackfeed-timeline-'));
        const clock = new VirtualClock();
        let pdu = await aPdu({ dataDir, clock });
        let admin = await pdu.as('admin');
        const action = await admin.post('/api/actions', { name: 'Cycle', code: 11, params: [FIRST, 'REBOOT', ''] });
        const actions = [action.body.id];
        await admin.post('/api/events', { name: 'Full', code: 31, params: [BANK, '14', '1'], actions });
        await admin.post('/api/events', { name: 'Tripped', code: 30, params: [BANK], actions });
        const { body: group } = await admin.post('/api/groups', { groupName: 'G', outlets: [FIRST, SECOND], delay: 1 });
        /** The name of the third outlet, by the number of entries of it that there were when it got the name. */
        const names: string[] = ['Outlet 3'];
        for (const step of steps) {
          if (step.what === 'switch') await admin.put(`/api/outlets/${step.outlet}`, { state: step.state });
          if (step.what === 'group') await admin.put(`/api/groups/${group.id}`, { state: step.state });
          if (step.what === 'trip')
            await admin.patch('/api/simulator', { banks: { [BANK]: { breakerClosed: step.closed } } });
          if (step.what === 'load')
            await admin.patch('/api/simulator', { outlets: { [SECOND]: { loadAmps: step.amps } } });
          if (step.what === 'rename') await admin.put(`/api/outlets/${THIRD}`, { outletName: step.name });
          if (step.what === 'rename' && names.at(-1) !== step.name) names.push(step.name);
          if (step.what === 'wait') await pdu.seconds(step.seconds);
          if (step.what === 'restart') {
            await pdu.stop();
            pdu = await aPdu({ dataDir, clock });
            admin = await pdu.as('admin');
          }
        }
        await pdu.seconds(8);
        const all = await timeline(admin, '?limit=500');
        await pdu.stop();
        rmSync(dataDir, { recursive: true });

        const byId = new Map(all.map((entry) => [entry.id, entry]));
        for (const entry of all) {
          let first = entry;
          for (let steps = 0; first.cause !== undefined; steps++) {
            const cause = byId.get(first.cause);
            if (!cause) throw new Error(`Entry ${first.id} follows from ${first.cause}, which there is not.`);
            expect(cause.id).toBeLessThan(first.id);
            expect(steps).toBeLessThan(32);
            first = cause;
          }
          expect(entry.firstCause).toBe(first === entry ? undefined : first.id);
          expect(entry.sentence).toMatch(/^\S.*\.$/);
        }
        // A move of a rule, a reboot or a sequence always follows from something.
        const moves = all.filter(({ kind, details }) => kind === 'outlet.switch' && details.via !== 'session');
        expect(moves.filter(({ cause }) => cause === undefined)).toEqual([]);
        const ofThird = [...all].reverse().filter(({ object }) => object.id === `outlet:${THIRD}`);
        let at = 0;
        for (const { kind, object } of ofThird) {
          expect(object.name).toBe(names[at]);
          if (kind === 'outlet.change') at++;
        }
      }),
      { numRuns: 6 },
    );
  });
});
