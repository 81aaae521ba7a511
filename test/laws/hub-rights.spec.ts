/** Every route of a hub, generated from the route table of the running application, with roles that have some rights. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { RouteAccess } from '../../src/common/access.js';
import { aHub, type Hub } from '../support/app/hub.js';
import { somePeople, type Person } from '../support/app/people.js';
import { routesOf, type Route } from '../support/app/routes.js';
import { aStoredPdu } from '../support/fleet/stored-pdu.js';
import { NEEDED } from './needed-permissions.js';

const NOBODY = '999999';
const REFUSALS = ['NOT_ALLOWED', 'OUTLET_NOT_ALLOWED', 'NO_OUTLET_ALLOWED', 'ADMINISTRATOR_ONLY', 'PDU_NOT_ALLOWED'];

let hub: Hub;
let routes: readonly Route[];
let people: readonly Person[];
let [own, other]: readonly string[] = [];

beforeAll(async () => {
  hub = await aHub();
  own = (await aStoredPdu(hub, { name: 'Rack 1' })).id;
  other = (await aStoredPdu(hub, { name: 'Rack 2' })).id;
  people = await somePeople(hub, [
    ['nothing', {}],
    ['manages', { modifyNetworkSettings: true }],
    ['reads settings', { viewNetworkSettings: true }],
    ['manages users', { modifyUsers: true }],
    ['views one PDU', { viewOutlets: [own] }],
    ['switches one PDU', { modifyOutlets: [own] }],
    ['administrator', 'everything'],
  ]);
  routes = routesOf(hub.app);
});
afterAll(() => hub.stop());

const sessionOf = (person: Person) => person.headers('session');
const inWords = (access: RouteAccess): string => {
  if (access.kind === 'flags') return [...[...access.anyOf].sort(), ...(access.orOwn ? ['own'] : [])].join(' or ');
  if (access.kind === 'outlet') return `${access.param === undefined ? 'an' : 'the'} outlet in ${access.list}`;
  return { public: 'nobody asks', signedIn: 'any credential', administrator: 'administrator' }[access.kind];
};

/** True if a role may ask this of a route for one PDU; a manager of the fleet reads all of them. */
function allows({ access, method, path }: Route, person: Person, pdu: string): boolean {
  if (access?.kind === 'administrator') return person.isAdministrator;
  if (access?.kind === 'flags') return access.anyOf.some((flag) => person.has(flag));
  if (access?.kind === 'outlet') return person.lists(access.list, access.param === undefined ? undefined : pdu);
  const isOfOne = path.includes(':pduId');
  if (method === 'POST' && isOfOne) return person.lists('modifyOutlets', pdu);
  return !isOfOne || person.has('modifyNetworkSettings') || person.lists('viewOutlets', pdu);
}

describe('the access rule of a route of a hub', () => {
  it('matches the contract, which covers every route', () => {
    const declared = routes.map(({ method, path, access }) => [
      `${method} ${path.replace(/[:*]\w+/g, '*')}`,
      access && inWords(access),
    ]);
    expect(declared).toEqual(declared.map(([route = '']) => [route, NEEDED.get(route) ?? 'is missing']));
    expect(declared.filter(([route]) => route?.includes('/api/fleet/')).length).toBeGreaterThan(7);
  });

  it('refuses whoever has not signed in', async () => {
    for (const { name, method, example, access } of routes) {
      if (access?.kind === 'public') continue;
      expect([name, (await hub.request(method, example)).status]).toEqual([name, 401]);
    }
  });

  it('lets those in whose role allows it, for the PDU in the path, and nobody else', async () => {
    const deviations: unknown[] = [];
    for (const route of routes.filter(({ path }) => path.startsWith('/api/fleet/'))) {
      for (const pdu of [own ?? '', other ?? '']) {
        const path = route.path.replace(':pduId', pdu).replace(/:\w+/g, NOBODY);
        for (const person of people) {
          const isAllowed = allows(route, person, pdu);
          const actsAtOnce = route.method !== 'GET' && !route.takesBody && !path.includes(NOBODY);
          if (isAllowed && actsAtOnce) continue;
          const headers = await sessionOf(person);
          const answer = await hub.request(route.method, path, route.takesBody ? '[]' : undefined, headers);
          const isRefused = answer.status === 403 && REFUSALS.includes(String(answer.body.code));
          const isLetIn = [200, 404, 422].includes(answer.status);
          if (isAllowed ? !isLetIn : !isRefused) deviations.push([route.name, person.name, answer.status, answer.body]);
        }
      }
    }
    expect(deviations).toEqual([]);
  });

  it('shows in the list of PDUs those that a role may see', async () => {
    const seen: Record<string, string[]> = {};
    for (const person of people) {
      const { body } = await hub.request('GET', '/api/fleet/pdus', undefined, await sessionOf(person));
      seen[person.name] = (body.items as { name: string }[]).map(({ name }) => name);
    }
    expect(seen).toMatchObject({
      ...{ nothing: [], 'reads settings': [], 'manages users': [], 'switches one PDU': [] },
      ...{ manages: ['Rack 1', 'Rack 2'], 'views one PDU': ['Rack 1'], administrator: ['Rack 1', 'Rack 2'] },
    });
  });
});
