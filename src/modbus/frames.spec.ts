import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readFrame, responseTo, type Frame } from './frames.js';

const aFrame = fc.record({
  transaction: fc.nat(0xffff),
  unit: fc.nat(0xff),
  pdu: fc.uint8Array({ minLength: 1, maxLength: 253 }).map((bytes) => Buffer.from(bytes)),
});
const plain = ({ transaction, unit, pdu }: Frame) => ({ transaction, unit, pdu: pdu.toString('hex') });

/** The frames in these bytes, and what is left of them. */
function framesIn(bytes: Buffer): { frames: object[]; rest: ReturnType<typeof readFrame> } {
  const frames: object[] = [];
  for (let left = bytes; ;) {
    const read = readFrame(left);
    if (typeof read === 'string') return { frames, rest: read };
    frames.push(plain(read.frame));
    left = left.subarray(read.size);
  }
}

describe('a Modbus frame', () => {
  it('is read as it was written, with others in one segment', () => {
    fc.assert(
      fc.property(fc.array(aFrame, { maxLength: 10 }), (frames) => {
        const bytes = Buffer.concat(frames.map((frame) => responseTo(frame, frame.pdu)));
        expect(framesIn(bytes)).toEqual({ frames: frames.map(plain), rest: 'incomplete' });
      }),
    );
  });

  it('is incomplete wherever it is cut', () => {
    fc.assert(
      fc.property(aFrame, (frame) => {
        const bytes = responseTo(frame, frame.pdu);
        for (let cut = 0; cut < bytes.length; cut++) expect(readFrame(bytes.subarray(0, cut))).toBe('incomplete');
      }),
    );
  });

  it.each([
    ['of another protocol', '0001000100060103'],
    ['of the length 1', '00010000000101'],
    ['of the length 0', '0001000000000103'],
    ['longer than Modbus allows', '0001000000ff0103'],
    ['of another protocol, before its length is known', '00010001'],
  ])('is malformed if it is %s', (_, hex) => {
    expect(readFrame(Buffer.from(hex, 'hex'))).toBe('malformed');
  });

  it('is found or refused in any bytes, and never throws', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 600 }), (bytes) => {
        const read = readFrame(Buffer.from(bytes));
        expect(typeof read === 'string' || read.size <= bytes.length).toBe(true);
      }),
    );
  });
});
