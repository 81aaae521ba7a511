import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { encodeProfile } from '../../src/fleet-wire/profile.js';
import { ProfilesStore } from '../../src/hub/state/profiles.store.js';
import { aHub, type Hub } from '../support/app/hub.js';
import type { Client } from '../support/app/pdu.js';
import { FleetBench } from '../support/fleet/fleet-bench.js';
import { PROFILE, type FleetPdu } from '../support/fleet/fleet-pdu.js';
import { eventually } from '../support/time/time-limits.js';

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
});
afterEach(async () => {
  await fleet.end();
  await hub.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

/* eslint-disable @typescript-eslint/no-explicit-any -- the test knows the type of the answer */
const outlets = async (id = pdu.id): Promise<any> => (await admin.get(`/api/fleet/pdus/${id}/outlets`)).body;
const facts = async (): Promise<any> => (await admin.get(`/api/fleet/pdus/${pdu.id}`)).body;
/* eslint-enable @typescript-eslint/no-explicit-any */
const stateOf = async (place: number) => (await outlets()).outlets[place]?.state as string | null;
const thisMinute = () => Math.floor(hub.clock.now() / 60_000);

describe('the state of a PDU', () => {
  it('has the version of its software, by its newest hello, also after a restart of the hub', async () => {
    expect(await facts()).toMatchObject({ release: null, releaseTooOld: false });
    pdu.hello({ release: '0.1.7' });
    await eventually(async () => (await facts()).release === '0.1.7');
    pdu.hello({ release: '0.2.0' });
    await eventually(async () => (await facts()).release === '0.2.0');
    await fleet.end();
    await hub.stop();
    hub = await aHub({ dataDir, clock: hub.clock });
    fleet.hub = hub;
    admin = await hub.as('admin');
    expect(await facts()).toMatchObject({ release: '0.2.0', releaseTooOld: false });
  });

  it('has its parts by a query, once, and its states and readings as they come', async () => {
    expect(await outlets()).toMatchObject({ online: null, readAt: null, outlets: [], banks: [] });
    pdu.hello();
    await eventually(async () => (await outlets()).outlets.length === 2);
    pdu.states({ object: '2-70', state: 'on' });
    await eventually(async () => (await stateOf(1)) === 'ON');
    pdu.minute(thisMinute() - 1, 460);
    await eventually(async () => (await outlets()).readAt !== null);
    expect(await outlets()).toMatchObject({
      ...{ online: true, live: false },
      banks: [{ id: '70', name: 'Bank 1', breakerClosed: true, activePower: null }],
      outlets: [
        { id: '1-70', name: 'Web server', bank: '70', state: 'ON', activePower: 230, current: 1 },
        // The minute says off, but the state has come by itself and may be newer.
        { id: '2-70', name: 'Storage', bank: '70', state: 'ON', activePower: 230, current: null },
      ],
    });
    pdu.hello();
    await hub.seconds(1);
    expect(pdu.of('query').filter(({ kind }) => kind === 'profile')).toHaveLength(1);
    expect(await facts()).toMatchObject({ online: true, watts: 460, outletsOn: 2, outlets: 2 });
    const { wattsAt } = await facts();
    await hub.seconds(200);
    // The power of a PDU that is away is the last that is known, and says when it came.
    expect(await facts()).toMatchObject({ online: false, watts: 460, wattsAt });
    expect(Date.parse(wattsAt as string)).toBeLessThan(hub.clock.now() - 150_000);
  });

  it('is shown with new names when the PDU has another profile', async () => {
    pdu.hello();
    await eventually(async () => (await outlets()).outlets.length === 2);
    pdu.profile = { ...PROFILE, outlets: PROFILE.outlets.map((outlet) => ({ ...outlet, name: `New ${outlet.id}` })) };
    pdu.hello();
    await eventually(async () => (await outlets()).outlets[0].name === 'New 1-70');
  });

  it('has no outlet that is on where the PDU has none', async () => {
    pdu.profile = { ...PROFILE, outlets: [], series: PROFILE.series.slice(0, 2) };
    pdu.hello();
    await eventually(async () => (await facts()).outlets === 0);
    expect(await facts()).toMatchObject({ outletsOn: 0 });
  });

  it('asks again for the parts when the PDU has not answered', async () => {
    pdu.answersQueries = false;
    pdu.hello();
    await eventually(() => pdu.of('query').length === 1);
    await hub.seconds(21);
    pdu.answersQueries = true;
    pdu.hello();
    await eventually(async () => (await outlets()).outlets.length === 2);
  });

  it('is asked for its parts some times in a row and then twice a minute, however many it says to have', async () => {
    let hellos = 0;
    const questions = async (count: number): Promise<number> => {
      const end = hellos + count;
      while (hellos < end) {
        const before = pdu.of('now').length;
        pdu.hello({ profile: `${hellos++}`.padStart(32, '0') }); // it answers with others
        await eventually(() => pdu.of('now').length > before);
        await hub.idle();
      }
      return pdu.of('query').length;
    };
    await eventually(async () => (await questions(1)) >= 10);
    expect(await questions(10)).toBe(10);
    await hub.seconds(30);
    await eventually(async () => (await questions(1)) > 10);
    expect(await questions(10)).toBe(11);
  });

  it('has its parts in memory no longer than some 32 MB of others have come since', async () => {
    const profiles = hub.app.get(ProfilesStore);
    const large = (number: number) => {
      const banks = Array.from({ length: 20_000 }, (_, n) => ({ id: `${number} ${n}`, name: 'x'.repeat(100) }));
      return encodeProfile({ ...PROFILE, banks: [...PROFILE.banks, ...banks.slice(1)] });
    };
    const first = await profiles.add(large(0));
    const count = Math.ceil((32 * 1024 * 1024) / large(0).length);
    for (let number = 1; number < count; number++) {
      expect(profiles.get(first.hash)?.hash).toBe(first.hash);
      await profiles.add(large(number));
    }
    expect(profiles.get(first.hash)?.hash).toBeUndefined();
  });

  it('takes no state that is older than one that has come, and all those of a new run', async () => {
    pdu.hello();
    await eventually(async () => (await outlets()).outlets.length === 2);
    const say = (run: number, number: number, state: 'on' | 'off') =>
      pdu.say('state', { run, number, changes: [{ object: '1-70', state }] });
    say(1, 5, 'on');
    say(1, 4, 'off');
    say(1, 5, 'off');
    pdu.states({ object: '2-70', state: 'off' });
    await eventually(async () => (await stateOf(0)) === 'ON');
    say(2, 1, 'off');
    await eventually(async () => (await stateOf(0)) === 'OFF');
    say(1, 9, 'on');
    pdu.hello();
    await hub.seconds(1);
    expect(await stateOf(0)).toBe('OFF');
  });

  it('is shown as it was last known after a restart of the hub', async () => {
    pdu.hello();
    await eventually(async () => (await outlets()).outlets.length === 2);
    pdu.minute(thisMinute() - 1, 100);
    pdu.states({ object: '1-70', state: 'off' });
    await eventually(async () => (await stateOf(0)) === 'OFF');
    const before = await outlets();
    const { lastSeen } = await facts();
    await fleet.end();
    await hub.stop();
    hub = await aHub({ dataDir, clock: hub.clock });
    fleet.hub = hub;
    admin = await hub.as('admin');
    expect(await outlets()).toEqual({ ...before, online: null });
    expect(await facts()).toMatchObject({ online: null, lastSeen, watts: 100, outletsOn: 0, outlets: 2 });
    await hub.seconds(121);
    expect(await facts()).toMatchObject({ online: false, watts: 100 });
    await fleet.connect(pdu);
    pdu.hello();
    await eventually(async () => (await facts()).online === true);
    expect(pdu.of('query').filter(({ kind }) => kind === 'profile')).toHaveLength(1);
  });

  it('is stored with its readings once a minute, and with its parts and states only when these have changed', async () => {
    const source = hub.app.get(DataSource);
    const seenIn = async (table: string): Promise<number> =>
      (await source.query<{ seen: number }[]>(`SELECT "seen" FROM "${table}"`))[0]?.seen ?? 0;
    const parts = () => seenIn('pdu_state');
    /** Lets minutes pass until the readings are stored that came after this moment. */
    const stored = (after: number, watts: number) =>
      eventually(async () => {
        pdu.hello();
        pdu.minute(thisMinute() - 1, watts);
        await hub.seconds(61);
        return (await seenIn('pdu_reading')) > after;
      });
    pdu.hello();
    await eventually(async () => (await outlets()).outlets.length === 2);
    pdu.minute(thisMinute() - 1, 100);
    await eventually(async () => (await stateOf(0)) === 'ON');
    await stored(hub.clock.now(), 110); // with the states of the first minute
    const before = await parts();
    await stored(hub.clock.now(), 120);
    expect(await parts()).toBe(before);
    pdu.states({ object: '1-70', state: 'off' });
    await eventually(async () => (await stateOf(0)) === 'OFF');
    await stored(hub.clock.now(), 140);
    expect(await parts()).toBeGreaterThan(before);
  });

  it('is that of the release before, where a hub of it was the last to store it', async () => {
    pdu.hello();
    await eventually(async () => (await outlets()).outlets.length === 2);
    pdu.minute(thisMinute() - 1, 100);
    await eventually(async () => (await facts()).watts === 100);
    await fleet.end();
    await hub.stop();
    const other = new FleetBench((hub = await aHub({ dataDir, clock: hub.clock })));
    const seen = hub.clock.now() + 1000;
    await hub.app.get(DataSource).query(`UPDATE "pdu_state" SET "seen" = ${seen}, "minute" = NULL`);
    await hub.stop();
    hub = await aHub({ dataDir, clock: hub.clock });
    [fleet, admin] = [other, await hub.as('admin')];
    expect(await facts()).toMatchObject({ lastSeen: new Date(seen).toISOString(), watts: null });
  });

  it('survives whatever the PDU sends', async () => {
    Logger.overrideLogger(false); // what is dropped is logged
    pdu.hello();
    await eventually(async () => (await outlets()).outlets.length === 2);
    for (const kind of ['hello', 'gone', 'minute', 'tick', 'state', 'event', 'answer', 'reply'] as const) {
      for (const bytes of ['', '{}', '\u0000\u0001\u0002', '[1]', '{"v":1}', 'x'.repeat(1000)]) {
        pdu.sendBytes(kind, Buffer.from(bytes));
      }
    }
    pdu.states({ object: '1-70', state: 'on' });
    await eventually(async () => (await stateOf(0)) === 'ON');
    expect((await outlets()).outlets).toHaveLength(2);
  });
});

describe('the presence of a PDU', () => {
  it('ends when its line breaks, or 90 s after its last message', async () => {
    await hub.seconds(120);
    pdu.hello();
    await eventually(async () => (await facts()).online === true);
    await fleet.cut(pdu);
    await eventually(async () => (await facts()).online === false);
    await fleet.connect(pdu);
    pdu.hello();
    await eventually(async () => (await facts()).online === true);
    hub.clock.advance(90_000);
    expect(await facts()).toMatchObject({ online: false });
  });

  it('ends with its membership: the answer to its revocation says so at once', async () => {
    pdu.hello();
    await eventually(async () => (await facts()).online === true);
    const { body } = await admin.post(`/api/fleet/pdus/${pdu.id}/revoke`);
    expect([body, await facts()]).toMatchObject([
      { state: 'revoked', online: false },
      { state: 'revoked', online: false },
    ]);
  });

  it('does not end by the late will of an earlier run', async () => {
    await hub.seconds(120);
    pdu.run = 7;
    pdu.hello();
    await eventually(async () => (await facts()).online === true);
    pdu.say('gone', { run: 6 });
    pdu.states({ object: '1-70', state: 'on' });
    await eventually(async () => (await outlets()).outlets.length === 2);
    expect((await facts()).online).toBe(true);
  });
});

describe('a site that cannot be reached', () => {
  it('is one fact, by which its PDUs are not known instead of offline, until one of them is heard', async () => {
    const other = await fleet.aPdu();
    await hub.seconds(120);
    for (const each of [pdu, other]) each.hello();
    const online = async (): Promise<unknown[]> =>
      ((await admin.get('/api/fleet/pdus')).body.items as { online: unknown }[]).map((each) => each.online);
    const lost = async (client = admin): Promise<unknown> => (await client.get('/api/fleet/lost-sites')).body.items;
    await eventually(async () => JSON.stringify(await online()) === '[true,true]');
    // An answer that comes after the other PDU is cut shows that the line of the site works.
    for (const { id } of [pdu, other]) await eventually(async () => (await outlets(id)).outlets.length === 2);
    const heardAt = new Date(hub.clock.now()).toISOString();
    await hub.seconds(3);
    expect(await lost()).toEqual([]);
    const lastHeardAt = new Date(hub.clock.now()).toISOString();
    pdu.hello();
    await eventually(async () => (await facts()).lastSeen === lastHeardAt);
    await fleet.cut(pdu);
    await hub.seconds(1);
    expect(await online()).toEqual([null, true]);
    await fleet.cut(other);
    await hub.seconds(1);
    expect(await online()).toEqual([null, null]);
    expect(await lost()).toEqual([{ site: 'north', since: lastHeardAt, reason: 'timeout', pdus: [pdu.id, other.id] }]);
    const viewer = await hub.as({ viewOutlets: [other.id] });
    expect(await lost(viewer)).toMatchObject([{ site: 'north', since: heardAt, pdus: [other.id] }]);
    expect(await lost(await hub.as({ viewLog: true }))).toEqual([]);
    const metrics = (await admin.get('/metrics')).body as unknown;
    expect(metrics).toContain('rackfeed_fleet_lost_sites 1');
    expect(metrics).toContain('rackfeed_fleet_site_up{site="north"} 0');
    const metricsOf = async (viewOutlets: string[]): Promise<unknown> =>
      (await (await hub.as({ viewGlobalDeviceSettings: true, viewOutlets })).get('/metrics')).body;
    expect(await metricsOf([other.id])).toContain('rackfeed_fleet_site_up{site="north"} 0');
    expect(await metricsOf([other.id])).toContain('rackfeed_fleet_lost_sites 1');
    const ofNone = await metricsOf([]);
    expect(ofNone).toContain('rackfeed_fleet_lost_sites 0');
    expect(ofNone).not.toContain('north');
    const health = async (viewOutlets: string[]) =>
      (await (await hub.as({ viewGlobalDeviceSettings: true, viewOutlets })).get('/api/system/health')).body;
    const isLost = expect.arrayContaining([{ name: 'sites', status: 'warn' }]);
    expect((await admin.get('/api/system/health')).body).toMatchObject({
      ready: true,
      status: 'degraded',
      checks: isLost,
    });
    expect(await health([other.id])).toMatchObject({ ready: true, status: 'degraded', checks: isLost });
    const isNotLost = expect.arrayContaining([{ name: 'sites', status: 'ok' }]);
    expect(await health([])).toMatchObject({ ready: true, status: 'ok', checks: isNotLost });
    const { body: ofAnybody } = await hub.request('GET', '/health');
    expect(ofAnybody).toMatchObject({ ready: true, status: 'ok' });
    expect(JSON.stringify(ofAnybody)).not.toContain('sites');

    await fleet.connect(other);
    other.hello();
    await eventually(async () => (await online())[1] === true);
    await hub.seconds(1);
    expect(await lost()).toEqual([]);
    expect(await online()).toEqual([null, true]);
    for (let minute = 0; minute < 3; minute++) {
      other.hello();
      await hub.seconds(60);
    }
    other.hello();
    await eventually(async () => JSON.stringify(await online()) === '[false,true]');
  });
});

describe('live readings', () => {
  it('come while somebody asks for the outlets, and their lease ends 15 s after', async () => {
    pdu.hello();
    await eventually(async () => (await outlets()).outlets.length === 2);
    await eventually(() => pdu.of('lease').length === 1);
    pdu.tick(1000);
    await eventually(async () => (await outlets()).live === true);
    expect((await outlets()).outlets[0]).toMatchObject({ activePower: 500 });
    expect(await facts()).toMatchObject({ watts: 1000 });
    await hub.seconds(12);
    await outlets(); // the last time, so that the lease is renewed after 10 s and after 20 s
    await eventually(() => pdu.of('lease').length === 2);
    await hub.seconds(30);
    await eventually(() => pdu.of('lease').length === 3);
    await hub.seconds(20);
    pdu.hello();
    await eventually(() => pdu.of('now').length === 2); // what was sent before it has come
    expect(pdu.of('lease')).toHaveLength(3);
    expect(await outlets()).toMatchObject({ live: false });
  });

  it('count as messages: a PDU was last seen at the newest of them', async () => {
    pdu.hello();
    await eventually(async () => (await outlets()).outlets.length === 2);
    await eventually(() => pdu.of('lease').length === 1);
    await hub.seconds(5);
    pdu.tick(1000);
    await eventually(async () => (await facts()).watts === 1000);
    const { lastSeen, wattsAt } = await facts();
    expect(lastSeen).toBe(wattsAt);
  });

  it('ask for all values when a frame was lost', async () => {
    pdu.hello();
    await eventually(async () => (await outlets()).outlets.length === 2);
    pdu.tick(1000);
    await eventually(async () => (await facts()).watts === 1000);
    pdu.loseTick(1100);
    pdu.tick(1200);
    await eventually(() => pdu.of('key').length > 0);
    expect((await facts()).watts).toBe(1000);
    pdu.tick(1300);
    await eventually(async () => (await facts()).watts === 1300);
  });
});
