import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { canonicalJson, type Json } from './canonical-json.js';
import { isSigned, signed } from './signature.js';

const hub = generateKeyPairSync('ed25519');
const other = generateKeyPairSync('ed25519');
const PDU = '019aa0a0-0000-7000-8000-000000000001';

const aValue = fc.jsonValue({ maxDepth: 4 }).map((value) => JSON.parse(JSON.stringify(value)) as Json);
const aName = fc.string().filter((name) => name !== 'sig' && name !== 'pdu' && name !== '__proto__');
const aMessage = fc.dictionary(aName, aValue, { maxKeys: 6 }).map((members) => ({ ...members, pdu: PDU }));
type Message = Readonly<Record<string, Json>>;

/** The message as it is after its way through a broker, with its members in another order. */
const received = (message: object): Message =>
  JSON.parse(JSON.stringify(Object.fromEntries(Object.entries(message).reverse()))) as Message;

describe('a signed message', () => {
  it('is accepted as it was sent, in any order of its members', () => {
    fc.assert(
      fc.property(aMessage, (message) => {
        expect(isSigned('command', PDU, received(signed('command', message, hub.privateKey)), hub.publicKey)).toBe(
          true,
        );
      }),
    );
  });

  it('is refused with any member changed, added or removed', () => {
    fc.assert(
      fc.property(aMessage, aName, aValue, (message, name, value) => {
        fc.pre(canonicalJson({ ...message, [name]: value }) !== canonicalJson(message));
        const sent = received(signed('command', message, hub.privateKey));
        expect(isSigned('command', PDU, { ...sent, [name]: value }, hub.publicKey)).toBe(false);
        const [first] = Object.keys(message);
        const without = Object.fromEntries(Object.entries(sent).filter(([each]) => each !== first));
        expect(isSigned('command', PDU, without, hub.publicKey)).toBe(false);
      }),
    );
  });

  it('is refused as another kind, by another PDU, and of another key', () => {
    const sent = received(signed('lease', { pdu: PDU, seconds: 60 }, hub.privateKey));
    expect(isSigned('lease', PDU, sent, hub.publicKey)).toBe(true);
    expect(isSigned('command', PDU, sent, hub.publicKey)).toBe(false);
    expect(isSigned('lease', PDU.replace(/1$/, '2'), sent, hub.publicKey)).toBe(false);
    expect(isSigned('lease', PDU, sent, other.publicKey)).toBe(false);
  });

  it.each([undefined, '', 'x', 'A'.repeat(86), 7, null, {}])('is refused with the signature %j', (sig) => {
    const message = { pdu: PDU, ...(sig !== undefined && { sig: sig as Json }) };
    expect(isSigned('lease', PDU, message, hub.publicKey)).toBe(false);
  });

  it('is refused, and nothing worse, when it is too deep to be one', () => {
    let deep: Json = 1;
    for (let depth = 0; depth < 100_000; depth++) deep = [deep];
    expect(isSigned('command', PDU, { pdu: PDU, deep, sig: 'A'.repeat(86) }, hub.publicKey)).toBe(false);
  });

  it('is not signed a second time', () => {
    const message = signed('lease', { pdu: PDU }, hub.privateKey);
    expect(() => signed('lease', message, hub.privateKey)).toThrow('signed already');
  });
});

describe('canonical JSON', () => {
  it('has the same value as the message', () => {
    fc.assert(fc.property(aValue, (value) => expect(JSON.parse(canonicalJson(value))).toEqual(value)));
  });

  it.each([NaN, Infinity, -Infinity])('has no %s', (value) => {
    expect(() => canonicalJson({ value })).toThrow('is not a number of JSON');
  });

  it('has no undefined', () => {
    expect(() => canonicalJson({ value: undefined } as unknown as Json)).toThrow('is not a value of JSON');
  });
});
