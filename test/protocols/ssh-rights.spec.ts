import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { CallerWithAddress } from '../../src/common/access.js';
import { API_ERRORS } from '../../src/common/errors.js';
import { Interpreter, type Services } from '../../src/shell/interpreter.js';
import { aPdu, type Client, type Pdu } from '../support/app/pdu.js';
import { differences, matrixUsers, type MatrixUser } from '../support/protocols/rights-matrix.js';

/** A command, and the request that does the same. */
interface Cell {
  readonly name: string;
  readonly request: readonly [method: string, path: string, body?: object];
}

const BOTH = ['1-1200578', '2-1200578'];
const cell = (name: string, method: string, path: string, body?: object): Cell => ({
  name,
  request: body ? [method, path, body] : [method, path],
});

const CELLS: readonly Cell[] = [
  cell('show outlets', 'GET', '/api/outlets'),
  cell('pshow', 'GET', '/api/outlets'),
  cell('system outlets status', 'GET', '/api/outlets'),
  cell('show groups', 'GET', '/api/groups'),
  cell('show inlets', 'GET', '/api/inlets'),
  cell('show banks', 'GET', '/api/banks'),
  cell('system banks status', 'GET', '/api/banks'),
  cell('show sensors', 'GET', '/api/sensors'),
  cell('show relays', 'GET', '/api/relayOutputs'),
  cell('show device', 'GET', '/api/device'),
  cell('ver', 'GET', '/api/device'),
  cell('time', 'GET', '/api/device'),
  cell('show alarms', 'GET', '/api/system/health'),
  cell('show events', 'GET', '/api/events'),
  cell('show actions', 'GET', '/api/actions'),
  cell('show users', 'GET', '/api/users'),
  cell('settings users list', 'GET', '/api/users'),
  cell('show sessions', 'GET', '/api/user/sessions'),
  cell('show log', 'GET', '/api/log'),
  cell('show conf', 'GET', '/api/conf'),
  cell('nwshow', 'GET', '/api/conf'),
  cell('whoami', 'GET', '/api/user'),
  cell('on 1', 'PUT', '/api/outlets/1', { state: 'ON' }),
  cell('pset 2 1', 'PUT', '/api/outlets/2', { state: 'ON' }),
  cell('on 1-2', 'PUT', '/api/outlets', { outlets: BOTH, state: 'ON' }),
  cell('name 1 Server', 'PUT', '/api/outlets/1', { outletName: 'Server' }),
  cell('set 2 pwrOnState ON', 'PUT', '/api/outlets/2', { pwrOnState: 'ON' }),
  cell('system outlets set outlet_state 1 on', 'PUT', '/api/outlets/1', { state: 'ON' }),
  cell('group on 1', 'PUT', '/api/groups/1', { state: 'ON' }),
  cell('gpset 1 1', 'PUT', '/api/groups/1', { state: 'ON' }),
  cell('system groups set group_name 1 Both', 'PUT', '/api/groups/1', { groupName: 'Both' }),
  cell('relay on 1', 'PUT', '/api/relayOutput/1', { state: 'ON' }),
  cell('system banks set bank_name 1200578 Main', 'PUT', '/api/banks/1200578', { bankName: 'Main' }),
  cell('conf set deviceName PDU', 'POST', '/api/conf', { deviceName: 'PDU' }),
  cell('conf set webIdleTimeout 1800', 'POST', '/api/conf', { webIdleTimeout: 1800 }),
  cell('web 1', 'POST', '/api/conf', { webEnabled: true }),
  cell('conf set lcdOrientation 90', 'POST', '/api/conf', { lcdOrientation: 90 }),
  cell('network ssh set ssh_idle_timeout 600', 'POST', '/api/conf', { sshIdleTimeout: 600 }),
  cell('event enable 1', 'PUT', '/api/events/1', { enabled: true }),
  cell('event explain 1', 'GET', '/api/events/1/explain'),
  cell('action test 1 --dry-run', 'POST', '/api/actions/1/test?dryRun=true'),
  cell('user unlock victim', 'PUT', '/api/users/2', { userIsLocked: false }),
  cell('$A5', 'GET', '/api/outlets'),
];

const REFUSALS = (['NOT_ALLOWED', 'OUTLET_NOT_ALLOWED', 'NO_OUTLET_ALLOWED', 'ADMINISTRATOR_ONLY', 'RIGHTS_NOT_COVERED'] as const)
  .map((code) => API_ERRORS[code][1].split('%s')[0] ?? ''); // prettier-ignore
/** An outlet that the role may not see is refused as one that does not exist, with the status of a refusal. */
const HIDDEN = 'No outlet has the id or index';

describe('every role and every command', () => {
  let pdu: Pdu;
  let admin: Client;
  beforeAll(async () => {
    pdu = await aPdu();
    admin = await pdu.as('admin');
    await admin.post('/api/users', { username: 'victim', roleId: 1, password: 'a victim of tests' });
    await admin.post('/api/groups', { groupName: 'Both', outlets: BOTH });
    const action = { name: 'On', code: 11, params: ['1-1200578', 'ON'] };
    expect((await admin.post('/api/actions', action)).status).toBe(200);
    const codes = (await admin.get('/api/event-codes')).body as {
      code: number;
      available: boolean;
      params: unknown[];
    }[];
    const plain = codes.find(({ available, params }) => available && params.length === 0);
    expect((await admin.post('/api/events', { name: 'Plain', code: plain?.code, actions: [] })).status).toBe(200);
  });
  afterAll(() => pdu.stop());

  /** Runs a line as the SSH shell does for this caller; true when it was not refused. */
  async function isAllowed(caller: CallerWithAddress, line: string): Promise<boolean> {
    const errors: unknown[] = [];
    const services: Services = (type) => pdu.app.get(type, { strict: false });
    const interpreter = new Interpreter({
      caller,
      services,
      needsNewPassword: () => false,
      failed: (error) => errors.push(error),
      dialogue: {
        isTerminal: false,
        preferences: { pager: false },
        reply: { closed: false, once: () => undefined },
        ask: async () => undefined,
        print: async () => undefined,
        pause: async () => false,
      },
    });
    const { refusals = [], lines = [], status = 0 } = await interpreter.run(line);
    expect(errors).toEqual([]);
    if (lines[0] === '$AF') return false;
    const isRefused = refusals.some(
      (each) => REFUSALS.some((start) => each.startsWith(start)) || (status === 1 && each.startsWith(HIDDEN)),
    );
    return !isRefused;
  }

  it('are as over HTTP, without one difference', async () => {
    const outcomes: boolean[] = [];
    const found = await differences<MatrixUser, Cell>({
      users: await matrixUsers(pdu),
      nameOf: ({ person }) => person.name,
      cells: CELLS,
      overHttp: async ({ person }, { request: [method, path, body] }) => {
        const { status } = await pdu.request(method, path, body, await person.headers('token'));
        return status !== 403;
      },
      overProtocol: async ({ person }, { name }) => {
        const allowed = await isAllowed(person.caller, name);
        outcomes.push(allowed);
        return allowed;
      },
    });
    expect(found).toEqual([]);
    expect(outcomes.filter((allowed) => allowed).length).toBeGreaterThan(100);
    expect(outcomes.filter((allowed) => !allowed).length).toBeGreaterThan(500);
  });
});
