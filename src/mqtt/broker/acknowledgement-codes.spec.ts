import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { AcknowledgementCodes } from './acknowledgement-codes.js';

const ALLOWED = [0x00, 0x10, 0x80, 0x83, 0x87, 0x90, 0x91, 0x97, 0x99];

/** Packets as a broker sends them: acknowledgements with each reason, and others that look alike inside. */
const packet = fc.oneof(
  fc.record({ kind: fc.constantFrom(0x40, 0x50), body: fc.uint8Array({ minLength: 2, maxLength: 6 }) }),
  fc.record({ kind: fc.constantFrom(0x30, 0x62, 0x70, 0x90, 0xd0), body: fc.uint8Array({ maxLength: 300 }) }),
);

const encoded = ({ kind, body }: { readonly kind: number; readonly body: Uint8Array }): Buffer => {
  const length = body.length < 128 ? [body.length] : [(body.length & 0x7f) | 0x80, body.length >> 7];
  return Buffer.concat([Buffer.from([kind, ...length]), body]);
};

describe('the acknowledgements of a broker', () => {
  it('have an allowed reason, and nothing else changes, however their octets are cut', () => {
    fc.assert(
      fc.property(
        fc.array(packet, { maxLength: 20 }),
        fc.infiniteStream(fc.integer({ min: 1, max: 9 })),
        (all, cuts) => {
          const octets = Buffer.concat(all.map(encoded));
          const wanted = Buffer.concat(
            all.map(({ kind, body }) => {
              const reason = body[2];
              const isForeign = (kind === 0x40 || kind === 0x50) && reason !== undefined && !ALLOWED.includes(reason);
              return encoded({
                kind,
                body: isForeign ? Uint8Array.from(body, (each, at) => (at === 2 ? 0x80 : each)) : body,
              });
            }),
          );
          const codes = new AcknowledgementCodes();
          for (let at = 0; at < octets.length;) {
            const length = cuts.next().value as number;
            codes.replaceIn(octets.subarray(at, at + length));
            at += length;
          }
          expect(octets.equals(wanted)).toBe(true);
        },
      ),
    );
  });

  it('of a message that is too large for mosquitto is a refusal', () => {
    const octets = Buffer.from([0x40, 3, 0, 7, 149, 0x40, 2, 0, 8]);
    new AcknowledgementCodes().replaceIn(octets);
    expect([...octets]).toEqual([0x40, 3, 0, 7, 0x80, 0x40, 2, 0, 8]);
  });
});
