import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  SWITCH_COMMANDS,
  decodeDown,
  decodeUp,
  encodeDown,
  encodeUp,
  OUTCOMES,
  type JsonUpKind,
  type UpMessage,
} from './messages.js';
import { MAX_MESSAGE_BYTES } from './members.js';
import { SWITCH_STATES } from './minute.js';
import { WireError } from './readings.js';
import { decodeReply, encodeReply, MAX_REPLY_BYTES } from './reply.js';
import { DOWN_KINDS, type DownKind } from './topics.js';

const aCount = fc.maxSafeNat();
const anId = fc.uuid();
const aHash = fc.stringMatching(/^[0-9a-f]{32}$/);
const aText = fc.stringMatching(/^[a-zäß0-9 "\\-]{1,40}$/).filter((text) => text.trim() !== '');
const anAmount = fc.option(fc.double({ min: -1e9, max: 1e9, noNaN: true }).map((value) => value + 0));
const aState = fc.constantFrom(...SWITCH_STATES);
const aCommand = {
  pdu: anId,
  id: anId,
  number: aCount,
  target: aText,
  command: fc.constantFrom(...SWITCH_COMMANDS),
  until: aCount,
  who: aText,
  sig: aText,
};

const UP: { readonly [K in JsonUpKind]: fc.Arbitrary<UpMessage<K>> } = {
  hello: fc.record({
    run: aCount,
    release: aText,
    serial: aText,
    model: aText,
    name: aText,
    profile: aHash,
    config: aHash,
    asked: aCount,
    event: aCount,
    stored: fc.option(aCount, { nil: undefined }),
    oldest: fc.option(aCount),
    newest: fc.option(aCount),
  }),
  gone: fc.record({ run: aCount }),
  state: fc.record({
    run: aCount,
    number: aCount,
    changes: fc.array(fc.record({ object: aText, state: aState })),
  }),
  event: fc.record({
    run: aCount,
    number: aCount,
    at: aCount,
    code: aText,
    event: fc.option(aCount, { nil: undefined }),
    after: fc.option(aCount, { nil: undefined }),
    again: fc.option(fc.boolean(), { nil: undefined }),
    closes: fc.option(aCount, { nil: undefined }),
    object: aText,
    text: aText,
    value: anAmount,
    limit: anAmount,
    severity: fc.constantFrom('info' as const, 'warning' as const, 'critical' as const),
    raised: fc.boolean(),
  }),
  answer: fc.record({
    id: anId,
    outcome: fc.constantFrom(...OUTCOMES),
    code: fc.option(aText),
    measured: fc.option(aState),
  }),
};

const DOWN: { readonly [K in DownKind]: fc.Arbitrary<object> } = {
  now: fc.record({ pdu: anId, run: aCount, asked: aCount, clock: aCount, sig: aText }),
  command: fc.record(aCommand),
  close: fc.record(aCommand),
  lease: fc.record({ pdu: anId, seconds: fc.integer({ min: 1, max: 60 }), until: aCount, sig: aText }),
  key: fc.constant<object>({}),
  query: fc.oneof(
    fc.record({ id: anId, kind: fc.constant('profile') }),
    fc.record({ id: anId, kind: fc.constant('minutes'), from: aCount, to: aCount }),
  ),
  desired: fc.record({
    pdu: anId,
    document: fc.option(aHash),
    release: fc.option(aHash),
    until: aCount,
    sig: aText,
  }),
  stored: fc.record({ events: aCount, newest: aCount, outcomes: fc.array(anId) }, { requiredKeys: [] }),
};

const upKinds = Object.keys(UP) as JsonUpKind[];
const downKinds = Object.keys(DOWN_KINDS) as DownKind[];
const anyJson = fc.jsonValue({ maxDepth: 3 });

/** Calls `decode`; true if it reads a message, false if it refuses it as documented. Throws anything else. */
function isRead(decode: () => unknown): boolean {
  try {
    decode();
    return true;
  } catch (error) {
    if (error instanceof WireError) return false;
    throw error;
  }
}

describe('messages of a controller', () => {
  it.each(upKinds)('come as they were sent: %s', (kind) => {
    fc.assert(
      fc.property(UP[kind] as fc.Arbitrary<UpMessage<typeof kind>>, (message) => {
        expect(decodeUp(kind, encodeUp(kind, message))).toEqual(message);
      }),
    );
  });
});

describe('messages of a hub', () => {
  it.each(downKinds)('come as they were sent: %s', (kind) => {
    fc.assert(
      fc.property(DOWN[kind], (message) => {
        const bytes = encodeDown(kind, message as never);
        expect(decodeDown(kind, bytes)).toEqual({ message, sent: message });
      }),
    );
  });

  it('keep members of a later release for the check of the signature, and are read without them', () => {
    const now = { pdu: '019aa0a0-0000-7000-8000-000000000001', run: 1, asked: 1, clock: 2, sig: 'x' };
    const bytes = Buffer.from(JSON.stringify({ v: 1, ...now, leapSeconds: 37 }));
    expect(decodeDown('now', bytes)).toEqual({ message: now, sent: { ...now, leapSeconds: 37 } });
  });

  it.each([
    ['without its time', { until: undefined }],
    ['with a time as text', { until: '1700000000000' }],
    ['with a time before 1970', { until: -1 }],
    ['with a command that there is not', { command: 'TOGGLE' }],
    ['with a command in small letters', { command: 'off' }],
    ['with an id that is none', { id: '7' }],
    ['of another version', { v: 2 }],
    ['of no version', { v: undefined }],
    ['without a signature', { sig: undefined }],
    ['with a name that forges a line of a log', { who: 'alice\nroot' }],
  ])('are refused: a command %s', (_, change) => {
    const id = '019aa0a0-0000-7000-8000-000000000001';
    const good = { v: 1, pdu: id, id, number: 1, target: '1-1', command: 'OFF', until: 1, who: 'alice', sig: 'x' };
    expect(isRead(() => decodeDown('command', Buffer.from(JSON.stringify(good))))).toBe(true);
    expect(isRead(() => decodeDown('command', Buffer.from(JSON.stringify({ ...good, ...change }))))).toBe(false);
  });
});

describe('anything else', () => {
  const decoders: readonly (readonly [string, (bytes: Uint8Array) => unknown])[] = [
    ...upKinds.map((kind) => [kind, (bytes: Uint8Array) => decodeUp(kind, bytes)] as const),
    ...downKinds.map((kind) => [kind, (bytes: Uint8Array) => decodeDown(kind, bytes)] as const),
    ['reply', decodeReply],
  ];

  it.each(decoders)('is refused or read, and never worse, as %s', (_, decode) => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => void isRead(() => decode(bytes))));
    fc.assert(fc.property(anyJson, (value) => void isRead(() => decode(Buffer.from(JSON.stringify(value))))));
  });

  it.each(decoders)('is refused or read with any member changed, as %s', (name, decode) => {
    const messages = ({ ...UP, ...DOWN } as Readonly<Record<string, fc.Arbitrary<object>>>)[name] ?? fc.constant({});
    fc.assert(
      fc.property(messages, fc.nat(12), anyJson, (message, place, value) => {
        const members = Object.keys(message);
        const member = members[place % Math.max(1, members.length)] ?? 'v';
        const bytes = Buffer.from(JSON.stringify({ v: 1, ...message, [member]: value }));
        isRead(() => decode(bytes));
      }),
    );
  });

  it('is refused: no UTF-8, too deep, too long', () => {
    const deep = Buffer.from(`{"v":1,"x":${'['.repeat(30_000)}${']'.repeat(30_000)}}`);
    for (const bytes of [Buffer.from([0x7b, 0xff, 0x7d]), deep, Buffer.alloc(MAX_MESSAGE_BYTES + 1, 0x20)]) {
      expect(isRead(() => decodeUp('gone', bytes))).toBe(false);
    }
  });

  it('is not taken from the prototype of an object', () => {
    expect(isRead(() => decodeUp('gone', Buffer.from('{"v":1,"__proto__":{"run":1}}')))).toBe(false);
  });
});

describe('the answer to a query', () => {
  it('comes in parts of at most 64 KiB, which together are what was sent', () => {
    fc.assert(
      fc.property(anId, fc.integer({ min: 0, max: 3 * MAX_REPLY_BYTES }), (id, length) => {
        const bytes = Buffer.alloc(length, 7);
        const parts = encodeReply(id, bytes).map(decodeReply);
        expect(Buffer.concat(parts.map((part) => part.bytes)).equals(bytes)).toBe(true);
        expect(parts.map(({ part, parts: of }) => [part, of])).toEqual(parts.map((_, at) => [at, parts.length]));
        expect(parts.every((part) => part.id === id)).toBe(true);
      }),
      { numRuns: 30 },
    );
  });
});
