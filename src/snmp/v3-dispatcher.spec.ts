import { describe, expect, it } from '@jest/globals';
import type { CallerWithAddress } from '../common/access.js';
import { BerReader, BerWriter, oidOctets, TAG } from './ber.js';
import { ERROR_STATUS, refused, varbindOf, type Answer } from './pdu.js';
import type { V3User } from './principal.js';
import { AgentStatistics } from './statistics.js';
import { V3Dispatcher, type V3Request } from './v3-dispatcher.js';
import { encodeV3, MAX_DATAGRAM, readScopedPdu, readUsmParameters, readV3Message } from './v3-message.js';

const ENGINE = { id: Buffer.from('8000000001020304', 'hex'), boots: 1, time: 0 };
const OID = oidOctets('1.3.6.1.4.1.21728.4.5.1.1.7.1');
const USER: V3User = {
  key: 'op',
  level: 'noAuthNoPriv',
  highestLevel: 'noAuthNoPriv',
  keys: () => ({}),
  callerAt: () => ({}) as CallerWithAddress,
};

/** A SET of one variable of so many octets, from a sender who can read messages up to a size. */
function aSet(octets: number, maxSize: number): Buffer {
  const varbind = varbindOf(OID, 'octets', Buffer.alloc(octets, 'x'));
  const message = encodeV3(new BerWriter(), {
    ...{ msgId: 7, level: 'noAuthNoPriv', user: Buffer.from('op'), keys: {}, engine: ENGINE, salt: Buffer.alloc(8) },
    ...{ contextName: Buffer.alloc(0), pduType: TAG.set, requestId: 9 },
    answer: { status: 'noError', index: 0, varbinds: [varbind] },
  });
  const at = message.indexOf(Buffer.from([TAG.integer, 3, 0, MAX_DATAGRAM >> 8, MAX_DATAGRAM & 0xff]));
  message.writeUIntBE(maxSize, at + 2, 3);
  return message;
}

/** The answer of a dispatcher, and the requests that it has had carried out. */
function exchange(set: Buffer, answer: (request: V3Request) => Answer) {
  const done: V3Request[] = [];
  const dispatcher = new V3Dispatcher({
    engine: { ...ENGINE, time: () => ENGINE.time },
    users: { find: () => USER, noteWrongDigest: () => undefined },
    statistics: new AgentStatistics(),
    mayReport: () => true,
    answer: (request) => {
      done.push(request);
      return answer(request);
    },
  });
  const octets = dispatcher.handle(afterVersion(set), { address: '192.0.2.1', port: 5000 }) as Buffer;
  const message = readV3Message(afterVersion(octets));
  readUsmParameters(message.parameters);
  const { pdu } = readScopedPdu(message.data);
  return { done, size: octets.length, status: pdu.first, variables: pdu.varbinds.length };
}

function afterVersion(octets: Buffer): BerReader {
  const reader = new BerReader(octets).inner(TAG.sequence);
  reader.integer();
  return reader;
}

describe('the answer to a SET', () => {
  it('is tooBig without variables where the sender could not read it, and nothing is done', () => {
    const answer = exchange(aSet(500, 484), ({ pdu }) => refused('noError', 0, pdu));
    expect(answer).toMatchObject({ done: [], status: ERROR_STATUS.tooBig, variables: 0 });
    expect(answer.size).toBeLessThanOrEqual(484);
  });

  it('repeats the variables as far as the sender can read it, however small that is', () => {
    const answer = exchange(aSet(340, 484), ({ pdu }) => refused('noError', 0, pdu));
    expect(answer).toMatchObject({ status: ERROR_STATUS.noError, variables: 1 });
    expect(answer.done).toHaveLength(1);
    expect(answer.size).toBeGreaterThan(440);
  });

  it('is never larger than the sender can read, whatever it repeats', () => {
    const answer = exchange(aSet(300, 484), ({ pdu: { varbindOctets } }) => ({
      ...{ status: 'noAccess', index: 1 },
      varbinds: [varbindOctets, varbindOctets],
    }));
    expect(answer).toMatchObject({ status: ERROR_STATUS.tooBig, variables: 0 });
  });
});
