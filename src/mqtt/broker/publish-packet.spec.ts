import { createRequire } from 'node:module';
import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { publishPacket } from './publish-packet.js';

interface Packets {
  parser(options: { protocolVersion: 4 | 5 }): {
    on(event: 'packet', listener: (packet: Record<string, unknown>) => void): void;
    parse(octets: Buffer): void;
  };
}
/** The packets of the library. */
const packets = createRequire(createRequire(import.meta.url).resolve('mqtt'))('mqtt-packet') as Packets;

describe('the packet of a message without acknowledgement', () => {
  it.each([4, 5] as const)('is read by the library in version %d as it was written', (protocolVersion) => {
    const text = fc.oneof(
      fc.string(),
      fc.string({ unit: 'grapheme' }),
      fc.string({ minLength: 120, maxLength: 20_000 }),
    );
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), text, fc.boolean(), (topic, payload, retain) => {
        const read: Record<string, unknown>[] = [];
        const parser = packets.parser({ protocolVersion });
        parser.on('packet', (packet) => read.push(packet));
        parser.parse(publishPacket({ topic, payload, retain }, protocolVersion === 5));
        expect(read).toMatchObject([{ cmd: 'publish', topic, retain, qos: 0, dup: false }]);
        expect(String(read[0]?.['payload'])).toBe(payload);
      }),
      { numRuns: 200 },
    );
  });
});
