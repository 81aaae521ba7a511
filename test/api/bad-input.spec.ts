import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { aPdu, type Answer, type Client, type Pdu } from '../support/app/pdu.js';
import { routesOf, type Route } from '../support/app/routes.js';

/** The statuses that the specification and the contract name. 500 is not one of them: bad input never causes it. */
const DOCUMENTED = [200, 400, 401, 403, 404, 413, 422, 429];
/** Routes that would end the test's session or the controller, or move relays after their answer (a cold start). */
const LEFT_OUT = /powerCycle|logout|\/sessions|\/password|\/token|\/login$|\/configReset|\/reboot/;

const MEMBERS = [
  'outletName', 'pwrOnState', 'state', 'customRebootTimeEnabled', 'customRebootTime', 'relayName', 'inletName', 'bankName',
  'sensorName', 'outputRelays', 'digitalInputs', 'vdcOutputState', 'username', 'roleId', 'password', 'userIsLocked',
  'snmpv3Access', 'snmpv3AuthPass', 'snmpv3Security', 'name', 'permissions', 'description', 'sshKeyName', 'sshKey', 'id',
  'timezone', 'globalRebootTime', 'smtpPassword', 'outlets', 'inlets', 'sensors', 'bus', '__proto__', 'constructor',
]; // prettier-ignore

const oddValue = fc.oneof(
  fc.constantFrom(
    null,
    '',
    'ON',
    'off',
    true,
    'true',
    0,
    -1,
    1.5,
    1e308,
    3601,
    '15',
    'x'.repeat(101),
    'a\u0000b',
    '\ud800',
    [],
    {},
    [[]],
    '%s',
    "' OR 1=1 --",
  ),
  fc.jsonValue({ maxDepth: 2 }),
);
const oddBody = fc.oneof(
  fc.dictionary(fc.constantFrom(...MEMBERS), oddValue, { maxKeys: 5 }).map((members) => JSON.stringify(members)),
  fc.jsonValue().map((value) => JSON.stringify(value)),
  fc.string(),
);
const oddId = fc.oneof(
  fc.constantFrom(
    '1',
    '0',
    '-1',
    '1-1200578',
    '99-1',
    'I1-1000036',
    'A',
    'R1-1000036',
    '%00',
    '%2e%2e%2f',
    '%zz',
    '__proto__',
    'constructor',
    '1e3',
    '%F0%9F%94%8C',
  ),
  fc.string({ minLength: 1, maxLength: 20 }).map(encodeURIComponent),
);
const oddType = fc.constantFrom(
  'application/json',
  'text/plain',
  'application/x-www-form-urlencoded',
  'application/json; charset=utf-16',
  'x',
);

const LEAKS = /SQLITE|SELECT |INSERT |node_modules|\/src\/|\/dist\/|at [A-Za-z.]+ \(|Error:/;

function expectHonest(what: string, { status, body }: Answer): void {
  expect([what, DOCUMENTED.includes(status) ? 'documented' : status, JSON.stringify(body).match(LEAKS)]).toEqual([
    what,
    'documented',
    null,
  ]);
  if (status === 200) return;
  expect(body).toMatchObject({
    statusCode: status,
    error: expect.any(String),
    code: expect.any(String),
    message: expect.stringMatching(/\S{2,}.*[.]$/),
  });
}

describe('bad input', () => {
  let pdu: Pdu;
  let admin: Client;
  let writes: readonly Route[];

  beforeAll(async () => {
    pdu = await aPdu();
    admin = await pdu.as('admin');
    writes = routesOf(pdu.app).filter(({ method, path }) => method !== 'GET' && !LEFT_OUT.test(path));
  });
  afterAll(() => pdu.stop());

  it('to any write endpoint gets a documented status and a helpful message, and a refusal changes nothing', async () => {
    const names = async (): Promise<unknown> => {
      const paths = ['/api/outlets', '/api/relayOutputs', '/api/users', '/api/roles', '/api/conf'];
      const answers = await Promise.all(paths.map((path) => admin.get(path)));
      return answers.map(({ body }) =>
        JSON.stringify(body, (key, value: unknown) => (MEASURED.test(key) ? undefined : value)),
      );
    };
    const MEASURED = /circuitVoltage|currentRms|lastLogin|rebootStatus/;
    let before = await names();
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...writes),
        oddId,
        oddBody,
        oddType,
        async ({ name, method, path }, id, body, type) => {
          const answer = await pdu.request(
            method,
            path.replace(/[:*]\w+/g, id),
            method === 'DELETE' ? undefined : body,
            {
              ...admin.headers,
              'content-type': type,
            },
          );
          expectHonest(`${name} ${id} ${body}`, answer);
          const after = await names();
          if (answer.status !== 200) expect([name, id, body, after]).toEqual([name, id, body, before]);
          before = after;
        },
      ),
      { numRuns: 400 },
    );
  }, 60_000);

  it.each([
    ['{', 422, 'BODY_NOT_JSON'],
    ['[]', 422, 'BODY_NOT_OBJECT'],
    ['null', 422, 'BODY_NOT_OBJECT'],
    ['"ON"', 422, 'BODY_NOT_OBJECT'],
    ['{}', 422, 'NOTHING_TO_CHANGE'],
    ['', 422, 'NOTHING_TO_CHANGE'],
    ['{"unknown":1}', 422, 'NOTHING_TO_CHANGE'],
    [`{"outletName":"${'x'.repeat(65 * 1024)}"}`, 413, 'BODY_TOO_LARGE'],
    ['['.repeat(5000) + ']'.repeat(5000), 422, 'BODY_TOO_DEEP'],
  ])('in a body: %.30s answers %i %s', async (body, status, code) => {
    const answer = await admin.put('/api/outlets/1', body);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
  });

  it('is refused in the order 401, 403, 404, 422', async () => {
    const viewer = await pdu.as({ viewOutlets: ['1-1200578'] });
    expect((await pdu.request('PUT', '/api/outlets/99', '{')).status).toBe(401);
    expect((await viewer.put('/api/outlets/99', '{')).status).toBe(403);
    expect((await admin.put('/api/outlets/99', '{')).status).toBe(404);
    expect((await admin.put('/api/outlets/1', '{')).status).toBe(422);
  });

  it.each([
    'GET /api/nothing',
    'DELETE /api/outlets/1',
    'PUT /api/device',
    'PATCH /api/banks',
    'GET /api/%zz',
    'POST /api/openapi.json',
  ])('in a path or method: %s is 404', async (line) => {
    const [method = '', path = ''] = line.split(' ');
    expect(await pdu.request(method, path, undefined, admin.headers)).toMatchObject({
      status: 404,
      body: { code: 'PATH_UNKNOWN' },
    });
  });

  it.each([
    'GET / HTTP/1.1\r\nhost: x\r\nbad header\r\n\r\n',
    'G\u0000T / HTTP/1.1\r\n\r\n',
    'GET /api/outlets HTTP/1.1\r\ncookie: a=b\r\n\r\n',
    `GET / HTTP/1.1\r\nhost: x\r\ncookie: ${'a'.repeat(20_000)}\r\n\r\n`,
    'POST /api/login HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
    'GET /api/outlets HTTP/1.1\r\nhost: x\r\nexpect: nonsense\r\nconnection: close\r\n\r\n',
  ])('that is no valid HTTP is refused by the server and affects no other client: %.24j', async (bytes) => {
    const { port } = new URL(pdu.url);
    const answer = await new Promise<string>((resolve) => {
      let text = '';
      const socket = connect(Number(port), '127.0.0.1', () => socket.write(bytes));
      socket.on('data', (chunk) => (text += chunk.toString()));
      socket.on('close', () => resolve(text));
      socket.on('error', () => resolve(text));
    });
    const [, status] = /^HTTP\/1\.1 (400|417|431|501) /.exec(answer) ?? [];
    const [head = '', body = ''] = answer.split('\r\n\r\n');
    expect(JSON.parse(body.slice(body.indexOf('{'), body.lastIndexOf('}') + 1))).toEqual({
      statusCode: Number(status),
      error: expect.any(String),
      message: expect.stringMatching(/\.$/),
      code: expect.stringMatching(/^(REQUEST_MALFORMED|EXPECTATION_UNKNOWN|HEADERS_TOO_LARGE|METHOD_UNKNOWN)$/),
    });
    expect(head).toMatch(/^content-security-policy: default-src 'none'/im);
    expect(head).toMatch(/^cache-control: no-store\r?$/im);
    expect((await admin.get('/api/outlets')).status).toBe(200);
  });

  it('in a Content-Type does not matter outside the user requests', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', 'nonsense']) {
      const answer = await pdu.request('PUT', '/api/outlets/1', '{"outletName":"Router"}', {
        ...admin.headers,
        'content-type': type,
      });
      expect([type, answer.status]).toEqual([type, 200]);
    }
  });

  it('in the case of a path does not matter, nor to how its body is read', async () => {
    const list = [
      { id: 1, outletName: 'Router' },
      ...new Array<object>(900).fill({ id: 2, outletName: 'x'.repeat(99) }),
    ];
    const answers = await Promise.all(['/api/outlets', '/API/Outlets'].map((path) => admin.patch(path, list)));
    expect(answers.map(({ body }) => body.code)).toEqual(['OUTLET_IN_LIST_REPEATED', 'OUTLET_IN_LIST_REPEATED']);
  });

  it('compressed is refused with a reason', async () => {
    const answer = await admin.put('/api/outlets/1', '{"outletName":"Router"}', { 'content-encoding': 'gzip' });
    expect(answer).toMatchObject({ status: 422, body: { code: 'BODY_ENCODED' } });
  });
});
