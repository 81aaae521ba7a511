import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { aPdu, type Client, type Pdu } from '../support/app/pdu.js';

const FIRST = 'R1-1000036';

let pdu: Pdu;
let admin: Client;

const start = async (model?: string) => {
  pdu = await aPdu(model ? { model } : {});
  admin = await pdu.as('admin');
};
const stop = () => pdu.stop();
const relay = async (id: string | number = FIRST) => (await admin.get(`/api/relayOutputs/${id}`)).body;
const put = (body: unknown, id: string | number = FIRST) => admin.put(`/api/relayOutput/${id}`, body);

describe('GET /api/relayOutputs', () => {
  beforeAll(() => start());
  afterAll(stop);

  it('answers every relay output with the specified fields', async () => {
    const { status, body } = await admin.get('/api/relayOutputs');
    expect(status).toBe(200);
    expect(body).toHaveLength(pdu.model.relayOutputs.length);
    expect(body[0]).toEqual({
      id: FIRST,
      relayName: 'Relay 1',
      state: expect.stringMatching(/^(ON|OFF)$/),
      relayIndex: 1,
      customRebootTimeEnabled: false,
      customRebootTime: 5,
    });
  });

  it('answers one by id or index, under the plural and the singular', async () => {
    for (const path of ['relayOutputs/R1-1000036', 'relayOutput/R1-1000036', 'relayOutputs/1', 'relayOutput/1']) {
      expect((await admin.get(`/api/${path}`)).body.id).toBe(FIRST);
    }
    expect((await admin.get('/api/relayOutputs/9')).body.code).toBe('RELAY_OUTPUT_UNKNOWN');
  });

  it('requires the permission to view port information; changes require the one to modify ports', async () => {
    const viewer = await pdu.as({ viewPortInfo: true });
    const nobody = await pdu.as({ viewBankStats: true });
    expect((await viewer.get('/api/relayOutputs')).status).toBe(200);
    expect((await viewer.put(`/api/relayOutput/${FIRST}`, { state: 'ON' })).status).toBe(403);
    expect((await nobody.get('/api/relayOutputs')).status).toBe(403);
    expect((await pdu.request('GET', '/api/relayOutputs')).status).toBe(401);
  });
});

describe('PUT /api/relayOutput/{id}', () => {
  beforeEach(() => start());
  afterEach(stop);

  it('switches and answers the measured state', async () => {
    expect((await put({ state: 'ON' })).body).toMatchObject({ id: FIRST, state: 'ON' });
    expect((await put({ state: 'off' })).body).toMatchObject({ state: 'OFF' });
  });

  it('changes every member, also under the plural path', async () => {
    const change = { relayName: 'Siren', customRebootTimeEnabled: true, customRebootTime: 9 };
    expect((await admin.put(`/api/relayOutputs/${FIRST}`, { id: FIRST, ...change })).body).toMatchObject(change);
    expect(await relay()).toMatchObject(change);
  });

  it('refuses the name of another relay output, without regard to case, and changes nothing', async () => {
    const before = await relay();
    const answer = await put({ relayName: 'RELAY 2', state: before.state === 'ON' ? 'OFF' : 'ON' });
    expect([answer.status, answer.body.code]).toEqual([422, 'RELAY_NAME_TAKEN']);
    expect(await relay()).toEqual(before);
    expect((await put({ relayName: 'relay 1' })).status).toBe(200);
  });

  it('gives a name to only one of two concurrent requests', async () => {
    const answers = await Promise.all([put({ relayName: 'Siren' }), put({ relayName: 'siren' }, 2)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
  });

  it.each([{}, { relayName: '' }, { state: 'OPEN' }, { customRebootTime: 0 }, { id: 'R2-1000036', relayName: 'x' }])(
    'refuses %j',
    async (body) => {
      expect((await put(body)).status).toBe(422);
    },
  );

  it('reboots: off at the next poll cycle, on again after the off time', async () => {
    await put({ state: 'ON' });
    const answer = await put({ state: 'REBOOT', customRebootTimeEnabled: true, customRebootTime: 2 });
    expect(answer.body).toMatchObject({ state: 'ON', customRebootTime: 2 });
    expect(answer.body).not.toHaveProperty('rebootStatus');
    await pdu.seconds(1);
    expect((await relay()).state).toBe('OFF');
    await pdu.seconds(2);
    expect((await relay()).state).toBe('ON');
  });

  it('OFF during a reboot wins', async () => {
    await put({ state: 'ON' });
    await put({ state: 'REBOOT' });
    await pdu.seconds(2);
    await put({ state: 'OFF' });
    await pdu.seconds(10);
    expect((await relay()).state).toBe('OFF');
  });
});

describe('a model without relay outputs', () => {
  beforeAll(() => start('switched-8'));
  afterAll(stop);

  it('answers 404 with RELAY_OUTPUTS_NOT_AVAILABLE', async () => {
    const answers = [await admin.get('/api/relayOutputs'), await relay(1), await put({ state: 'ON' }, 1)];
    for (const answer of [answers[0], answers[2]]) {
      expect([answer.status, answer.body.code]).toEqual([404, 'RELAY_OUTPUTS_NOT_AVAILABLE']);
    }
    expect(answers[1].code).toBe('RELAY_OUTPUTS_NOT_AVAILABLE');
  });
});
