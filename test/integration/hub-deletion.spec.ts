import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { EventsStore } from '../../src/hub/events/events.store.js';
import { PdusService } from '../../src/hub/pdus/pdus.service.js';
import { hourId } from '../../src/hub/readings/minute-hour.entity.js';
import { MinutesStore } from '../../src/hub/readings/minutes.store.js';
import { PduStates } from '../../src/hub/state/pdu-states.js';
import { aHub, type Hub } from '../support/app/hub.js';
import type { Client } from '../support/app/pdu.js';
import { FleetBench } from '../support/fleet/fleet-bench.js';
import { type FleetPdu } from '../support/fleet/fleet-pdu.js';
import { eventually } from '../support/time/time-limits.js';

let hub: Hub;
let fleet: FleetBench;
let admin: Client;
let pdu: FleetPdu;

beforeEach(async () => {
  hub = await aHub();
  fleet = new FleetBench(hub);
  admin = await hub.as('admin');
  pdu = await fleet.aPdu();
});
afterEach(async () => {
  await fleet.end();
  await hub.stop();
});

const TABLES = ['pdu', 'pdu_state', 'pdu_reading', 'pdu_event', 'hub_command', 'minute_hour'] as const;
/** The number of rows of each table that has something of PDUs. */
const rows = async (): Promise<Record<string, number>> => {
  const counts = TABLES.map(async (table) => {
    const [row] = await hub.app.get(DataSource).query<{ n: number }[]>(`SELECT count(*) AS n FROM "${table}"`);
    return [table, row?.n ?? -1] as const;
  });
  return Object.fromEntries(await Promise.all(counts));
};
const remove = (id = pdu.id) => admin.delete(`/api/fleet/pdus/${id}`);
const revoke = (id = pdu.id) => admin.post(`/api/fleet/pdus/${id}/revoke`);
const send = (id = pdu.id) => admin.post(`/api/fleet/pdus/${id}/commands`, { outlet: '1-70', command: 'OFF' });

/** Leaves something of this PDU in each table. */
async function leaveTraces(of: FleetPdu): Promise<void> {
  of.hello();
  await eventually(
    async () => ((await admin.get(`/api/fleet/pdus/${of.id}/outlets`)).body.outlets as object[]).length === 2,
  );
  of.minute(Math.floor(hub.clock.now() / 60_000) - 1, 100);
  of.say('event', {
    ...{ run: 1, number: 5, at: 1_800_000_000_000, code: 'bankCurrent', object: '70', text: 'Event.' },
    ...{ after: undefined, event: undefined },
    ...{ value: null, limit: null, severity: 'warning', raised: true },
  });
  const { id } = (await send(of.id)).body as { id: string };
  of.say('answer', { id, outcome: 'done', code: null, measured: 'off' });
  await eventually(() => of.of('stored').some(({ outcomes }) => outcomes?.includes(id)));
  await eventually(() => of.of('stored').some(({ events }) => events === 5));
  await eventually(async () => (await admin.get(`/api/fleet/pdus/${of.id}/minutes`)).body.t.length === 1);
  await hub.seconds(61); // states and minutes are stored once a minute
}

describe('a PDU that is deleted', () => {
  it('is gone with all that was stored of it; others and the log stay', async () => {
    const other = await fleet.aPdu();
    await leaveTraces(pdu);
    await leaveTraces(other);
    const role = { name: 'Row 3', permissions: { viewOutlets: [pdu.id, other.id], modifyOutlets: [pdu.id] } };
    const { id: roleId } = (await admin.post('/api/roles', role)).body as { id: number };
    const before = await rows();
    expect(before).toMatchObject({ pdu: 2, pdu_state: 2, pdu_reading: 2, pdu_event: 2, hub_command: 2 });
    await revoke();
    expect(await remove()).toMatchObject({ status: 200, body: {} });
    const after = await rows();
    expect(after).toMatchObject({ pdu: 1, pdu_state: 1, pdu_reading: 1, pdu_event: 1, hub_command: 1 });
    expect(after['minute_hour']).toBe((before['minute_hour'] ?? 0) / 2);
    for (const path of ['', '/outlets', '/minutes']) {
      expect((await admin.get(`/api/fleet/pdus/${pdu.id}${path}`)).body.code).toBe('PDU_UNKNOWN');
    }
    expect((await admin.get('/api/fleet/pdus')).body.items).toMatchObject([{ id: other.id }]);
    expect((await admin.get(`/api/fleet/pdus/${other.id}/minutes`)).body.w).toEqual([100]);
    expect(hub.app.get(PduStates).of(pdu.id)).toBeUndefined();
    const { permissions } = ((await admin.get('/api/roles')).body as { id: number; permissions: object }[]).find(
      ({ id }) => id === roleId,
    ) ?? { permissions: {} };
    expect(permissions).toMatchObject({ viewOutlets: [other.id], modifyOutlets: [] });
    const { entries } = (await admin.get(`/api/log?object=pdu:${pdu.id}`)).body;
    expect(entries[0]).toMatchObject({ kind: 'pdu.delete', sentence: 'Rack 1 was deleted by admin.' });
    expect((entries as { kind: string }[]).map(({ kind }) => kind)).toContain('pdu.command');
    expect((await remove()).body.code).toBe('PDU_UNKNOWN');
    await hub.seconds(61);
    expect(await rows()).toMatchObject({ pdu: 1, pdu_state: 1, pdu_reading: 1 });
  });

  it('has nothing stored of it any more that another hub still had, which learns of its deletion as it stores that', async () => {
    const { no } = hub.app.get(PdusService).find(pdu.id);
    await revoke();
    await remove();
    await hub.app.get(EventsStore).add([
      {
        ...{
          pdu: pdu.id,
          number: 5,
          at: 1_800_000_000_000,
          code: 'bankCurrent',
          event: 0,
          object: '70',
          text: 'Event.',
        },
        ...{ value: null, limit: null, severity: 'warning', raised: true },
      },
    ]);
    const minutes = new Map([[5, { w: 100, va: 110, peak: 120 }]]);
    await hub.app.get(MinutesStore).add(new Map([[hourId(no, 500_000), minutes]]));
    expect(await rows()).toMatchObject({ pdu_event: 0, minute_hour: 0 });
  });

  it('was revoked before', async () => {
    expect(await remove()).toMatchObject({ status: 409, body: { code: 'PDU_NOT_REVOKED' } });
    expect(fleet.isConnected(pdu)).toBe(true);
  });

  it('has no command that could still begin', async () => {
    const { id, until } = (await send()).body as { id: string; until: string };
    await revoke();
    const refused = await remove();
    expect(refused).toMatchObject({ status: 409, body: { code: 'PDU_COMMANDS_OPEN' } });
    expect(refused.body.message).toContain(until);
    await hub.seconds(11);
    expect((await remove()).status).toBe(200);
    expect((await admin.get(`/api/fleet/commands/${id}`)).body.code).toBe('FLEET_COMMAND_UNKNOWN');
    await hub.seconds(3); // nothing is left to be sent
    expect((await admin.get('/api/fleet/commands')).body.items).toEqual([]);
  });
});
