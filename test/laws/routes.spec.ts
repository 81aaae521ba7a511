import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PERMISSION_FLAGS } from '../../src/common/access.js';
import { OWN_SEGMENTS } from '../../src/config/runtime-config.js';
import { aPdu, type Pdu } from '../support/app/pdu.js';
import { routesOf, type Route } from '../support/app/routes.js';

describe('every route', () => {
  let pdu: Pdu;
  let routes: readonly Route[];

  beforeAll(async () => {
    pdu = await aPdu();
    routes = routesOf(pdu.app);
  });
  afterAll(() => pdu.stop());

  it('is found by this test', () => {
    expect(routes.length).toBeGreaterThan(20);
    expect(routes.map(({ name }) => name)).toContain('PUT /api/outlets/:outletId');
  });

  it('begins, as each page of the browser UI does, with a segment that no base path may begin with', () => {
    const registries = ['app/pages.ts', 'hub/hub-pages.ts'].map((path) =>
      readFileSync(join(import.meta.dirname, '../../web/src', path), 'utf8'),
    );
    const pages = Array.from(registries.join('\n').matchAll(/^\s+path: '([^']+)'/gm), ([, path = '']) => path);
    expect(pages.length).toBeGreaterThan(20);
    const firsts = [...routes.map(({ path }) => path), ...pages].map((path) => path.split('/')[1] ?? '');
    const own = firsts.filter((first) => first !== '' && !first.startsWith('*'));
    expect([...new Set([...own, 'ws'])].sort()).toEqual([...OWN_SEGMENTS].sort());
  });

  it('has an access decorator', () => {
    expect(routes.filter(({ access }) => access === undefined).map(({ name }) => name)).toEqual([]);
  });

  it('answers 200, because published clients refuse 201', () => {
    expect(routes.filter(({ method, status }) => method === 'POST' && status !== 200).map(({ name }) => name)).toEqual(
      [],
    );
  });

  it('refuses a request without a credential, unless it is public', async () => {
    for (const { name, method, example, access } of routes) {
      if (access?.kind === 'public') continue;
      const { status, body, headers } = await pdu.request(method, example);
      expect([name, status, body.code, headers.get('www-authenticate')]).toEqual([
        name,
        401,
        'NOT_SIGNED_IN',
        'Bearer',
      ]);
    }
  });

  it('refuses a request with an invalid credential', async () => {
    const bad: Record<string, string>[] = [
      { cookie: 'SPID=' + 'A'.repeat(43) },
      { authorization: 'Bearer x' },
      { authorization: 'Basic YWRtaW46YWRtaW4=' },
    ];
    for (const { name, method, example, access } of routes) {
      if (access?.kind === 'public') continue;
      for (const headers of bad)
        expect([name, (await pdu.request(method, example, undefined, headers)).status]).toEqual([name, 401]);
    }
  });
});

describe('every permission flag', () => {
  it('has a place on the page of a role, and there is no other', () => {
    const places = readFileSync(join(import.meta.dirname, '../../web/src/pages/roles/areas.ts'), 'utf8');
    const shown = Array.from(places.matchAll(/'((?:view|modify|allow)[A-Z]\w+)'/g), ([, flag = '']) => flag);
    expect(shown.sort()).toEqual([...PERMISSION_FLAGS].sort());
  });
});
