import { createSocket, type Socket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import { afterEach, describe, expect, it } from '@jest/globals';
import { addressesIn, NameResolver } from '../../src/common/name-resolver.js';

const every = (addresses: readonly string[]) => addresses;

/** Resolves a name by the name server of the test. */
class NamesOfTest extends NameResolver {
  constructor(private readonly port: number) {
    super();
  }

  protected override newResolver(): Resolver {
    const resolver = new Resolver({ timeout: 1000, tries: 3 });
    resolver.setServers([`127.0.0.1:${this.port}`]);
    return resolver;
  }
}

const QTYPE = { 1: 'A', 28: 'AAAA' } as const;

/** Answers an A query with an address and others with no record; or reports that the name does not exist. */
function answerTo(question: Buffer, address: string | undefined, exists: boolean): Buffer {
  const type = QTYPE[question.readUInt16BE(question.indexOf(0, 12) + 1) as 1 | 28];
  const end = question.indexOf(0, 12) + 5;
  const head = Buffer.from(question.subarray(0, 12));
  const hasAnswer = address !== undefined && type === 'A';
  head.writeUInt16BE(exists ? 0x8180 : 0x8183, 2);
  head.writeUInt16BE(hasAnswer ? 1 : 0, 6);
  head.writeUInt32BE(0, 8);
  const record = Buffer.from([
    0xc0,
    12,
    0,
    1,
    0,
    1,
    0,
    0,
    0,
    60,
    0,
    4,
    ...(address ?? '0.0.0.0').split('.').map(Number),
  ]);
  return Buffer.concat([head, question.subarray(12, end), ...(hasAnswer ? [record] : [])]);
}

describe('a host name', () => {
  let server: Socket | undefined;
  afterEach(() => {
    server?.close();
    server = undefined;
  });

  const served = async (answer?: (question: Buffer) => Buffer): Promise<NameResolver> => {
    const socket = createSocket('udp4');
    server = socket;
    socket.on('message', (question, { port }) => answer && socket.send(answer(question), port, '127.0.0.1'));
    await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
    return new NamesOfTest(socket.address().port);
  };

  it.each([
    ['10.0.0.5', ['10.0.0.5']],
    ['fd00::5', ['fd00::5']],
    ['fe80::1%eth0', ['fe80::1%eth0']],
    ['localhost', ['127.0.0.1', '::1']],
    ['mail.localhost', ['127.0.0.1', '::1']],
  ])('%s requires no name server', async (host, addresses) => {
    expect(await new NamesOfTest(9).addressesOf(host)).toEqual(addresses);
  });

  it('resolves to the address of the name server', async () => {
    const names = await served((question) => answerTo(question, '10.0.0.5', true));
    expect(await names.addressesOf('pdu.example')).toEqual(['10.0.0.5']);
  });

  it('is resolved the same way for a socket', async () => {
    const names = await served((question) => answerTo(question, '10.0.0.5', true));
    const resolved = (host: string, all: boolean) =>
      new Promise((resolve) => names.lookup(every)(host, { all }, (...answer) => resolve(answer)));
    expect(await resolved('pdu.example', true)).toEqual([null, [{ address: '10.0.0.5', family: 4 }]]);
    expect(await resolved('fd00::5', false)).toEqual([null, 'fd00::5', 6]);
    server?.close();
    const unknown = await served((question) => answerTo(question, undefined, false));
    const asked = new Promise((resolve) => unknown.lookup(every)('nobody.example', {}, resolve));
    expect(await asked).toEqual(new Error('no host has the name "nobody.example"'));
  });

  it('that does not exist is reported', async () => {
    const names = await served((question) => answerTo(question, undefined, false));
    await expect(names.addressesOf('nobody.example')).rejects.toThrow('no host has the name "nobody.example"');
  });

  it('fails after three seconds when no name server answers, and blocks no thread meanwhile', async () => {
    const names = await served();
    const began = performance.now();
    let hasFailed = false;
    const asked = Array.from({ length: 16 }, () =>
      names.addressesOf('pdu.example').catch((error: unknown) => {
        hasFailed = true;
        return (error as Error).message;
      }),
    );
    const random = new Promise((resolve) => {
      void import('node:crypto').then(({ randomBytes }) => randomBytes(16, resolve));
    });
    await random;
    expect(hasFailed).toBe(false);
    expect(new Set(await Promise.all(asked))).toEqual(new Set(['no name server answered for "pdu.example"']));
    expect(performance.now() - began).toBeGreaterThan(2_900);
  });

  it('is resolved by the hosts file first', () => {
    const file = '127.0.0.1 localhost\n10.0.0.5\tpdu.rack pdu # the one\n# 10.0.0.6 pdu\nfd00::5 PDU\n';
    expect(addressesIn(file, 'Pdu')).toEqual(['10.0.0.5', 'fd00::5']);
    expect(addressesIn(file, 'the')).toEqual([]);
  });
});
