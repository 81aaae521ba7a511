import { describe, expect, it } from '@jest/globals';
import { changedMeanwhile, without } from './meanwhile.js';

describe('what somebody else has changed while a form was open', () => {
  it.each([
    ['the same as before', { name: 'B' }, { name: 'A' }, { name: 'A' }, []],
    ['another value', { name: 'B' }, { name: 'A' }, { name: 'C' }, [{ name: 'name', value: 'C' }]],
    ['the value that is sent', { name: 'B' }, { name: 'A' }, { name: 'B' }, []],
    ['a value that is not sent', { name: 'B' }, { name: 'A', size: 1 }, { name: 'A', size: 2 }, []],
    ['a list in another order', { of: [1] }, { of: [1, 2] }, { of: [2, 1] }, [{ name: 'of', value: [2, 1] }]],
    ['nothing for nothing', { note: 'x' }, { note: '' }, {}, []],
    ['another label beside it', { labels: { a: '1' } }, { labels: {} }, { labels: { b: '2' } }, []],
    [
      ...(['the member of an object', { device: { address: 'b' } }, {}] as const),
      { device: { address: 'c' } },
      [{ name: 'device.address', value: 'c' }],
    ],
    [
      ...(['the parameters of a code', { code: 1, params: ['5'] }, { code: 1, params: ['4'] }] as const),
      { code: 1, params: ['3'] },
      [{ name: 'code', value: undefined }],
    ],
    [
      ...(['a code and its parameters', { code: 2, params: [] }, { code: 1, params: ['4'] }] as const),
      { code: 3, params: ['3'] },
      [{ name: 'code', value: 3 }],
    ],
  ])('is found by members: %s', (_, changed, before, now, found) => {
    expect(changedMeanwhile(changed, before, now)).toEqual(found);
  });

  it('is left out of what is sent where it is retained, a code with its parameters', () => {
    const changed = { name: 'B', code: 2, params: ['5'], device: { address: 'b', notes: 'n' }, labels: { a: null } };
    const retained = new Set(['code', 'device.address', 'labels.a']);
    expect(without(changed, retained)).toEqual({ name: 'B', device: { notes: 'n' } });
  });
});
