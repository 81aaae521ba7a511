/** FUZZ=1000000 sends as many damaged messages; without it, a modest number. */
import { ModuleRef } from '@nestjs/core';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { PduDriver } from '../../src/hardware/pdu.driver.js';
import { BerWriter, oidOctets, TAG } from '../../src/snmp/ber.js';
import { answered, varbindOf, writePdu } from '../../src/snmp/pdu.js';
import { SnmpAgentFactory } from '../../src/snmp/snmp-agent.factory.js';
import type { SnmpAgent } from '../../src/snmp/snmp-agent.js';
import { SnmpModule } from '../../src/snmp/snmp.module.js';
import { localizedKey, privacyKey } from '../../src/snmp/usm.js';
import { encodeV3, type SecurityLevel } from '../../src/snmp/v3-message.js';
import { aPdu, type Pdu } from '../support/app/pdu.js';
import { AUTH_PASSPHRASE, PRIVACY_PASSPHRASE } from '../support/clients/snmp-tools.js';

const COUNT = Number(process.env['FUZZ'] ?? 20_000);
const REQUESTS = [TAG.get, TAG.getNext, TAG.getBulk, TAG.set] as const;
const OUTLET_STATE = '1.3.6.1.4.1.21728.4.5.1.1.7.1';
/** Reports that the agent sends in a second. */
const REPORTS = 50;

/** Pseudo-random numbers that are the same in every run. */
class Numbers {
  #state = 20_240_501;

  below(limit: number): number {
    this.#state = (Math.imul(this.#state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((this.#state / 2 ** 32) * limit);
  }

  of<T>(list: readonly T[]): T {
    return list[this.below(list.length)] as T;
  }
}

const variables = (count: number) =>
  answered(Array.from({ length: count }, () => varbindOf(oidOctets(OUTLET_STATE), 'integer', 0)));

function communityMessage(version: number, community: string, type: number, count: number): Buffer {
  const writer = new BerWriter();
  writePdu(writer, type, 4711, variables(count));
  writer.octets(Buffer.from(community));
  writer.integer(version);
  writer.wrap(TAG.sequence, 0);
  return writer.take();
}

describe('the SNMP agent, sent damaged messages', () => {
  let pdu: Pdu;
  let agent: SnmpAgent;
  let engine: { id: Buffer; boots: number; time: number };
  beforeAll(async () => {
    pdu = await aPdu();
    const admin = await pdu.as('admin');
    await admin.put('/api/users/1', {
      snmpv3Access: true,
      snmpv3Security: 'authPriv',
      snmpv3User_id: 'op',
      snmpv3AuthPass: AUTH_PASSPHRASE,
      snmpv3PrivPass: PRIVACY_PASSPHRASE,
    });
    await admin.post('/api/conf', { snmpv12Enabled: true, snmpv12ReadString: 'watch', snmpv12WriteString: 'change' });
    const factory = await pdu.app.select(SnmpModule).get(ModuleRef, { strict: true }).create(SnmpAgentFactory);
    agent = await factory.agent();
    const report = await agent.handle(v3Message('noAuthNoPriv', 'op', TAG.get, NO_ENGINE), SENDER);
    const id = report?.subarray(report.indexOf(Buffer.from('800054e005', 'hex'))).subarray(0, 17) ?? Buffer.alloc(0);
    engine = { id: Buffer.from(id), boots: 1, time: 0 };
  });
  afterAll(() => pdu.stop());

  const NO_ENGINE = { id: Buffer.alloc(0), boots: 0, time: 0 };
  const SENDER = { address: '127.0.0.1', port: 50_000 };

  function v3Message(
    level: SecurityLevel,
    user: string,
    type: number,
    of: typeof engine,
    passphrase = 'guessed pass',
  ): Buffer {
    const algorithms = { auth: 'SHA', privacy: 'AES' } as const;
    const keys = {
      auth: { algorithm: 'SHA' as const, key: localizedKey('SHA', passphrase, of.id) },
      privacy: { algorithm: 'AES' as const, key: privacyKey(algorithms, passphrase, of.id) },
    };
    const octets = encodeV3(new BerWriter(), {
      ...{ msgId: 815, level, user: Buffer.from(user), keys, engine: of, salt: Buffer.alloc(8, 7) },
      ...{ contextName: Buffer.alloc(0), pduType: type, requestId: 4711, answer: variables(1) },
    });
    return octets;
  }

  /** Messages of senders without a credential for what they ask, and some of those who may read. */
  const seeds = () => ({
    strangers: [
      ...REQUESTS.flatMap((type) => [0, 1, 2].map((version) => communityMessage(version, 'guess', type, 2))),
      ...REQUESTS.flatMap((type) =>
        (['noAuthNoPriv', 'authNoPriv', 'authPriv'] as const).map((level) => v3Message(level, 'op', type, engine)),
      ),
      v3Message('noAuthNoPriv', '', TAG.get, NO_ENGINE),
    ],
    readers: REQUESTS.flatMap((type) => [0, 1].map((version) => communityMessage(version, 'watch', type, 3))),
  });

  it(`answers strangers nothing but ${REPORTS} reports a second, moves no relay and goes on`, async () => {
    const { outlets } = pdu.app.get(PduDriver);
    if (!outlets) throw new Error('This model has no relays.');
    const moves = jest.spyOn(outlets, 'setOutlets');
    const numbers = new Numbers();
    const { strangers, readers } = seeds();
    let toStrangers = 0;
    let toReaders = 0;
    let earlier = 0;
    for (let sent = 0; sent < COUNT; sent++) {
      const isStranger = numbers.below(3) > 0;
      const message = damaged(numbers, numbers.of(isStranger ? strangers : readers));
      const answer = await agent.handle(message, { ...SENDER, port: 1 + numbers.below(65_535) });
      if (answer && isStranger) toStrangers++;
      if (answer && !isStranger) toReaders++;
      if (sent % 1000 === 0) await new Promise((resolve) => setImmediate(resolve));
      if (sent === Math.floor(COUNT / 5)) earlier = process.memoryUsage().rss;
    }
    expect(toStrangers).toBeLessThanOrEqual(REPORTS);
    expect(toReaders).toBeGreaterThan(COUNT / 100);
    expect(moves).not.toHaveBeenCalled();
    const rest = await agent.handle(communityMessage(1, 'watch', TAG.get, 1), SENDER);
    expect(rest?.length).toBeGreaterThan(0);
    // The heap of a short run still grows.
    if (process.env['FUZZ']) expect(process.memoryUsage().rss / earlier).toBeLessThan(1.1);
  }, 3_600_000);
});

/** A message with one or more of the damages that a parser may stumble over. */
function damaged(numbers: Numbers, seed: Buffer): Buffer {
  let message: Buffer = Buffer.from(seed);
  for (let times = 1 + numbers.below(3); times > 0; times--)
    message = DAMAGES[numbers.below(DAMAGES.length)]?.(numbers, message) ?? message;
  return message.subarray(0, 65_507);
}

function flipBit(message: Buffer, bit: number): void {
  const at = bit >> 3;
  message[at] = (message[at] ?? 0) ^ (1 << (bit & 7));
}

const HUGE_OID = Buffer.concat([Buffer.of(0x06, 0x81, 0xff), Buffer.alloc(255, 0xff)]);

const DAMAGES: readonly ((numbers: Numbers, message: Buffer) => Buffer)[] = [
  (numbers, message) => message.subarray(0, numbers.below(message.length + 1)),
  (numbers, message) => {
    if (message.length > 0) flipBit(message, numbers.below(message.length * 8));
    return message;
  },
  (numbers, message) => {
    if (message.length > 0)
      message[numbers.below(message.length)] = numbers.of([0, 0x7f, 0x80, 0x81, 0x82, 0x84, 0xff]);
    return message;
  },
  (numbers, message) => inserted(numbers, message, Buffer.of(0x30, 0x80)),
  (numbers, message) => inserted(numbers, message, HUGE_OID),
  (numbers, message) => inserted(numbers, message, Buffer.of(0x02, 0x04, 0xff, 0xff, 0xff, 0xff)),
  (numbers, message) => {
    let nested = message;
    for (let depth = numbers.below(200); depth > 0; depth--) {
      const writer = new BerWriter();
      writer.octets(nested, TAG.sequence);
      nested = writer.take();
    }
    return nested;
  },
  (numbers, message) => Buffer.concat([message, message.subarray(0, numbers.below(message.length + 1))]),
];

function inserted(numbers: Numbers, message: Buffer, octets: Buffer): Buffer {
  const at = numbers.below(message.length + 1);
  return Buffer.concat([message.subarray(0, at), octets, message.subarray(at)]);
}
