/** Two hubs that work at once on one PostgreSQL database, with a mosquitto between them and a controller. */
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { Db } from '../../src/database/db.js';
import { DEVICE_KEY } from '../../src/database/device-key.js';
import { HUB_AUTHORITY } from '../../src/database/folder-role.js';
import { HubShards, SHARDS } from '../../src/database/hub-shards.js';
import { HubKeysService } from '../../src/hub/authority/hub-keys.service.js';
import { PduEnrolmentService } from '../../src/hub/enrolment/pdu-enrolment.service.js';
import { HubLinkService } from '../../src/hub/link/hub-link.service.js';
import { PduEntity } from '../../src/hub/pdus/pdu.entity.js';
import { PdusService } from '../../src/hub/pdus/pdus.service.js';
import { aHub, type Hub } from '../support/app/hub.js';
import { aPdu, Client, type Pdu } from '../support/app/pdu.js';
import { aStoredPdu } from '../support/fleet/stored-pdu.js';
import { StreamClient } from '../support/clients/stream-client.js';
import { describeWith, has } from '../support/process/programs.js';
import { FaultyTcpLink } from '../support/servers/faulty-links.js';
import { FleetMosquitto } from '../support/servers/fleet-brokers.js';
import { Postgresql } from '../support/servers/postgresql.js';
import { eventually, forSockets, scaledTimeLimit } from '../support/time/time-limits.js';
import { VirtualClock } from '../support/time/virtual-clock.js';

jest.setTimeout(scaledTimeLimit(60_000));

const MISSING = (['postgresql', 'mosquitto'] as const).find((program) => !has(program)) ?? 'postgresql';

describeWith(MISSING, 'hubs that work at once', () => {
  const folder = mkdtempSync(join(tmpdir(), 'rackfeed-hubs-together-'));
  const clock = new VirtualClock(new Date().toISOString()); // TLS judges certificates by the clock of the machine
  const hubs: Hub[] = [];
  /** Those of the hubs to the broker. */
  const lines: FaultyTcpLink[] = [];
  let first: Hub;
  let second: Hub;
  let server: Postgresql;
  let broker: FleetMosquitto;
  let url: string;
  let controller: Pdu;
  let admins: readonly [Client, Client];

  const dataOf = (name: string): string => join(folder, name);
  const start = async (name: string): Promise<Hub> => {
    const line = await FaultyTcpLink.to(broker.port);
    lines.push(line);
    const brokers = `mqtts://127.0.0.1:${line.port},north=${broker.url}`;
    const env = { RACKFEED_DATABASE_URL: url, RACKFEED_FLEET_BROKER: brokers };
    const hub = await aHub({ dataDir: dataOf(name), clock, env });
    hubs.push(hub);
    return hub;
  };
  const sql = <Row extends object = object>(text: string) => server.query<Row>(new URL(url).pathname.slice(1), text);
  const oneSecond = async (): Promise<void> => {
    clock.advance(1000);
    for (const hub of hubs) await hub.poll();
    await controller.poll();
    await forSockets();
  };
  /** Lets seconds pass until it holds. */
  const until = async (holds: () => Promise<boolean> | boolean): Promise<void> => {
    const limit = AbortSignal.timeout(scaledTimeLimit(45_000));
    while (!(await holds())) {
      limit.throwIfAborted();
      await oneSecond();
    }
  };
  const shards = (): (number | undefined)[] => hubs.map((hub) => hub.app.get(HubShards).count);
  const bodies = (path: string) => Promise.all(admins.map(async (admin) => (await admin.get(path)).body));

  const idOfPdu = (): string => first.app.get(PdusService).all[0]?.id ?? '';

  beforeAll(async () => {
    server = await Postgresql.start();
    url = await server.newUrl();
    broker = await FleetMosquitto.make();
    for (const name of ['first', 'second', 'pdu']) mkdirSync(dataOf(name));
    first = await start('first');
    await broker.configure(first.app.get(HubKeysService).current.authority, []);
    await broker.run();
    for (const file of [HUB_AUTHORITY, DEVICE_KEY])
      copyFileSync(join(dataOf('first'), file), join(dataOf('second'), file));
    second = await start('second');
    const admin = await first.as('admin');
    admins = [admin, new Client(second, admin.headers, admin.userId, admin.token)];
  });
  afterAll(async () => {
    await controller.stop();
    for (const hub of hubs) await hub.stop();
    for (const line of lines) await line.stop();
    await broker.stop();
    await server.stop();
    rmSync(folder, { recursive: true });
  });

  it('have half of the shards each, and say so', async () => {
    await eventually(() => shards().join() === `${SHARDS / 2},${SHARDS / 2}`);
    const { body } = await admins[1].get('/metrics');
    expect(body).toContain(`rackfeed_fleet_shards ${SHARDS / 2}`);
  });

  it('know at once a session that the other has opened, and soon that it has ended', async () => {
    const person = await first.as({ viewPortInfo: true });
    const elsewhere = new Client(second, person.headers, person.userId, person.token);
    expect((await elsewhere.get('/api/user')).status).toBe(200);
    await elsewhere.post('/api/logout');
    await eventually(async () => (await person.get('/api/user')).status === 401);
  });

  it('know a session or a token of the other at once on the stream too, and a token in a header', async () => {
    const person = await first.as({ viewPortInfo: true });
    const stream = await StreamClient.connect(second, {}, true);
    stream.say({ cookie: person.token });
    expect((await stream.next(0)).device).toBeDefined();
    stream.leave();
    const { accessToken } = (await admins[0].post(`/api/users/${admins[0].userId}/token`)).body as {
      accessToken: string;
    };
    const headers = { authorization: `Bearer ${accessToken}` };
    expect((await second.request('GET', '/api/user', undefined, headers)).status).toBe(200);
  });

  it('know at once a token for PDUs that the other has made', async () => {
    const { token } = (await admins[0].post('/api/fleet/enrolments', { site: 'north' })).body as { token: string };
    const sent = { token, request: 'none', serial: '7', model: 'any', name: 'Rack 7', release: '0.1.0' };
    const enrolled = second.app.get(PduEnrolmentService).enrol(sent, '192.0.2.1');
    await expect(enrolled).rejects.toMatchObject({ code: 'ENROLMENT_REQUEST_UNUSABLE' });
  });

  it('know at once a PDU and an account that the other has stored just now', async () => {
    const [one, other] = admins;
    const { id } = await aStoredPdu(first);
    const answers = [
      await other.get(`/api/fleet/pdus/${id}`),
      await other.post(`/api/fleet/pdus/${id}/commands`, {}), // the PDU is there, the command is none
      await other.post(`/api/fleet/pdus/${id}/revoke`),
      await one.delete(`/api/fleet/pdus/${id}`),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 422, 200, 200]);
    const { userId } = await first.as({ viewPortInfo: true });
    expect((await other.get(`/api/users/${userId}`)).status).toBe(200);
    expect((await one.get('/api/fleet/pdus/none')).status).toBe(404);
  });

  it('read what the other has changed: settings, roles, accounts, tokens and PDUs', async () => {
    const [one, other] = admins;
    await one.post('/api/conf', { deviceName: 'Fleet north' });
    await other.post('/api/conf', { webIdleTimeout: 1200 });
    await one.post('/api/roles', { name: 'Night shift', permissions: {} });
    await other.post('/api/fleet/enrolments', { site: 'north', name: 'north row' });
    const { id } = await aStoredPdu(second);
    await eventually(async () => {
      const settings = await bodies('/api/conf');
      return settings.every((each) => each.deviceName === 'Fleet north' && each.webIdleTimeout === 1200);
    });
    await eventually(async () => (await one.get(`/api/fleet/pdus/${id}`)).status === 200);
    for (const path of ['/api/roles', '/api/users', '/api/fleet/enrolments', '/api/fleet/pdus']) {
      const [atOne, atOther] = await bodies(path);
      expect(atOne).toEqual(atOther);
    }
    await one.post(`/api/fleet/pdus/${id}/revoke`);
    await eventually(async () => (await other.get(`/api/fleet/pdus/${id}`)).body.state === 'revoked');
    await other.delete(`/api/fleet/pdus/${id}`);
    await eventually(async () => (await one.get(`/api/fleet/pdus/${id}`)).status === 404);
  });

  it('read only the PDU again that the other has changed, and know of all the same', async () => {
    const ids: string[] = [];
    for (let place = 0; place < 5; place++) ids.push((await aStoredPdu(second, { name: `Rack ${place}` })).id);
    const [one, other] = admins;
    const named = (place: number, name: string): Promise<void> =>
      eventually(async () => (await one.get(`/api/fleet/pdus/${ids[place]}`)).body.name === name);
    await named(4, 'Rack 4');
    const rename = (place: number, name: string) => other.patch(`/api/fleet/pdus/${ids[place]}`, { name });
    await rename(0, 'Rack zero');
    await named(0, 'Rack zero');
    const db = first.app.get(Db);
    const [all, some] = [jest.spyOn(db, 'all'), jest.spyOn(db, 'some')];
    await rename(3, 'Rack three');
    await named(3, 'Rack three');
    expect(all.mock.calls.filter(([entity]) => entity === PduEntity)).toEqual([]);
    expect(some.mock.calls).toContainEqual([PduEntity, [ids[3]]]);
    for (const spy of [all, some]) spy.mockRestore();
    const [atOne, atOther] = await bodies('/api/fleet/pdus');
    expect(atOne).toEqual(atOther);
    for (const id of ids) {
      await other.post(`/api/fleet/pdus/${id}/revoke`);
      await other.delete(`/api/fleet/pdus/${id}`);
    }
    await eventually(async () => (await one.get('/api/fleet/pdus')).body.items.length === 0);
  });

  it('decide by what the other has just done, when both change the same', async () => {
    const name = 'Day shift';
    const answers = await Promise.all(admins.map((admin) => admin.post('/api/roles', { name, permissions: {} })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
    const enrolments = Array.from({ length: 6 }, (_, place) =>
      (place % 2 === 0 ? admins[0] : admins[1]).post('/api/fleet/enrolments', { site: 'south', name: `row ${place}` }),
    );
    expect(new Set((await Promise.all(enrolments)).map(({ body }) => body.id as number)).size).toBe(6);
  });

  it('both show a PDU that has joined at one of them, and one of them answers and stores it', async () => {
    const { token } = (await admins[0].post('/api/fleet/enrolments', { site: 'north', accept: true })).body;
    const RACKFEED_HUB = `127.0.0.1:${first.app.get(HubLinkService).port}`;
    controller = await aPdu({ dataDir: dataOf('pdu'), clock, env: { RACKFEED_HUB, RACKFEED_HUB_TOKEN: token } });
    await until(() => hubs.every((hub) => hub.app.get(PdusService).all.length === 1));
    await until(async () => {
      const lists = await bodies('/api/fleet/pdus');
      return lists.every(({ items }) => items[0].online === true && items[0].outlets === 16 && items[0].watts > 0);
    });
    await until(async () => (await sql('SELECT 1 FROM "pdu_state"')).length === 1);
  });

  it('accept commands at either, which are carried out once and have their end at both', async () => {
    const id = idOfPdu();
    const { outlets } = (await admins[0].get(`/api/fleet/pdus/${id}/outlets`)).body;
    const outlet = outlets[0].id as string;
    for (const [place, admin] of [...admins, ...admins].entries()) {
      const command = place % 2 === 0 ? 'OFF' : 'ON';
      const sent = await admin.post(`/api/fleet/pdus/${id}/commands`, { outlet, command, validMs: 600_000 });
      expect(sent.status).toBe(202);
      await until(async () => {
        const ends = await bodies(`/api/fleet/commands/${sent.body.id}`);
        return ends.every(({ outcome }) => outcome === 'done');
      });
    }
    const log = (await (await controller.as('admin')).get('/api/log?kind=outlet.switch')).body;
    expect(log.entries).toHaveLength(4);
  });

  it('both count the open alarms of a PDU, and say that the log has a new entry', async () => {
    const id = idOfPdu();
    const streams = await Promise.all(
      hubs.map(async (hub, place) => {
        const stream = await StreamClient.connect(hub, {}, true, '');
        stream.say({ cookie: admins[place]?.token ?? '' });
        return stream;
      }),
    );
    const timelines = () =>
      streams.map((stream) => (stream.messages.at(-1) as { timeline?: number } | undefined)?.timeline);
    const atPdu = await controller.as('admin');
    for (const breakerClosed of [false, true]) {
      await atPdu.patch('/api/simulator', { banks: { '1200578': { breakerClosed } } });
      await until(async () => {
        const pdus = await bodies(`/api/fleet/pdus/${id}`);
        return pdus.every(({ alarms }) => alarms.critical === (breakerClosed ? 0 : 1));
      });
    }
    await admins[0].patch(`/api/fleet/pdus/${id}`, { name: 'Rack 9' });
    const newest = (await admins[0].get('/api/log?limit=1')).body.entries[0].id as number;
    await until(() => timelines().every((timeline) => (timeline ?? 0) >= newest));
    for (const stream of streams) stream.leave();
  });

  it('make one command of one key, whichever of them is asked', async () => {
    const id = idOfPdu();
    const { outlets } = (await admins[0].get(`/api/fleet/pdus/${id}/outlets`)).body;
    const order = { outlet: outlets[1].id as string, command: 'OFF' };
    const ask = (admin: Client) =>
      admin.post(`/api/fleet/pdus/${id}/commands`, order, { 'idempotency-key': 'maintenance-1' });
    const answers = await Promise.all([...admins, ...admins].map(ask));
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1);
  });

  it('stream the readings of each second from either', async () => {
    const id = idOfPdu();
    for (const admin of admins) {
      await until(async () => (await admin.get(`/api/fleet/pdus/${id}/outlets`)).body.live === true);
    }
  });

  it('act for the PDUs of one whose line to the broker is cut, which accepts commands all the same', async () => {
    const [pdu] = first.app.get(PdusService).all;
    const deaf = hubs.findIndex((hub) => hub.app.get(HubShards).isMine(pdu?.no));
    lines[deaf]?.setState('cut');
    await until(() => shards()[deaf] === 0 && shards()[1 - deaf] === SHARDS);
    const { outlets } = (await admins[0].get(`/api/fleet/pdus/${pdu?.id}/outlets`)).body;
    const order = { outlet: outlets[3].id as string, command: 'OFF', validMs: 600_000 };
    const sent = await admins[deaf]?.post(`/api/fleet/pdus/${pdu?.id}/commands`, order);
    await until(async () => {
      const ends = await bodies(`/api/fleet/commands/${sent?.body.id}`);
      return ends.every(({ outcome }) => outcome === 'done');
    });
    lines[deaf]?.setState('sound');
    await until(() => shards().join() === `${SHARDS / 2},${SHARDS / 2}`);
  });

  it('go on with the shards of one that has died, or has been stopped', async () => {
    // Its lease is renewed until the others have made room for it, however slow the machine is.
    await eventually(async () => {
      await sql(`INSERT INTO "hub_node" VALUES ('dead', 9, 'dead', clock_timestamp() + interval '4500 ms', true)
        ON CONFLICT ("id") DO UPDATE SET "until" = excluded."until"`);
      return shards().join() === '22,22';
    });
    await sql(`UPDATE "hub_shard" SET "holder" = 'dead' WHERE "holder" IS NULL`);
    await eventually(() => shards().join() === `${SHARDS / 2},${SHARDS / 2}`);
    hubs.pop();
    await second.stop();
    await eventually(() => shards().join() === `${SHARDS}`);
    const id = idOfPdu();
    const { outlets } = (await admins[0].get(`/api/fleet/pdus/${id}/outlets`)).body;
    const sent = await admins[0].post(`/api/fleet/pdus/${id}/commands`, {
      ...{ outlet: outlets[2].id, command: 'OFF', validMs: 600_000 },
    });
    await until(async () => (await admins[0].get(`/api/fleet/commands/${sent.body.id}`)).body.outcome === 'done');
  });
});
