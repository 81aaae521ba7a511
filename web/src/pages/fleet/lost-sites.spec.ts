import { describe, expect, it } from '@jest/globals';
import { lostSites } from './lost-sites.js';

const pdu = (site: string, online: boolean | null, state: 'active' | 'pending' | 'revoked' = 'active') => ({
  ...{ site, online, state },
});

describe('a site that cannot be reached', () => {
  it('is one of several PDUs of which none is connected', () => {
    expect(lostSites([pdu('b', false), pdu('a', false), pdu('a', false), pdu('b', true)])).toEqual([
      { site: 'a', count: 2 },
    ]);
  });

  it('is not known by one PDU, by those that are not known yet, or by those that are no members', () => {
    expect(lostSites([pdu('a', false), pdu('b', null), pdu('b', false)])).toEqual([]);
    expect(lostSites([pdu('a', false), pdu('a', false, 'revoked'), pdu('a', false, 'pending')])).toEqual([]);
  });
});
