import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  DOWN_KINDS,
  downFilter,
  downTopic,
  parseTopic,
  senderOf,
  shardFilter,
  UP_KINDS,
  upTopic,
  type DownKind,
  type UpKind,
} from './topics.js';

const anAddress = fc.record({
  site: fc.stringMatching(/^[a-z0-9][a-z0-9-]{0,31}$/),
  shard: fc.integer({ min: 0, max: 1023 }),
  pdu: fc.uuid(),
});
const upKinds = Object.keys(UP_KINDS) as UpKind[];
const downKinds = Object.keys(DOWN_KINDS) as DownKind[];

/** The rules of MQTT 3.1.1 for `+` and `#`. */
function matches(filter: string, topic: string): boolean {
  const [wanted, levels] = [filter.split('/'), topic.split('/')];
  const end = wanted.indexOf('#');
  const length = end < 0 ? wanted.length : end;
  if (end < 0 ? levels.length !== length : levels.length < length) return false;
  return wanted.slice(0, length).every((level, place) => level === '+' || level === levels[place]);
}

describe('a topic', () => {
  it('is read as it was written, in both directions', () => {
    fc.assert(
      fc.property(anAddress, fc.constantFrom(...upKinds), fc.constantFrom(...downKinds), (address, up, down) => {
        expect(parseTopic(upTopic(address, up))).toEqual({ address, direction: 'up', kind: up });
        expect(parseTopic(downTopic(address, down))).toEqual({ address, direction: 'down', kind: down });
      }),
    );
  });

  it('of a PDU names it as the sender, whichever kind a later release sends there', () => {
    fc.assert(
      fc.property(anAddress, fc.stringMatching(/^[a-z]{0,8}$/), (address, kind) => {
        const topic = upTopic(address, 'hello').replace(/h$/, kind);
        expect(senderOf(topic)).toBe(address.pdu);
        expect([`${topic}/x`, topic.replace('/up/', '/down/'), topic.replace('rf/1/', 'rf/2/')].map(senderOf)).toEqual([
          ...[undefined, undefined, undefined],
        ]);
      }),
    );
  });

  it('to a PDU is among those that this PDU reads, and no other PDU', () => {
    fc.assert(
      fc.property(anAddress, anAddress, fc.constantFrom(...downKinds), (address, other, kind) => {
        fc.pre(address.pdu !== other.pdu);
        expect(matches(downFilter(address), downTopic(address, kind))).toBe(true);
        expect(matches(downFilter(other), downTopic(address, kind))).toBe(false);
      }),
    );
  });

  it('from a PDU is among those of its shard, and of no other', () => {
    fc.assert(
      fc.property(anAddress, fc.integer({ min: 0, max: 1023 }), fc.constantFrom(...upKinds), (address, shard, kind) => {
        expect(matches(shardFilter(shard), upTopic(address, kind))).toBe(shard === address.shard);
      }),
    );
  });

  it('of anything else is not read: other levels, versions, names, wildcards', () => {
    fc.assert(
      fc.property(anAddress, fc.string(), fc.nat(6), (address, text, level) => {
        const levels = upTopic(address, 'tick').split('/');
        const changed = levels.with(level, text).join('/');
        const read = parseTopic(changed);
        if (read)
          expect(changed).toBe(
            read.direction === 'up' ? upTopic(read.address, read.kind) : downTopic(read.address, read.kind),
          );
      }),
    );
    for (const topic of ['', 'rf', 'rf/2/a/1/x/up/t', 'rf/1/+/1/#', `rf/1/a/01/${'0'.repeat(36)}/up/t`]) {
      expect(parseTopic(topic)).toBeUndefined();
    }
  });

  it.each([
    { site: 'a/b', shard: 1 },
    { site: '#', shard: 1 },
    { site: '+', shard: 1 },
    { site: '$SYS', shard: 1 },
    { site: '', shard: 1 },
    { site: 'a', shard: 1024 },
    { site: 'a', shard: 1.5 },
    { site: 'a', shard: -1 },
  ])('is refused for site "$site" and shard $shard', ({ site, shard }) => {
    const pdu = '019aa0a0-0000-7000-8000-000000000001';
    expect(() => upTopic({ site, shard, pdu }, 'tick')).toThrow('No topic can be made');
  });
});
