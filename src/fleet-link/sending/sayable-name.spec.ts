import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { NAME } from '../../common/values.js';
import { sayableName } from './sayable-name.js';

describe('the name that a hub gets', () => {
  it('is one that it accepts, whatever the PDU is called', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (name) => {
        expect(NAME(sayableName(name))).toHaveProperty('value');
      }),
    );
  });

  it('is the name itself where that is one', () => {
    expect([sayableName('Rack 7 – Süd'), sayableName('Rack\u202e 7'), sayableName('')]).toEqual([
      'Rack 7 – Süd',
      'Rack 7',
      'PDU',
    ]);
  });
});
