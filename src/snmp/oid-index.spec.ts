import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { compareOids, oidOctets } from './ber.js';
import { OidIndex } from './oid-index.js';

const oid = fc
  .array(fc.constantFrom(0, 1, 2, 3, 127, 128, 255, 16_383, 16_384, 4_294_967_295), { maxLength: 4 })
  .map((numbers) => oidOctets('1.3', numbers));
const sorted = fc
  .uniqueArray(oid, { selector: (each) => each.toString('hex'), maxLength: 40 })
  .map((oids) => oids.sort(compareOids));

describe('the index of object identifiers', () => {
  it('finds those that are there, and no other', () => {
    fc.assert(
      fc.property(sorted, oid, (oids, wanted) => {
        expect(new OidIndex(oids).find(wanted)).toBe(oids.findIndex((each) => each.equals(wanted)));
      }),
    );
  });

  it('finds the first one after any other', () => {
    fc.assert(
      fc.property(sorted, oid, (oids, wanted) => {
        const following = oids.findIndex((each) => compareOids(each, wanted) > 0);
        expect(new OidIndex(oids).after(wanted)).toBe(following < 0 ? oids.length : following);
      }),
    );
  });
});
