import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { announcedComponents } from './announced-components.js';

const of = (message: unknown) => [...announcedComponents(Buffer.from(JSON.stringify(message)))];

describe('a retained announcement', () => {
  it('has the platforms of its components', () => {
    const components = { outlet_1: { platform: 'switch', name: 'A' }, health: { platform: 'binary_sensor' } };
    expect(of({ device: {}, components })).toEqual([
      ['outlet_1', 'switch'],
      ['health', 'binary_sensor'],
    ]);
  });

  it.each([
    ['no object', null],
    ['no components', {}],
    ['components that are none', { components: 'outlet_1' }],
    ['a platform that no PDU has', { components: { outlet_1: { platform: 'lock' } } }],
    ['a component that is none', { components: { outlet_1: null, outlet_2: 7 } }],
    ['a key that no PDU has', { components: { 'a/#': { platform: 'switch' } } }],
  ])('with %s has none', (_, message) => {
    expect(of(message)).toEqual([]);
  });

  it('may be any text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        expect(announcedComponents(Buffer.from(text)).size).toBeLessThanOrEqual(2000);
      }),
    );
  });
});
