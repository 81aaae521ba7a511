import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Logger, type Type } from '@nestjs/common';
import { DataSource, type MigrationInterface } from 'typeorm';
import { dataSourceOptions } from '../../src/database/data-source.js';
import { HUB_MIGRATIONS } from '../../src/database/migrations/hub/index.js';
import { encodeUp } from '../../src/fleet-wire/messages.js';
import { encodeProfile, profileHash } from '../../src/fleet-wire/profile.js';
import { encodeReply } from '../../src/fleet-wire/reply.js';
import { downTopic, type DownKind, type UpKind } from '../../src/fleet-wire/topics.js';
import { aHub, type Hub } from '../support/app/hub.js';
import type { Client, Pdu } from '../support/app/pdu.js';
import { FleetBench } from '../support/fleet/fleet-bench.js';
import { PROFILE, type FleetPdu } from '../support/fleet/fleet-pdu.js';
import { eventually } from '../support/time/time-limits.js';
import { ADDRESS, HubStandIn, until, untilConnected } from '../support/fleet/hub-stand-in.js';

/** Members that this release does not know. */
const OF_LATER = { colour: 'black', plan: { steps: [1, 2], by: null } };
/** A kind of message that this release does not know. */
const UNKNOWN_KIND = 'forecast';

beforeEach(() => Logger.overrideLogger(false)); // what cannot be read is logged

describe('a hub', () => {
  let hub: Hub;
  let fleet: FleetBench;
  let admin: Client;
  let pdu: FleetPdu;

  beforeEach(async () => {
    hub = await aHub();
    fleet = new FleetBench(hub);
    admin = await hub.as('admin');
    pdu = await fleet.aPdu();
    pdu.answersQueries = false;
  });
  afterEach(async () => {
    await fleet.end();
    await hub.stop();
  });

  const outlets = async () =>
    (await admin.get(`/api/fleet/pdus/${pdu.id}/outlets`)).body as {
      outlets: { id: string; state: string }[];
      readAt: number | null;
    };
  const facts = async () => (await admin.get(`/api/fleet/pdus/${pdu.id}`)).body as Record<string, unknown>;
  const events = async () => (await admin.get('/api/fleet/events')).body.items as { text: string }[];
  /** Sends the profile whenever the hub asks for it. */
  const answerWith = (profile: Buffer): void => {
    pdu.onDown = (kind, message) => {
      if (kind !== 'query') return;
      for (const part of encodeReply((message as { id: string }).id, profile)) pdu.sendBytes('reply', part);
    };
  };
  /** A command that the hub has accepted, and that the PDU has got. */
  const switched = async (): Promise<string> => {
    const order = { outlet: '1-70', command: 'OFF' };
    const { id } = (await admin.post(`/api/fleet/pdus/${pdu.id}/commands`, order)).body as { id: string };
    await eventually(() => pdu.of('command').some((command) => command.id === id));
    return id;
  };
  const outcomeOf = async (id: string) => (await admin.get(`/api/fleet/commands/${id}`)).body.outcome as string;
  const thisMinute = () => Math.floor(hub.clock.now() / 60_000) - 1;

  it('serves a PDU of the first release by the messages that it had', async () => {
    const profile =
      '{"banks":[{"id":"70","name":"Bank 1"}],"inlets":[{"id":"I1-7","name":"Inlet"}],"model":"switched-2",' +
      '"outlets":[{"bank":"70","id":"1-70","name":"Web server"},{"bank":"70","id":"2-70","name":"Storage"}],' +
      '"series":[{"measure":4,"object":"I1-7","quantity":"activePower"}],"v":1}';
    answerWith(Buffer.from(profile));
    const say = (kind: UpKind, text: string): void => pdu.sendBytes(kind, Buffer.from(text));
    say(
      'hello',
      `{"asked":1,"config":"${'c'.repeat(32)}","event":0,"model":"switched-2","name":"Rack 7","newest":null,` +
        `"oldest":null,"profile":"${profileHash(Buffer.from(profile))}","release":"0.1.0","run":1,"serial":"7","v":1}`,
    );
    await eventually(async () => (await outlets()).outlets.length === 2);
    say('state', '{"changes":[{"object":"1-70","state":"on"}],"number":1,"run":1,"v":1}');
    await eventually(async () => (await outlets()).outlets[0]?.state === 'ON');
    say(
      'event',
      '{"at":1800000000000,"code":"OUTLET_ON","limit":null,"number":1,"object":"1-70","raised":true,"run":1,' +
        '"severity":"info","text":"Web server on","v":1,"value":null}',
    );
    await eventually(async () => (await events()).some(({ text }) => text === 'Web server on'));
    const id = await switched();
    say('answer', `{"code":null,"id":"${id}","measured":"off","outcome":"done","v":1}`);
    await eventually(async () => (await outcomeOf(id)) === 'done');
    expect(await facts()).toMatchObject({ online: true, release: '0.1.0' });
  });

  it('serves a PDU of a later release, and leaves out what it does not know', async () => {
    const light = { object: '1-70', quantity: 'light', measure: 4000 };
    const profile = { ...PROFILE, series: [...PROFILE.series, light] };
    const bytes = withMore(encodeProfile(profile));
    pdu.profile = profile;
    pdu.say = (kind, message) => pdu.sendBytes(kind, withMore(encodeUp(kind, message)));
    answerWith(bytes);
    const hello = { release: '99.0.0', profile: profileHash(bytes) };
    pdu.sendBytes(UNKNOWN_KIND as UpKind, Buffer.from('{"v":1}'));
    pdu.hello(hello);
    await eventually(async () => (await outlets()).outlets.length === 2);
    pdu.sendBytes('hello', Buffer.from('{"v":2}')); // of a later version of the protocol: dropped
    pdu.states({ object: '1-70', state: 'on' });
    await eventually(async () => (await outlets()).outlets[0]?.state === 'ON');
    pdu.minute(thisMinute(), 460);
    await eventually(async () => (await facts())['watts'] === 460);
    const id = await switched();
    pdu.say('answer', { id, outcome: 'done', code: null, measured: 'off' });
    await eventually(async () => (await outcomeOf(id)) === 'done');
    expect(fleet.isConnected(pdu)).toBe(true);
  });
});

describe('a controller', () => {
  let hub: HubStandIn;
  let pdu: Pdu;

  beforeEach(async () => {
    hub = await HubStandIn.start();
    pdu = await hub.aMember();
    await untilConnected(pdu);
  });
  afterEach(async () => {
    await pdu.stop();
    await hub.stop();
  });

  it('obeys a hub of a later release: its signature covers what this release does not know', async () => {
    hub.broker.publish(downTopic(ADDRESS, UNKNOWN_KIND as DownKind), Buffer.from('{"v":1}'), 1);
    hub.send('query', { id: randomUUID(), kind: 'forecast' });
    const command = hub.aCommand('1-1200578');
    hub.send('command', { ...hub.sign('command', command), ...OF_LATER }); // not signed with them: refused
    hub.send('command', hub.sign('command', { ...command, ...OF_LATER }));
    await until(() => hub.answersTo(command.id).length > 0);
    expect(hub.answersTo(command.id)).toEqual([{ id: command.id, outcome: 'done', code: null, measured: 'off' }]);
    const admin = await pdu.as('admin');
    expect((await admin.get('/api/outlets/1')).body.state).toBe('OFF');
    hub.send('stored', { outcomes: [command.id], ...OF_LATER });
    const id = randomUUID();
    hub.send('query', { id, kind: 'profile', ...OF_LATER });
    await until(() => hub.payloads('reply').some((payload) => payload.includes(id)));
  });
});

describe('a hub of one release beside a hub of the next, on one database', () => {
  interface Column {
    readonly table: string;
    readonly name: string;
    readonly type: string;
    readonly isRequired: number;
    readonly preset: string | null;
  }

  async function columnsAfter(migrations: readonly Type<MigrationInterface>[]): Promise<Column[]> {
    const source = await new DataSource({
      ...dataSourceOptions(':memory:'),
      migrations: [...migrations],
    }).initialize();
    await source.runMigrations();
    const columns = await source.query<Column[]>(
      `SELECT "t"."name" AS "table", "c"."name", "c"."type", "c"."notnull" AS "isRequired", "c"."dflt_value" AS "preset"
        FROM "sqlite_master" "t" JOIN pragma_table_info("t"."name") "c" WHERE "t"."type" = 'table'`,
    );
    await source.destroy();
    return columns;
  }

  /** The columns that keep a hub which knows only the tables before from working with those after. */
  function incompatible(before: readonly Column[], after: readonly Column[]): string[] {
    const nameOf = ({ table, name }: Column): string => `${table}.${name}`;
    const known = new Map(before.map((column) => [nameOf(column), column]));
    const tables = new Set(before.map(({ table }) => table));
    const there = new Map(after.map((column) => [nameOf(column), column]));
    const changed = before.filter((column) => there.get(nameOf(column))?.type !== column.type);
    const unknown = after.filter((column) => tables.has(column.table) && !known.has(nameOf(column)));
    return [...changed, ...unknown.filter(({ isRequired, preset }) => isRequired === 1 && preset === null)].map(nameOf);
  }

  it('finds all columns that it knows, and need give no value to one that it does not know', async () => {
    let before = await columnsAfter(HUB_MIGRATIONS.slice(0, 1));
    expect(before.map(({ table }) => table)).toContain('user');
    for (let count = 2; count <= HUB_MIGRATIONS.length; count++) {
      const after = await columnsAfter(HUB_MIGRATIONS.slice(0, count));
      expect([HUB_MIGRATIONS[count - 1]?.name, ...incompatible(before, after)]).toEqual([
        HUB_MIGRATIONS[count - 1]?.name,
      ]);
      before = after;
    }
  });

  it('would be stopped by a column that is renamed, or required without a value of its own', () => {
    const column = { table: 'pdu', name: 'note', type: 'text', isRequired: 1, preset: null };
    const id = { ...column, name: 'id' };
    expect(incompatible([id], [id, column])).toEqual(['pdu.note']);
    expect(incompatible([id], [{ ...id, name: 'key', isRequired: 0 }])).toEqual(['pdu.id']);
    expect(incompatible([id], [id, { ...column, preset: "''" }, { ...column, table: 'new' }])).toEqual([]);
  });
});

function withMore(bytes: Buffer): Buffer {
  return Buffer.from(JSON.stringify({ ...(JSON.parse(bytes.toString()) as object), ...OF_LATER }));
}
