import { describe, expect, it } from '@jest/globals';
import type { Access, PermissionFlag } from '../../common/access.js';
import type { HubLink } from '../link/hub-link.js';
import type { PdusService } from '../pdus/pdus.service.js';
import { BrokerController } from './broker.controller.js';

const LOST = new Map([
  ['north', 1000],
  ['south', 2000],
]);
const REASON = 'The broker a port 1 cannot be reached.';
const link = { broker: { state: 'unreachable', address: 'a port 1', since: 0, reason: REASON, lostSites: LOST } };
const clock = { now: () => 60_000, uptime: () => 60_000 };
const pdus = {
  all: [
    { id: 'a', site: 'north', state: 'active' },
    { id: 'b', site: 'south', state: 'active' },
  ],
};
const controller = new BrokerController(link as unknown as HubLink, clock, pdus as unknown as PdusService);
const shownTo = (viewed: readonly string[], ...flags: readonly PermissionFlag[]) => {
  const access = { mayView: (id: string) => viewed.includes(id), can: (flag: PermissionFlag) => flags.includes(flag) };
  return controller.read(access as unknown as Access);
};
const lostFor = (...reader: Parameters<typeof shownTo>): string[] =>
  shownTo(...reader).lostSites.map(({ site }) => site);

describe('the broker as a role sees it', () => {
  it('has lost those sites of which the role may see a PDU', () => {
    expect(lostFor(['b'])).toEqual(['south']);
    expect(lostFor([])).toEqual([]);
  });

  it('has lost all of them for who manages the fleet', () => {
    expect(lostFor([], 'modifyNetworkSettings')).toEqual(['north', 'south']);
  });

  it.each(['viewNetworkSettings', 'modifyNetworkSettings'] as const)('has its address and reason for %s', (flag) => {
    expect(shownTo([], flag)).toMatchObject({ address: 'a port 1', reason: REASON });
  });

  it('has its state for everyone, and no address without these permissions', () => {
    const shown = shownTo(['a', 'b'], 'viewUsersList', 'viewGlobalDeviceSettings');
    expect(shown).toMatchObject({ state: 'unreachable', address: null, reason: null, since: expect.any(String) });
  });
});
