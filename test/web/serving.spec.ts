import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aPdu, type Pdu } from '../support/app/pdu.js';

const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

describe('the server of the browser UI', () => {
  let pdu: Pdu;

  beforeAll(async () => {
    pdu = await aPdu();
  });
  afterAll(() => pdu.stop());

  const get = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(`${pdu.url}${path}`, { headers });

  it.each(['/', '/login', '/network/web', '/network/web/', '/groups/7'])(
    'answers %s with the application',
    async (path) => {
      const answer = await get(path);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(answer.headers.get('cache-control')).toContain('no-cache');
      expect(await answer.text()).toContain('<div id="root">');
    },
  );

  it('lets no script run but its own files, and no style but these and those with the nonce of the page', async () => {
    const answer = await get('/');
    const policy = answer.headers.get('content-security-policy') ?? '';
    const [, nonce = ''] = /style-src 'self' 'nonce-([^']+)'/.exec(policy) ?? [];
    const page = await answer.text();
    expect(policy).toContain("script-src 'self';");
    expect(policy).not.toContain('unsafe');
    expect(page).toContain(`content="${nonce}"`);
    expect(page).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\bstyle=|\bon\w+=|https?:\/\//);
    expect((await get('/')).headers.get('content-security-policy')).not.toBe(policy);
  });

  it('sends hashed files compressed and immutable', async () => {
    const [, script = ''] = /href="(\/assets\/frame-[^"]+\.js)"/.exec(await (await get('/')).text()) ?? [];
    const answer = await get(script, { 'accept-encoding': 'gzip' });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(answer.headers.get('content-encoding')).toBe('gzip');
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect((await answer.text()).length).toBeGreaterThan(100_000);
  });

  it('names the files of a page, which the browser then loads at the same time as the frame', async () => {
    const files = async (path: string): Promise<string[]> =>
      [...(await (await get(path)).text()).matchAll(/"modulepreload" crossorigin href="\/assets\/([\w-]+-page)-/g)].map(
        ([, name]) => name ?? '',
      );
    expect(await files('/')).toEqual(['rack-page']);
    expect(await files('/groups/7')).toEqual(['group-page']);
    expect(await files('/login')).toEqual(['sign-in-page']);
    expect(await files('/nowhere')).toEqual([]);
  });

  it.each(['/assets/none.js', '/assets/..%2Findex.html', '/assets/%2e%2e%2fpages.json', '/wp-login.php', '/.env'])(
    'answers a program that requests %s with the 404 of the API',
    async (path) => {
      const answer = await get(path);
      expect(answer.status).toBe(404);
      expect(await answer.json()).toMatchObject({ code: 'PATH_UNKNOWN' });
    },
  );

  it('shows a browser a page for unknown addresses, with 404', async () => {
    const answer = await get('/no/such/page', BROWSER);
    expect(answer.status).toBe(404);
    expect(await answer.text()).toContain('<div id="root">');
  });

  it('does not affect the API', async () => {
    expect((await get('/api/nothing', BROWSER)).status).toBe(401);
    expect((await get('/api/outlets', BROWSER)).headers.get('content-type')).toContain('application/json');
    const form = await fetch(`${pdu.url}/login`, {
      method: 'POST',
      body: JSON.stringify({ username: 'x', password: 'y' }),
    });
    expect(form.status).toBe(401);
  });
});
