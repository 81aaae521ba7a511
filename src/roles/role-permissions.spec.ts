import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Access, PERMISSION_FLAGS } from '../common/access.js';
import { allPermissions, completePermissions, mergedPermissions, unknownOutlet } from './role-permissions.js';

const ids = ['1-1200578', '2-1200578', '3-1200579'];
const model = { outlets: ids.map((id) => ({ id })) };

const aList = fc.option(fc.array(fc.constantFrom(...ids, '9-9', 'nonsense')), { nil: undefined });
const some = fc.record(
  {
    viewOutlets: aList,
    modifyOutlets: aList,
    ...Object.fromEntries(PERMISSION_FLAGS.map((flag) => [flag, fc.option(fc.boolean(), { nil: undefined })])),
  },
  { requiredKeys: [] },
);

describe("a role's permissions", () => {
  it('are written out whole: every flag and both lists, whatever is given', () => {
    fc.assert(
      fc.property(some, (given) => {
        const whole = completePermissions(given, model);
        expect(Object.keys(whole)).toEqual([...PERMISSION_FLAGS, 'viewOutlets', 'modifyOutlets']);
        expect(PERMISSION_FLAGS.every((flag) => typeof whole[flag] === 'boolean')).toBe(true);
      }),
    );
  });

  it('list outlets in the order of the model, each once, and none that it does not have', () => {
    const { viewOutlets, modifyOutlets } = completePermissions(
      { viewOutlets: ['3-1200579', '1-1200578', '3-1200579', '9-9'] },
      model,
    );
    expect(viewOutlets).toEqual(['1-1200578', '3-1200579']);
    expect(modifyOutlets).toEqual([]);
  });

  it('keep what a change does not send', () => {
    fc.assert(
      fc.property(some, some, (first, second) => {
        const before = completePermissions(first, model);
        const after = mergedPermissions(before, second, model);
        for (const name of Object.keys(before) as (keyof typeof before)[]) {
          const sent: Partial<typeof before> = second;
          expect(after[name]).toEqual(sent[name] === undefined ? before[name] : completePermissions(sent, model)[name]);
        }
      }),
    );
  });

  it('allow to switch an outlet without implying to see it', () => {
    const access = new Access(completePermissions({ modifyOutlets: ['1-1200578'] }, model), false);
    expect([access.mayModify('1-1200578'), access.mayView('1-1200578')]).toEqual([true, false]);
  });

  it('name the first entry that is no outlet of this PDU', () => {
    expect(unknownOutlet({ viewOutlets: ids }, model)).toBeUndefined();
    expect(unknownOutlet({ viewOutlets: ids, modifyOutlets: ['4-1200579'] }, model)).toEqual({
      list: 'modifyOutlets',
      outlet: '4-1200579',
    });
  });

  it('of the Administrator are all there are', () => {
    const all = allPermissions(model);
    expect(PERMISSION_FLAGS.every((flag) => all[flag])).toBe(true);
    expect([all.viewOutlets, all.modifyOutlets]).toEqual([ids, ids]);
  });
});
