import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { aPdu, type Client, type Pdu } from '../support/app/pdu.js';

let pdu: Pdu;
let admin: Client;
beforeAll(async () => {
  pdu = await aPdu();
  admin = await pdu.as('admin');
});
afterAll(() => pdu.stop());

const ID = 'I1-1000036';

describe('GET /api/inlets', () => {
  it('lists the inlets with their readings', async () => {
    const { status, body } = await admin.get('/api/inlets');
    expect(status).toBe(200);
    expect(body).toHaveLength(1);
    expect(body[0]).toMatchObject({
      id: ID,
      inletType: 'single',
      inletPhase: 'Single Phase',
      inletLineConfiguration: 'L-N',
    });
    expect(body[0].inletVoltageRms).toBeGreaterThan(100);
    expect((await admin.get(`/api/inlets/${ID}`)).body).toEqual(body[0]);
  });

  it('is answered with 304 until something changes', async () => {
    const etag = (await admin.get('/api/inlets')).headers.get('etag') ?? '';
    expect((await admin.get('/api/inlets', { 'if-none-match': etag })).status).toBe(304);
    await pdu.seconds(1);
    expect((await admin.get('/api/inlets', { 'if-none-match': etag })).status).toBe(200);
  });

  it('requires a role that may view inlets', async () => {
    expect((await pdu.request('GET', '/api/inlets')).status).toBe(401);
    expect((await (await pdu.as({ viewBankStats: true })).get('/api/inlets')).status).toBe(403);
    expect((await (await pdu.as({ viewInletStats: true })).get('/api/inlets')).status).toBe(200);
  });
});

describe('PUT /api/inlets/{id}', () => {
  it('renames the inlet; the list shows it at once', async () => {
    const { status, body } = await admin.put(`/api/inlets/${ID}`, { inletName: 'Feed A' });
    expect([status, body.inletName]).toEqual([200, 'Feed A']);
    expect((await admin.get('/api/inlets')).body[0].inletName).toBe('Feed A');
  });

  it.each([
    ['nothing', {}],
    ['nothing known', { name: 'x' }],
    ['an empty name', { inletName: '' }],
    ['a name of 101 characters', { inletName: 'x'.repeat(101) }],
    ['a name with a line break', { inletName: 'a\nb' }],
    ['a number as name', { inletName: 5 }],
    ['no object', ['x']],
  ])('refuses %s with 422', async (_, body) => {
    expect((await admin.put(`/api/inlets/${ID}`, body)).status).toBe(422);
  });

  it('refuses in the order 401, 403, 404, 422', async () => {
    const viewer = await pdu.as({ viewInletStats: true });
    expect((await pdu.request('PUT', '/api/inlets/I9-1', {})).status).toBe(401);
    expect((await viewer.put('/api/inlets/I9-1', {})).status).toBe(403);
    expect((await admin.put('/api/inlets/I9-1', {})).body).toMatchObject({ statusCode: 404, code: 'INLET_UNKNOWN' });
  });
});

describe('other models', () => {
  let other: Pdu;
  afterEach(() => other.stop());

  async function inletsOf(model: string) {
    other = await aPdu({ model });
    return (await (await other.as('admin')).get('/api/inlets')).body;
  }

  it('a three-phase inlet shows its lines and their balance', async () => {
    const [inlet] = await inletsOf('three-phase-36');
    expect(inlet).toMatchObject({ inletPhase: 'Three Phase', threePhaseBalance: expect.stringMatching(/^\d{1,3}%$/) });
    expect(inlet.inletLines.map(({ line }: { line: string }) => line)).toEqual(['L1', 'L2', 'L3']);
  });

  it('a transfer switch measures on the active inlet only', async () => {
    const [a, b] = await inletsOf('ats-8');
    expect([a.atsInletId, a.atsInletActive, b.atsInletId, b.atsInletActive]).toEqual(['A', true, 'B', false]);
    expect(a).toHaveProperty('inletVoltageRms');
    expect(b).not.toHaveProperty('inletVoltageRms');
  });
});
