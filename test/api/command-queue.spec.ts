/** Commands that wait in the queue: the order of service, the number that may wait, and changes while they wait. */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { SwitchingService } from '../../src/switching/switching.service.js';
import { aPdu, type Answer, type Client, type Pdu } from '../support/app/pdu.js';

const FIRST = '1-1200578';
const SECOND = '2-1200578';

let pdu: Pdu;
let admin: Client;
let release: () => void;
beforeEach(async () => {
  pdu = await aPdu();
  admin = await pdu.as('admin');
});
afterEach(() => pdu.stop());

/** Keeps every command waiting until `release` is called. */
function hold(): void {
  void pdu.app.get(SwitchingService).first(() => new Promise<void>((resolve) => (release = resolve)));
}

/** Resolves when the controller has received everything sent before. */
const arrived = async (): Promise<void> => {
  for (let time = 0; time < 3; time++) await admin.get('/api/device');
};
const stateOf = async (id = FIRST): Promise<unknown> => (await admin.get(`/api/outlets/${id}`)).body.state;

describe('a queued command whose sender has lost the permission', () => {
  const roleOf = async (client: Client): Promise<string> => String((await client.get('/api/user')).body.roleId);

  it.each<[string, number, (user: Client) => Promise<unknown>]>([
    ['was locked', 401, (user) => admin.put(`/api/users/${user.userId}`, { userIsLocked: true })],
    ['was disabled', 401, (user) => admin.post(`/api/users/${user.userId}/disable`)],
    ['was deleted', 401, (user) => admin.delete(`/api/users/${user.userId}`)],
    ['signed out', 401, (user) => user.post('/api/logout')],
    [
      'lost the outlet',
      403,
      async (user) => admin.put(`/api/roles/${await roleOf(user)}`, { permissions: { modifyOutlets: [SECOND] } }),
    ],
  ])('is not executed: the user %s', async (_, status, loses) => {
    const user = await pdu.as({ modifyOutlets: [FIRST, SECOND], viewOutlets: [FIRST] });
    hold();
    const waiting = [
      user.put('/api/outlets/1', { state: 'OFF' }),
      user.put('/api/outlets', { outlets: [FIRST], state: 'OFF' }),
      user.put('/api/outlets/1', { outletName: 'Taken over' }),
    ];
    await arrived();
    await loses(user);
    release();
    expect((await Promise.all(waiting)).map((answer) => answer.status)).toEqual([status, status, status]);
    expect((await admin.get('/api/outlets/1')).body).toMatchObject({ state: 'ON', outletName: 'Outlet 1' });
  });

  it('is not executed with a revoked token, also on groups, relay outputs and by legacy tools', async () => {
    await admin.post('/api/conf', { webApiPasswordEnabled: true });
    const group = (await admin.post('/api/groups', { groupName: 'Rack', outlets: [FIRST] })).body as { id: string };
    const rights = { modifyOutlets: [FIRST], modifyOutletGroups: true, modifyPortSettings: true };
    const user = await pdu.as(rights);
    const { accessToken } = (await user.post(`/api/users/${user.userId}/token`)).body;
    const bearer = pdu.with({ authorization: `Bearer ${accessToken}` });
    const relayBefore = (await admin.get('/api/relayOutputs')).body[0].state as string;
    hold();
    const waiting = [
      bearer.put('/api/outlets/1', { state: 'OFF' }),
      bearer.put(`/api/groups/${group.id}`, { state: 'OFF' }),
      bearer.put('/api/relayOutput/1', { state: relayBefore === 'ON' ? 'OFF' : 'ON' }),
      bearer.get('/cmd.cgi?rly=0'),
    ];
    await arrived();
    await admin.delete(`/api/users/${user.userId}/token`);
    release();
    const answers = await Promise.all(waiting);
    expect(answers.slice(0, 3).map(({ status }) => status)).toEqual([401, 401, 401]);
    expect(answers[3]?.body).toBe('$AF');
    expect(await stateOf()).toBe('ON');
    expect((await admin.get('/api/relayOutputs')).body[0].state).toBe(relayBefore);
  });
});

describe('one user with many commands', () => {
  const refusalOf = ({ status, body, headers }: Answer) => [status, body.code, Number(headers.get('retry-after')) > 0];

  it('gets 429 beyond a hundred queued commands, and delays neither others nor the administrator', async () => {
    const flood = await pdu.as({ modifyOutlets: [FIRST] });
    const other = await pdu.as({ modifyOutlets: [SECOND] });
    const order: string[] = [];
    const noted = async (who: string, answer: Promise<Answer>): Promise<Answer> => {
      const ended = await answer;
      order.push(who);
      return ended;
    };
    hold();
    const many = Array.from({ length: 120 }, () => noted('flood', flood.put('/api/outlets/1', { outletName: 'x' })));
    await arrived();
    const others = [
      noted('other', other.put('/api/outlets/2', { state: 'OFF' })),
      noted('admin', admin.put('/api/outlets/3', { state: 'OFF' })),
    ];
    await arrived();
    release();
    expect((await Promise.all(others)).map(({ status }) => status)).toEqual([200, 200]);
    const answers = await Promise.all(many);
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused).toHaveLength(20);
    for (const answer of refused) expect(refusalOf(answer)).toEqual([429, 'TOO_MANY_COMMANDS', true]);
    const served = order.slice(20); // the refused ones were answered at once
    expect(Math.max(served.indexOf('other'), served.indexOf('admin'))).toBeLessThan(50);
  });

  it('may switch a hundred times at once, and then twenty times a second', async () => {
    const user = await pdu.as({ modifyOutlets: [FIRST], modifyPortSettings: true });
    const off = () => user.put('/api/outlets/1', { state: 'ON' });
    for (let time = 0; time < 100; time++) expect((await off()).status).toBe(200);
    expect(refusalOf(await off())).toEqual([429, 'TOO_MANY_COMMANDS', true]);
    expect(refusalOf(await user.put('/api/relayOutput/1', { state: 'ON' }))).toEqual([429, 'TOO_MANY_COMMANDS', true]);
    expect((await user.put('/api/outlets/1', { outletName: 'still' })).status).toBe(200);
    expect((await admin.put('/api/outlets/1', { state: 'ON' })).status).toBe(200);
    pdu.clock.advance(1000);
    for (let time = 0; time < 20; time++) expect((await off()).status).toBe(200);
    expect((await off()).status).toBe(429);
  });
});
