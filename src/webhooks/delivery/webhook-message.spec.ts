import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { newMessage } from './webhook-message.js';

const bodyOf = (data: object): string => newMessage({ type: 'configuration.changed', at: 0, data, needs: [] }, 0).body;

describe('the body of a message', () => {
  it('says what has happened, when, and about what', () => {
    expect(JSON.parse(bodyOf({ what: 'role.create' }))).toEqual({
      type: 'configuration.changed',
      timestamp: '1970-01-01T00:00:00.000Z',
      data: { what: 'role.create' },
    });
  });

  it('shortens long texts', () => {
    const { data } = JSON.parse(bodyOf({ reason: 'x'.repeat(10_000) })) as { data: { reason: string } };
    expect(data.reason).toBe(`${'x'.repeat(499)}…`);
  });

  it('has at most 20 kB, whatever it is about', () => {
    const text = fc.oneof(fc.string({ maxLength: 3000, unit: 'binary' }), fc.constant('\u0001'.repeat(3000)));
    fc.assert(
      fc.property(fc.dictionary(fc.string({ maxLength: 20 }), text, { maxKeys: 100 }), (data) => {
        const body = bodyOf(data);
        expect(Buffer.byteLength(body)).toBeLessThanOrEqual(20_000);
        expect(JSON.parse(body)).toHaveProperty('timestamp');
      }),
      { numRuns: 50 },
    );
  });
});
