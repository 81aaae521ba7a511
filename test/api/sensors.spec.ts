import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aPdu, type Client, type Pdu } from '../support/app/pdu.js';

let pdu: Pdu;
let admin: Client;
beforeAll(async () => {
  pdu = await aPdu();
  admin = await pdu.as('admin');
});
afterAll(() => pdu.stop());

const CLIMATE = '/api/sensors/SA-1000036';
const HUB = '/api/sensors/SB-1000036';

describe('GET /api/sensors', () => {
  it('lists the accessories on the ports', async () => {
    await admin.patch('/api/simulator', { sensors: { A: { connected: true, temperatureC: 22.5, humidity: 40 } } });
    await pdu.poll();
    const { status, body } = await admin.get('/api/sensors');
    expect(status).toBe(200);
    expect(body[0]).toMatchObject({ sensorId: 'SA-1000036', sensorPort: 'A', sensorType: 'temp_hum' });
    expect(body[0].sensorTempInC).toBeCloseTo(22.5, 0);
    expect(body[0].sensorTempInF).toBeCloseTo(body[0].sensorTempInC * 1.8 + 32, 2);
    expect(body[1]).toMatchObject({ sensorPort: 'B', sensorType: 'dio_hub' });
    expect(body[1].outputRelays[0]).toMatchObject({ index: 1, rebootStatus: 'none' });
    expect((await admin.get(HUB)).body).toEqual(body[1]);
  });

  it('requires a role that may view the ports', async () => {
    expect((await pdu.request('GET', '/api/sensors')).status).toBe(401);
    expect((await (await pdu.as({ viewInletStats: true })).get('/api/sensors')).status).toBe(403);
    expect((await (await pdu.as({ viewPortInfo: true })).get('/api/sensors')).status).toBe(200);
  });
});

describe('POST /api/sensors/{id}', () => {
  it('switches and names the relays of a hub; answers the state that the hub reports', async () => {
    const { status, body } = await admin.post(HUB, {
      sensorName: 'Rear door',
      outputRelays: [
        { index: 1, state: 'close', outputRelayName: 'Fan' },
        { index: '2', outputRelayDescription: 'spare' },
      ],
      digitalInputs: [{ index: 1, digitalInputName: 'Smoke' }],
      vdcOutputState: 1,
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ sensorName: 'Rear door', vdcOutputState: true });
    expect(body.outputRelays[0]).toMatchObject({ outputRelayName: 'Fan', state: 'CLOSE' });
    expect(body.outputRelays[1]).toMatchObject({ outputRelayDescription: 'spare' });
    expect(body.digitalInputs[0]).toMatchObject({ digitalInputName: 'Smoke' });
    expect((await admin.get('/api/sensors')).body[1]).toEqual(body);
  });

  it('is the same as PUT', async () => {
    const { status, body } = await admin.put(HUB, { outputRelays: [{ index: 1, state: 'OPEN' }] });
    expect([status, body.outputRelays[0].state]).toEqual([200, 'OPEN']);
  });

  it.each([
    ['nothing', {}, 'NOTHING_TO_CHANGE'],
    ['the id of another sensor', { id: 'SA-1', sensorName: 'Mine' }, 'VALIDATION_FAILED'],
    ['the id of another sensor, as sensors have it', { sensorId: 'SA-1', sensorName: 'Mine' }, 'VALIDATION_FAILED'],
    ['an entry that says nothing', { outputRelays: [{ index: 1 }] }, 'NOTHING_TO_CHANGE'],
    ['an index beyond the hub', { outputRelays: [{ index: 7, state: 'OPEN' }] }, 'VALIDATION_FAILED'],
    ['no index', { outputRelays: [{ state: 'OPEN' }] }, 'VALIDATION_FAILED'],
    ['an unknown state', { outputRelays: [{ index: 1, state: 'ON' }] }, 'VALIDATION_FAILED'],
    ['entries that are no objects', { outputRelays: [5, null, ['x'], [{ index: 1 }]] }, 'VALIDATION_FAILED'],
    ['no list', { outputRelays: { index: 1, state: 'OPEN' } }, 'VALIDATION_FAILED'],
    ['an index twice', { outputRelays: [1, 1].map((index) => ({ index, state: 'OPEN' })) }, 'VALIDATION_FAILED'],
  ])('refuses %s with 422 and changes nothing', async (_, body, code) => {
    const before = (await admin.get(HUB)).body;
    expect((await admin.post(HUB, { ...body })).body).toMatchObject({ statusCode: 422, code });
    expect((await admin.get(HUB)).body).toEqual(before);
  });

  it('validates the whole request before it switches', async () => {
    const change = {
      sensorName: 'Half',
      outputRelays: [
        { index: 1, state: 'CLOSE' },
        { index: 2, state: 'HALF' },
      ],
    };
    expect((await admin.post(HUB, change)).status).toBe(422);
    const { body } = await admin.get(HUB);
    expect([body.sensorName, body.outputRelays[0].state]).toEqual(['Rear door', 'OPEN']);
  });

  it('refuses relays of a temperature sensor', async () => {
    const { body } = await admin.post(CLIMATE, { outputRelays: [{ index: 1, state: 'OPEN' }] });
    expect(body).toMatchObject({ statusCode: 422, code: 'SENSOR_NOT_A_HUB' });
    expect((await admin.post(CLIMATE, { sensorName: 'Cold aisle' })).body.sensorName).toBe('Cold aisle');
  });

  it('refuses to switch relays of a disconnected hub, but renames it', async () => {
    await admin.patch('/api/simulator', { sensors: { B: { connected: false } } });
    await pdu.poll();
    expect((await admin.get(HUB)).body).not.toHaveProperty('outputRelays');
    const { body } = await admin.post(HUB, { outputRelays: [{ index: 1, state: 'OPEN' }] });
    expect(body).toMatchObject({ statusCode: 422, code: 'SENSOR_NOT_CONNECTED' });
    expect((await admin.post(HUB, { sensorName: 'Away' })).body.sensorName).toBe('Away');
    await admin.patch('/api/simulator', { sensors: { B: { connected: true } } });
    await pdu.poll();
  });

  it('refuses in the order 401, 403, 404, 422', async () => {
    const viewer = await pdu.as({ viewPortInfo: true });
    expect((await pdu.request('POST', '/api/sensors/x', {})).status).toBe(401);
    expect((await viewer.post('/api/sensors/x', {})).status).toBe(403);
    expect((await admin.post('/api/sensors/x', {})).body).toMatchObject({ statusCode: 404, code: 'SENSOR_UNKNOWN' });
    expect((await (await pdu.as({ modifyPortSettings: true })).post(HUB, { sensorName: 'Mine' })).status).toBe(200);
  });
});
