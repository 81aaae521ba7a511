import { describe, expect, it } from '@jest/globals';
import type { Access } from '../../common/access.js';
import type { HubLink } from '../link/hub-link.js';
import type { PdusService } from '../pdus/pdus.service.js';
import { BrokerController } from './broker.controller.js';

const LOST = new Map([
  ['north', 1000],
  ['south', 2000],
]);
const link = { broker: { state: 'connected', address: 'a:1', since: 0, reason: undefined, lostSites: LOST } };
const clock = { now: () => 60_000, uptime: () => 60_000 };
const pdus = {
  all: [
    { id: 'a', site: 'north', state: 'active' },
    { id: 'b', site: 'south', state: 'active' },
  ],
};
const controller = new BrokerController(link as unknown as HubLink, clock, pdus as unknown as PdusService);
const lostFor = (viewed: readonly string[], isManager = false): string[] => {
  const access = { mayView: (id: string) => viewed.includes(id), can: () => isManager };
  return controller.read(access as unknown as Access).lostSites.map(({ site }) => site);
};

describe('the broker as a role sees it', () => {
  it('has lost those sites of which the role may see a PDU', () => {
    expect(lostFor(['b'])).toEqual(['south']);
    expect(lostFor([])).toEqual([]);
  });

  it('has lost all of them for who manages the fleet', () => {
    expect(lostFor([], true)).toEqual(['north', 'south']);
  });
});
