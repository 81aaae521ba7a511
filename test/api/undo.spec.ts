import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { aPdu, type Client, type Pdu } from '../support/app/pdu.js';

const [FIRST, SECOND, THIRD] = ['1-1200578', '2-1200578', '3-1200578'] as const;

let pdu: Pdu;
let admin: Client;

beforeEach(async () => {
  pdu = await aPdu();
  admin = await pdu.as('admin');
});
afterEach(() => pdu.stop());

const one = (state: string, id: number | string = 1, client: Client = admin) =>
  client.put(`/api/outlets/${id}`, { state });
const many = (state: string, ...outlets: readonly (number | string)[]) => admin.put('/api/outlets', { outlets, state });
const undo = (token: unknown, more: object = {}, client: Client = admin) =>
  client.post('/api/undo', { token, ...more });
const states = async () =>
  (await admin.get('/api/outlets')).body.slice(0, 4).map(({ state }: { state: string }) => state);
const sentences = async (): Promise<string[]> =>
  (await admin.get('/api/timeline')).body.entries.map(({ sentence }: { sentence: string }) => sentence);

describe('the answer of a switching', () => {
  it('has a token that is valid for 60 s, wherever the command moved an outlet', async () => {
    const now = pdu.clock.now();
    const undoOf = { token: expect.stringMatching(/^[\w-]{22}$/), expires: expect.any(String) };
    expect((await one('OFF')).body.undo).toEqual(undoOf);
    const { body } = await many('OFF', 1, 2);
    expect(body.undo).toEqual(undoOf);
    expect(Date.parse(body.undo.expires)).toBeGreaterThanOrEqual(now + 60_000);
  });

  it('has none where nothing moved, for a reboot, and for a change without a command', async () => {
    const answers = [
      await one('ON'),
      await one('REBOOT'),
      await many('ON', 2, 3),
      await many('REBOOT', 2, 3),
      await admin.put('/api/outlets/2', { outletName: 'Storage' }),
    ];
    expect(answers.map(({ status, body }) => [status, 'undo' in body])).toEqual(answers.map(() => [200, false]));
  });

  it('has it alone: neither a read nor the list has it', async () => {
    await one('OFF');
    expect((await admin.get('/api/outlets/1')).body).not.toHaveProperty('undo');
    expect(JSON.stringify((await admin.get('/api/outlets')).body)).not.toContain('"undo"');
  });

  it('has none for a role that may not view each of the outlets: it would show how they stood', async () => {
    const blind = await pdu.as({ viewOutlets: [SECOND], modifyOutlets: [FIRST, SECOND] });
    expect((await one('OFF', 1, blind)).body).not.toHaveProperty('undo');
    expect((await blind.put('/api/outlets', { outlets: [1, 2], state: 'OFF' })).body).not.toHaveProperty('undo');
    expect((await one('ON', 2, blind)).body).toHaveProperty('undo');
  });
});

describe('POST /api/undo', () => {
  it('puts one outlet back, with a record that names it and what it undoes', async () => {
    await admin.put('/api/outlets/1', { outletName: 'Hypervisor 1' });
    const { body } = await one('OFF');
    expect((await undo(body.undo.token, { reason: 'wrong row' })).body).toEqual({ restored: [FIRST], left: [] });
    expect(await states()).toEqual(['ON', 'ON', 'ON', 'ON']);
    const { entries } = (await admin.get('/api/log?kind=outlet.undo')).body;
    expect(entries).toHaveLength(1);
    expect(entries[0]).toMatchObject({ object: `outlet:${FIRST}`, after: { state: 'ON', reason: 'wrong row' } });
    const said = await sentences();
    expect(said).toContain('The last switching of Hypervisor 1 was undone by admin. Reason: wrong row.');
    expect(said).toContain('Hypervisor 1 was switched on in the undo requested by admin. Reason: wrong row.');
    const [switching] = (await admin.get('/api/log?kind=outlet.switch')).body.entries.slice(1);
    expect([switching.after.state, entries[0].cause]).toEqual(['OFF', switching.id]);
  });

  it('puts several back that were on, one after another', async () => {
    await one('OFF', 2);
    const { body } = await many('OFF', 3, 2, 1);
    expect((await undo(body.undo.token)).body).toEqual({ restored: [THIRD, FIRST], left: [] });
    expect(await states()).toEqual(['OFF', 'OFF', 'ON', 'ON']);
    await pdu.seconds(2);
    expect(await states()).toEqual(['OFF', 'OFF', 'ON', 'ON']);
    await pdu.seconds(2);
    expect(await states()).toEqual(['ON', 'OFF', 'ON', 'ON']);
    expect((await sentences()).join('\n')).toMatch(/A switching of .*, .* was undone by admin\./);
  });

  it('puts several back that were off, at once', async () => {
    await many('OFF', 1, 2);
    const { body } = await many('ON', 1, 2, 3);
    expect((await undo(body.undo.token)).body).toEqual({ restored: [FIRST, SECOND], left: [] });
    expect(await states()).toEqual(['OFF', 'OFF', 'ON', 'ON']);
  });

  it('puts a group back with its own delay, and ends a sequence that is under way', async () => {
    const made = { groupName: 'Servers', outlets: [SECOND, FIRST, THIRD], groupRebootSequenceDelay: 5 };
    const { id } = (await admin.post('/api/groups', made)).body;
    const off = (await admin.put(`/api/groups/${id}`, { state: 'OFF' })).body;
    expect((await undo(off.undo.token)).body).toEqual({ restored: [SECOND, FIRST, THIRD], left: [] });
    expect(await states()).toEqual(['OFF', 'ON', 'OFF', 'ON']);
    await pdu.seconds(5);
    expect(await states()).toEqual(['ON', 'ON', 'OFF', 'ON']);
    await pdu.seconds(5);
    expect(await states()).toEqual(['ON', 'ON', 'ON', 'ON']);
    expect((await sentences()).join('\n')).toContain('The last switching of group “Servers” was undone by admin');

    await admin.put(`/api/groups/${id}`, { state: 'OFF' });
    const on = (await admin.put(`/api/groups/${id}`, { state: 'ON' })).body;
    await pdu.seconds(2);
    expect((await undo(on.undo.token)).body.restored).toEqual([SECOND, FIRST, THIRD]);
    await pdu.seconds(20);
    expect(await states()).toEqual(['OFF', 'OFF', 'OFF', 'ON']);
  });

  it('puts a relay output back', async () => {
    const { body } = await admin.put('/api/relayOutputs/1', { state: 'ON' });
    const back = body.undo ? body : (await admin.put('/api/relayOutputs/1', { state: 'OFF' })).body;
    expect((await undo(back.undo.token)).body).toEqual({ restored: [back.id], left: [] });
    expect((await admin.get('/api/relayOutputs/1')).body).not.toMatchObject({ state: back.state });
  });

  it('leaves an outlet that was switched again since, even to the same state, and says so', async () => {
    const { body } = await many('OFF', 1, 2, 3);
    await one('ON', 2);
    await one('OFF', 3);
    expect((await undo(body.undo.token)).body).toEqual({
      restored: [FIRST],
      left: [SECOND, THIRD].map((id) => ({
        id,
        code: 'SWITCHED_SINCE',
        reason: 'It was switched again in the meantime.',
      })),
    });
    expect(await states()).toEqual(['ON', 'ON', 'OFF', 'ON']);
  });

  it('turns an outlet on again whose reboot the command ended', async () => {
    await one('REBOOT');
    await pdu.seconds(2);
    const { body } = await one('OFF');
    expect((await undo(body.undo.token)).body.restored).toEqual([FIRST]);
    expect((await states())[0]).toBe('ON');
  });

  it('works once, also with two requests at the same time', async () => {
    const { body } = await one('OFF');
    const answers = await Promise.all([undo(body.undo.token), undo(body.undo.token)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410]);
    expect((await undo(body.undo.token)).body.code).toBe('UNDO_USED');
    expect((await admin.get('/api/log?kind=outlet.undo')).body.entries).toHaveLength(1);
  });

  it('is too late after 60 s, and moves nothing', async () => {
    const { body } = await one('OFF');
    await pdu.seconds(60);
    const late = await undo(body.undo.token);
    expect([late.status, late.body.code]).toEqual([410, 'UNDO_EXPIRED']);
    expect((await states())[0]).toBe('OFF');
  });

  it('does not know the token of another user, and does not say that it exists', async () => {
    const other = await pdu.as({ viewOutlets: [FIRST], modifyOutlets: [FIRST] });
    const { body } = await one('OFF');
    const [foreign, unknown] = [await undo(body.undo.token, {}, other), await undo('x'.repeat(22), {}, other)];
    expect([foreign.status, foreign.body]).toEqual([404, unknown.body]);
    expect((await undo(body.undo.token)).status).toBe(200);
  });

  it('asks for the confirmation that the protection requires, and keeps the token for it', async () => {
    await one('OFF');
    const { body } = await one('ON');
    await admin.put('/api/outlets/1', { protection: 'confirm' });
    const refused = await undo(body.undo.token);
    expect([refused.status, refused.body.code]).toEqual([422, 'OUTLET_PROTECTED']);
    expect((await states())[0]).toBe('ON');
    expect((await undo(body.undo.token, { confirm: true })).body).toEqual({ restored: [FIRST], left: [] });
  });

  it('is refused as a whole where an outlet was locked meanwhile', async () => {
    const { body } = await many('OFF', 1, 2);
    await admin.put('/api/outlets/2', { protection: 'locked' });
    expect((await undo(body.undo.token)).body.code).toBe('OUTLET_PROTECTED');
    expect(await states()).toEqual(['OFF', 'OFF', 'ON', 'ON']);
    expect((await admin.get('/api/log?kind=device.undo')).body.entries).toEqual([]);
  });

  it('is refused to a user whose role has lost the outlet', async () => {
    const role = { name: 'Switchers', permissions: { viewOutlets: [FIRST], modifyOutlets: [FIRST] } };
    const user = await pdu.as(role.permissions);
    const { body } = await one('OFF', 1, user);
    const roles: { id: string; name: string }[] = (await admin.get('/api/roles')).body;
    const own = roles.at(-1);
    await admin.put(`/api/roles/${own?.id}`, { permissions: { viewOutlets: [FIRST], modifyOutlets: [] } });
    const refused = await undo(body.undo.token, {}, user);
    expect([refused.status, refused.body.code]).toEqual([403, 'OUTLET_NOT_ALLOWED']);
    expect((await states())[0]).toBe('OFF');
  });

  it('says which relay did not follow', async () => {
    const { body } = await one('OFF');
    await admin.patch('/api/simulator', { outlets: { [FIRST]: { relayStuck: true } } });
    const answer = (await undo(body.undo.token)).body;
    expect(answer).toEqual({
      restored: [],
      left: [{ id: FIRST, code: 'RELAY_FAULT', reason: expect.stringContaining('did not follow') }],
    });
  });

  it('says of several which did not follow, and turns the others on', async () => {
    const { body } = await many('OFF', 1, 2);
    await admin.patch('/api/simulator', { outlets: { [FIRST]: { relayStuck: true } } });
    const answer = (await undo(body.undo.token)).body;
    expect(answer).toEqual({
      restored: [SECOND],
      left: [{ id: FIRST, code: 'STILL_TRYING', reason: expect.stringContaining('has not followed yet') }],
    });
    await pdu.seconds(10); // another attempt at the first delays the second
    expect((await states())[1]).toBe('ON');
  });

  it.each([{}, { token: '' }, { token: 7 }, { token: 'x', confirm: 'perhaps' }])('does not accept %j', async (body) => {
    expect((await admin.post('/api/undo', body)).status).toBe(422);
  });
});
