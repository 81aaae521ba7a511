import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { ConfigApplyService } from '../../src/configuration/config-apply.service.js';
import { ConfigExportService } from '../../src/configuration/config-export.service.js';
import { SINGLE_PHASE_16 } from '../../src/hardware/profiles/single-phase-16.js';
import type { JsonObject } from '../../src/common/body.js';
import { ConfigResetService } from '../../src/configuration/config-reset.service.js';
import { documentOf, exported, FIRST, configurePdu, RELAY, type ConfiguredPdu } from '../support/app/configured-pdu.js';
import { ADMIN_PASSWORD, aPdu, USER_PASSWORD, type Answer, type Client, type Pdu } from '../support/app/pdu.js';
import { primaryAdmin } from '../support/app/people.js';
import { spyOnRelays } from '../support/app/relay-spies.js';
import { someSections } from '../support/fixtures/arbitrary-configuration.js';
import {
  withReplacementIds,
  REPLACEMENT_PREFIX,
  writeReplacementProfile,
} from '../support/hardware/replacement-profile.js';

const PASSPHRASE = 'a passphrase for the backup';

let folder: string;
let first: Pdu;
let admin: Client;
let there: ConfiguredPdu;
let furnished: string;
let twin: Pdu;
let there2: Client;

const fields = ({ body }: Answer): string[] => (body.details ?? []).map(({ field }: { field: string }) => field);
const paths = ({ body }: Answer): string[] => (body.warnings ?? []).map(({ path }: { path: string }) => path);
const sectionsIn = (text: string): unknown => (JSON.parse(text) as { sections: unknown }).sections;
const asItWas = (text: string): JsonObject => JSON.parse(text) as JsonObject;
/** The document as a version without the hardware section wrote it. */
const older = (text: string): JsonObject => ({ ...asItWas(text), hardware: undefined });

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'rackfeed-test-'));
  first = await aPdu();
  admin = await first.as('admin');
  there = await configurePdu(first, admin);
  const actions = [
    { name: 'By index', code: 12, params: ['3'] },
    { name: 'Peer', code: 25, params: ['192.0.2.9', FIRST, 'abcdefghijklmnopqrstuvwxyz0123456789ABCDEFG'] },
    { name: 'Hub', code: 32, params: ['B', '2', 'OPEN'] },
  ];
  const events = [
    { name: 'Inlet', code: 15, params: ['I1-1000036', '20', '1'], actions: [there.actionId] },
    { name: 'Outlet', code: 45, params: ['any', '3', '1'], actions: [] },
    { name: 'One outlet', code: 45, params: ['9-1200579', '3', '1'], actions: [] },
    { name: 'Warm', code: 49, params: ['SA-1000036', '40', '1'], actions: [] },
  ];
  for (const action of actions) expect((await admin.post('/api/actions', action)).status).toBe(200);
  for (const event of events) expect((await admin.post('/api/events', event)).status).toBe(200);
  await admin.put('/api/banks/1200579', { bankName: '1200578' });
  await admin.put('/api/outlets/9-1200579', { outletName: 'Ninth' });
  furnished = await exported(admin);
  twin = await aPdu({ model: writeReplacementProfile(SINGLE_PHASE_16, folder) });
  there2 = await twin.as('admin');
});
afterAll(async () => {
  await first.stop();
  await twin.stop();
  rmSync(folder, { recursive: true });
});
beforeEach(async () => {
  await twin.app.get(ConfigResetService).reset(primaryAdmin(twin));
  there2 = await twin.as('admin');
});

describe('a document of a PDU that was replaced by another one of its model', () => {
  it('names the hardware that it was exported from', () => {
    expect(asItWas(furnished)['hardware']).toMatchObject({
      enclosureSerial: '1000036',
      inlets: ['I1-1000036'],
      lines: ['L1-1000036'],
      banks: ['1200578', '1200579'],
      relayOutputs: [RELAY, 'R2-1000036'],
      sensors: ['SA-1000036', 'SB-1000036'],
    });
  });

  it.each([
    ['lists', asItWas],
    ['was written before documents listed', older],
  ])('is restored by position, whether it %s the positions', async (_, read) => {
    const moves = spyOnRelays(twin);
    const document = read(furnished);
    const planned = await there2.post('/api/config/plan', document);
    expect([planned.status, fields(planned)]).toEqual([200, []]);
    expect(paths(planned)).toContain('hardware');
    const warning = planned.body.warnings.find(({ path }: { path: string }) => path === 'hardware').message as string;
    for (const serial of [
      '1000036',
      '1200578',
      '1200579',
      `${REPLACEMENT_PREFIX}1000036`,
      `${REPLACEMENT_PREFIX}1200579`,
    ]) {
      expect(warning).toContain(serial);
    }
    expect(warning).toMatch(/\b17 ids\b/);
    const applied = await there2.post('/api/config/apply', document);
    expect(applied.body).toEqual({ ...planned.body, applied: true });
    // Everything except the secrets, which it does not contain, and the outlet of another PDU.
    const wanted = JSON.parse(
      withReplacementIds(JSON.stringify(sectionsIn(furnished)), SINGLE_PHASE_16),
    ) as JsonObject & {
      actions: { name: string; params: string[] }[];
      banks: { bankName: string }[];
    };
    const peer = wanted.actions.find(({ name }) => name === 'Peer');
    if (peer) peer.params[1] = FIRST;
    for (const bank of wanted.banks) bank.bankName = bank.bankName.replace(new RegExp(`^${REPLACEMENT_PREFIX}`), '');
    const now = sectionsIn(await exported(there2)) as JsonObject;
    for (const name of [
      'roles',
      'inlets',
      'banks',
      'sensors',
      'outlets',
      'relayOutputs',
      'groups',
      'actions',
      'events',
    ]) {
      expect([name, now[name]]).toEqual([name, wanted[name]]);
    }
    expect((await there2.post('/api/config/apply', document)).body.changes).toEqual([]);
    expect(moves()).toEqual([]);
  });

  it('restores its encrypted secrets too', async () => {
    const encrypted = await admin.post('/api/config/export', {
      passphrase: PASSPHRASE,
      currentPassword: ADMIN_PASSWORD,
    });
    const answer = await there2.post('/api/config/apply', { ...encrypted.body, passphrase: PASSPHRASE });
    expect([answer.status, paths(answer)]).toEqual([200, ['hardware']]);
    const viewer = await twin.signIn('vera', USER_PASSWORD);
    const seen = (await viewer.get('/api/outlets')).body.map(({ id }: { id: string }) => id);
    expect(seen).toEqual([`1-${REPLACEMENT_PREFIX}1200578`]);
  });

  it('is refused for an id that neither PDU has, by name', async () => {
    for (const read of [asItWas, older]) {
      const document = read(furnished) as { sections: { groups: { outlets: string[] }[]; outlets: JsonObject[] } };
      document.sections.groups[0]?.outlets.push('3-4711');
      document.sections.outlets.push({ id: 'banana', outletName: 'Yellow' });
      document.sections.outlets.push({ id: '99-1200578', outletName: 'Far' });
      const answer = await there2.post('/api/config/plan', document);
      expect([answer.status, fields(answer).sort()]).toEqual([
        422,
        ['groups.1.outlets', 'outlets.99-1200578', 'outlets.banana'],
      ]);
    }
  });

  it('has no notice about hardware if the serial numbers are the same', async () => {
    expect((await admin.post('/api/config/plan', furnished)).body).toMatchObject({ changes: [], warnings: [] });
    expect((await admin.post('/api/config/plan', older(furnished))).body).toMatchObject({ changes: [], warnings: [] });
  });

  it('is refused if its hardware section is not a list of ids', async () => {
    for (const [hardware, field] of [
      [7, 'hardware'],
      [{ banks: 'x' }, 'hardware.banks'],
      [{ ...(asItWas(furnished)['hardware'] as object), banks: ['1', '1'] }, 'hardware.banks'],
      [{ ...(asItWas(furnished)['hardware'] as object), colour: 'red' }, 'hardware.colour'],
    ] as const) {
      const answer = await there2.post('/api/config/plan', { ...asItWas(furnished), hardware });
      expect([answer.status, fields(answer)]).toEqual([422, expect.arrayContaining([field])]);
    }
  });

  it('is unchanged after a restore there and back, whatever was set', async () => {
    const frame = { format: 1, product: 'Rackfeed', model: 'single-phase-16' };
    const on = async (pdu: Pdu, document: unknown) => {
      await pdu.app.get(ConfigResetService).reset(primaryAdmin(pdu));
      await pdu.app.get(ConfigApplyService).apply(document as JsonObject, primaryAdmin(pdu));
      return JSON.stringify(await pdu.app.get(ConfigExportService).plain());
    };
    const back = await aPdu();
    await fc.assert(
      fc.asyncProperty(someSections, async (sections) => {
        const written = await on(back, { ...frame, sections });
        const moved = await on(twin, JSON.parse(written));
        expect(sectionsIn(await on(back, JSON.parse(moved)))).toEqual(sectionsIn(written));
        const again = await twin.app
          .get(ConfigApplyService)
          .apply(JSON.parse(written) as JsonObject, primaryAdmin(twin));
        expect(again.changes).toEqual([]);
      }),
      { numRuns: 20 },
    );
    await back.stop();
  });
});

describe('a document of another model', () => {
  let other: Pdu;
  let client: Client;
  beforeAll(async () => {
    other = await aPdu({ model: 'switched-8' });
    client = await other.as('admin');
  });
  afterAll(() => other.stop());

  it.each([
    ['with its positions', asItWas],
    ['of an earlier version', older],
  ])(
    '%s applies to the objects at the same positions, and lists everything omitted with the reason',
    async (_, read) => {
      await other.app.get(ConfigResetService).reset(primaryAdmin(other));
      client = await other.as('admin');
      const document = read(furnished);
      const answer = await client.post('/api/config/apply', document);
      expect([answer.status, fields(answer)]).toEqual([200, []]);
      const { outlets, inlets, banks } = other.model;
      expect((await client.get(`/api/inlets/${inlets[0]?.id}`)).body.inletName).toBe('Feed A');
      expect((await client.get(`/api/banks/${banks[0]?.id}`)).body.bankName).toBe('Left side');
      expect((await client.get('/api/outlets/1')).body).toMatchObject({ outletName: 'Router', pwrOnState: 'ON' });
      const [group] = (await client.get('/api/groups')).body;
      expect(
        (await client.get(`/api/groups/${group.id}`)).body.outlets.map((one: { id?: string } | string) =>
          typeof one === 'string' ? one : one.id,
        ),
      ).toEqual([outlets[1]?.id, outlets[0]?.id]);
      const actions = (await client.get('/api/actions')).body as { name: string; params: string[] }[];
      expect(actions.find(({ name }) => name === 'Printer off')?.params[0]).toBe(outlets[0]?.id);
      const left = answer.body.warnings.filter(({ message }: { message: string }) => message.startsWith('Left out'));
      expect(left.map(({ path }: { path: string }) => path)).toEqual(
        expect.arrayContaining(['banks.1200579', 'outlets.9-1200579']),
      );
      expect((await client.post('/api/config/apply', document)).body.changes).toEqual([]);
    },
  );

  it('is refused for an id that no PDU has', async () => {
    const document = await documentOf(admin);
    document.sections.outlets.push({ id: '3-4711', outletName: 'Nowhere' });
    const answer = await client.post('/api/config/plan', document);
    expect([answer.status, fields(answer)]).toEqual([422, ['outlets.3-4711']]);
  });
});
