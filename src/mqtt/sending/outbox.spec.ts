import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { Outbox, type Sent } from './outbox.js';

const TOPICS = ['a', 'b', 'c'] as const;

type Step =
  | { readonly kind: 'retain' | 'empty'; readonly topic: string; readonly payload: string }
  | { readonly kind: 'send' | 'acknowledge' | 'lose' | 'connect' };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constant('retain' as const),
    topic: fc.constantFrom(...TOPICS),
    payload: fc.constantFrom('1', '2', '3', ''),
  }),
  fc.record({ kind: fc.constant('empty' as const), topic: fc.constantFrom(...TOPICS), payload: fc.constant('') }),
  fc.record({ kind: fc.constantFrom('send' as const, 'acknowledge' as const, 'lose' as const, 'connect' as const) }),
);

/** A broker that an outbox sends to, with a connection that is lost now and then. */
class Broker {
  readonly retained = new Map<string, string>();
  #underWay: Sent[] = [];
  #isConnected = false;

  constructor(private readonly outbox: Outbox) {}

  do({ kind }: Pick<Step, 'kind'>): void {
    if (kind === 'connect' && !this.#isConnected) {
      this.#isConnected = true;
      this.outbox.onConnect();
    } else if (kind === 'lose' && this.#isConnected) {
      this.#isConnected = false;
      this.#underWay = []; // some of it has arrived, which nobody knows
      this.outbox.onLoss();
    } else if (kind === 'send' && this.#isConnected) {
      const message = this.outbox.next();
      if (message) this.#underWay.push(message);
    } else if (kind === 'acknowledge') {
      const message = this.#underWay.shift();
      if (!message) return;
      if (message.retain) this.retained.set(message.topic, message.payload);
      this.outbox.acknowledge(message, true);
    }
  }

  finish(): void {
    this.do({ kind: 'connect' });
    for (let left = 100; left > 0 && (this.outbox.size > 0 || this.#underWay.length > 0); left--) {
      this.do({ kind: 'send' });
      this.do({ kind: 'acknowledge' });
    }
  }
}

describe('the outbox', () => {
  it('gives a subscriber the last value of each topic, after any sequence of connects, losses and values', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const outbox = new Outbox();
        const broker = new Broker(outbox);
        const last = new Map<string, string>();
        for (const each of steps) {
          if (each.kind === 'retain') outbox.retain(each.topic, each.payload, 'state');
          else if (each.kind === 'empty') outbox.empty(each.topic);
          else broker.do(each);
          if ('topic' in each) last.set(each.topic, each.payload);
          expect(outbox.size).toBeLessThanOrEqual(TOPICS.length);
        }
        broker.finish();
        for (const [topic, payload] of last)
          expect([topic, broker.retained.get(topic) ?? '']).toEqual([topic, payload]);
        expect(outbox.isIdle).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  it('sends in the order announcement, device, states, readings, and then what passes', () => {
    const outbox = new Outbox();
    outbox.pass({ topic: 'events', payload: 'e', qos: 1, retain: false });
    outbox.retain('reading', '1', 'reading', 0);
    outbox.retain('state', '1', 'state');
    outbox.retain('device', '1', 'device');
    outbox.retain('config', '1', 'discovery');
    const sent = Array.from({ length: 6 }, () => outbox.next()?.topic);
    expect(sent).toEqual(['config', 'device', 'state', 'reading', 'events', undefined]);
  });

  it('holds one message of a topic, and does not send the same one twice', () => {
    const outbox = new Outbox();
    for (let value = 0; value < 1000; value++) outbox.retain('a', String(value), 'state');
    expect(outbox.size).toBe(1);
    const message = outbox.next();
    expect(message?.payload).toBe('999');
    if (message) outbox.acknowledge(message, true);
    outbox.retain('a', '999', 'state');
    expect([outbox.size, outbox.isIdle, outbox.payloadOf('a')]).toEqual([0, true, '999']);
    outbox.again('a');
    expect(outbox.next()?.payload).toBe('999');
  });

  it('holds the newest thousand of what passes, and counts what falls out', () => {
    const outbox = new Outbox();
    for (let value = 0; value < 1500; value++) {
      outbox.pass({ topic: 'events', payload: String(value), qos: 1, retain: false });
    }
    expect([outbox.size, outbox.dropped, outbox.next()?.payload]).toEqual([1000, 500, '500']);
    outbox.onLoss();
    expect([outbox.size, outbox.next()?.payload]).toEqual([1000, '500']);
  });

  it('forgets a topic that is emptied for good, once the broker knows', () => {
    const outbox = new Outbox();
    outbox.retain('a', '1', 'state');
    outbox.empty('a');
    expect([outbox.topics, outbox.isUnacknowledged('a')]).toEqual([['a'], true]);
    const message = outbox.next();
    if (message) outbox.acknowledge(message, true);
    expect([message?.payload, outbox.topics, outbox.isUnacknowledged('a')]).toEqual(['', [], false]);
  });

  it('counts a message that the broker does not take, and does not send it again', () => {
    const outbox = new Outbox();
    outbox.retain('a', '1', 'state');
    const message = outbox.next();
    if (message) outbox.acknowledge(message, false);
    expect([outbox.dropped, outbox.size]).toEqual([1, 0]);
  });
});
