/** The receivers of webhooks in the documentation, as programs of their own. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { WebhookDeliveriesService } from '../../src/webhooks/delivery/webhook-deliveries.service.js';
import { aPdu, type Client, type Pdu } from '../support/app/pdu.js';
import { LineProcess } from '../support/process/line-process.js';
import { describeWith } from '../support/process/programs.js';
import { freePort } from '../support/servers/free-port.js';
import { eventually } from '../support/time/time-limits.js';
import { VirtualClock } from '../support/time/virtual-clock.js';

const PAGE = readFileSync(join(import.meta.dirname, '../../docs/webhooks.md'), 'utf8');
const [RECEIVER = '', RELAY = ''] = Array.from(PAGE.matchAll(/```python\n([\s\S]*?)```/g), ([, code]) => code);
const RULEBOOK_SECRET = 'the secret of the rulebook';
const PYTHON = '/usr/bin/python3';

/** The settings of the source that the page shows. */
const setting = (name: string): string => new RegExp(`${name}: (\\S+),`).exec(PAGE)?.[1] ?? '';

/**
 * The check of `ansible.eda.webhook`: its HMAC is over the body alone, its key is the text of the secret, and the header
 * may begin with the name of the algorithm.
 */
function statusOfRulebook(headers: IncomingHttpHeaders, body: string): number {
  const algorithm = setting('hmac_algo');
  const given = headers[setting('hmac_header')];
  if (typeof given !== 'string') return 400;
  const digest = given.trim().startsWith(`${algorithm}=`) ? given.trim().slice(algorithm.length + 1) : given.trim();
  const encoding = setting('hmac_format') as 'hex' | 'base64';
  const expected = createHmac(algorithm, Buffer.from(RULEBOOK_SECRET, 'utf8')).update(body, 'utf8').digest(encoding);
  return digest.length === expected.length && timingSafeEqual(Buffer.from(digest), Buffer.from(expected)) ? 200 : 401;
}

describeWith('ansible-playbook', 'the documented receivers in Python', () => {
  const folder = mkdtempSync(join(tmpdir(), 'rackfeed-receivers-'));
  const programs: LineProcess[] = [];
  const accepted: { type: string; data: { index: number } }[] = [];
  const answered: number[] = [];
  let rulebook: Server;
  let pdu: Pdu;
  let admin: Client;

  beforeAll(async () => {
    writeFileSync(join(folder, 'receiver.py'), RECEIVER);
    writeFileSync(join(folder, 'relay.py'), RELAY);
    rulebook = createServer((request, response) => {
      let text = '';
      request.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      request.on('end', () => {
        const status = statusOfRulebook(request.headers, text);
        answered.push(status);
        if (status === 200) accepted.push(JSON.parse(text) as (typeof accepted)[number]);
        response.writeHead(status).end();
      });
    }).listen(0, '127.0.0.1');
    await once(rulebook, 'listening');
    pdu = await aPdu({ clock: new VirtualClock(new Date().toISOString()) });
    admin = await pdu.as('admin');
    await admin.post('/api/conf', { allowLocalTargets: true });
  });
  afterEach(async () => {
    for (const each of programs.splice(0)) await each.stop();
    for (const { id } of (await admin.get('/api/webhooks')).body) await admin.delete(`/api/webhooks/${id}`);
    await admin.put('/api/outlets/1', { state: 'ON' });
  });
  afterAll(async () => {
    await pdu.stop();
    rulebook.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const rulebookUrl = (): string => `http://127.0.0.1:${(rulebook.address() as AddressInfo).port}/pdu`;

  /** A webhook with such a receiver; answers its port, the program and its secret. */
  async function receiving(file: string): Promise<{ port: number; program: LineProcess }> {
    const port = await freePort();
    const made = await admin.post('/api/webhooks', {
      name: 'Python',
      url: `http://127.0.0.1:${port}/`,
      types: ['outlet.switched'],
    });
    const program = new LineProcess(PYTHON, ['-u', join(folder, file)], {
      ...{ PORT: String(port), WEBHOOK_SECRET: made.body.secret as string, no_proxy: '127.0.0.1' },
      ...{ RULEBOOK_SECRET, RULEBOOK: rulebookUrl() },
    });
    programs.push(program);
    await eventually(async () => {
      const answer = await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined);
      return answer?.status === 501; // it knows POST only
    });
    return { port, program };
  }

  async function switchOff(): Promise<void> {
    await admin.put('/api/outlets/1', { state: 'OFF' });
    await pdu.seconds(1);
    await pdu.app.get(WebhookDeliveriesService, { strict: false }).idle();
  }

  const refused = async (port: number): Promise<number> =>
    (await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: '{"type":"outlet.switched"}' })).status;

  it('print what is signed, and refuse what is not', async () => {
    const { port, program } = await receiving('receiver.py');
    await switchOff();
    await program.until((lines) => lines.length > 0);
    expect(program.lines[0]).toMatch(/^outlet\.switched \{'id': '1-1200578', 'index': 1/);
    expect(await refused(port)).toBe(401);
    expect(program.lines).toHaveLength(1);
  });

  it('pass it on so that the source of ansible-rulebook accepts it', async () => {
    const { port } = await receiving('relay.py');
    await switchOff();
    expect([answered, accepted]).toEqual([[200], [expect.objectContaining({ type: 'outlet.switched' })]]);
    expect(accepted[0]?.data.index).toBe(1);
    expect(await refused(port)).toBe(401);
    expect(answered).toHaveLength(1);
  });

  it('are needed for it: a message of the controller itself has no such signature', async () => {
    answered.length = 0;
    await admin.post('/api/webhooks', { name: 'Direct', url: rulebookUrl(), types: ['outlet.switched'] });
    await switchOff();
    expect(answered).toEqual([400]);
    const body = '{"type":"outlet.switched"}';
    const signed = createHmac('sha256', RULEBOOK_SECRET).update(`${body} `).digest('base64');
    expect(statusOfRulebook({ 'x-signature': signed }, body)).toBe(401);
    expect(statusOfRulebook({ 'x-signature': `sha256=${signed}` }, `${body} `)).toBe(200);
  });
});
