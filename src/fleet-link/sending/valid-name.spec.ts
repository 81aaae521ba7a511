import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { NAME } from '../../common/values.js';
import { validName } from './valid-name.js';

describe('the name that a hub gets', () => {
  it('is one that it accepts, whatever the PDU is called', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (name) => {
        expect(NAME(validName(name))).toHaveProperty('value');
      }),
    );
  });

  it('is the name itself where that is one', () => {
    expect([validName('Rack 7 – Süd'), validName('Rack\u202e 7'), validName('')]).toEqual([
      'Rack 7 – Süd',
      'Rack 7',
      'PDU',
    ]);
  });
});
