import { connect } from 'node:net';
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type * as Ssh2 from 'ssh2';
import { activeCaller } from '../../src/auth/callers/active-caller.js';
import { PERMISSION_FLAGS, withAddress, type CallerWithAddress } from '../../src/common/access.js';
import { COMMANDS } from '../../src/shell/commands/index.js';
import type { Dialogue } from '../../src/shell/commands/command.js';
import { EXIT } from '../../src/shell/exit-status.js';
import { Interpreter, type Services } from '../../src/shell/interpreter.js';
import { UsersService } from '../../src/users/users.service.js';
import { spyOnRelays } from '../support/app/relay-spies.js';
import { aPdu, type Client, type Pdu } from '../support/app/pdu.js';
import { ON_LOOPBACK, protocolOn } from '../support/protocols/protocol-on.js';
import { SshClient, SshFolder } from '../support/protocols/ssh-client.js';
import { describeWith } from '../support/process/programs.js';
import { eventually } from '../support/time/time-limits.js';

const { Client: Library } = createRequire(import.meta.url)('ssh2') as typeof Ssh2;

/** Damaged packets of each kind: 10,000 by npm run test:fuzz. */
const PACKETS = process.env['FUZZ'] === undefined ? 400 : 10_000;
const PACKETS_OF_CONNECTION = 40;

let state = 20_261_123;
/** A whole number below `limit`, the same in each run. */
const random = (limit: number): number => {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return state % limit;
};

/** A packet with the right length, mostly, and any content. */
function aPacket(): Buffer {
  const length = 1 + random(200);
  const packet = Buffer.from(Array.from({ length: 4 + length }, () => random(256)));
  packet.writeUInt32BE(random(10) === 0 ? random(2 ** 31) : length);
  packet[4] = random(20);
  return packet;
}

/** The inside of the library's client, where a packet is not encrypted yet. */
interface Inside {
  readonly _protocol: { readonly _cipher: { encrypt: (packet: Buffer) => void } };
  readonly _sock: { end(done: () => void): void };
}

const LINES = ['pshow\n', 'ver\n', 'show conf --json\n', '\x1b[A\r', '\t\t', '\x03', `${'x'.repeat(300)}\n`];

describeWith('ssh', 'damaged packets', () => {
  let pdu: Pdu;
  let admin: Client;
  let folder: SshFolder;
  let port: number;

  beforeAll(async () => {
    folder = new SshFolder();
    pdu = await aPdu({ env: ON_LOOPBACK });
    admin = await pdu.as('admin');
    port = await protocolOn(pdu, admin, 'ssh');
    await admin.post('/api/users/1/sshKey', { sshKeyName: 'test', sshKey: folder.publicHalf() });
  });
  afterAll(async () => {
    await pdu.stop();
    folder.remove();
  });

  const stillServes = async (): Promise<void> => {
    const client = new SshClient(folder, port, 'admin', { key: folder.key });
    expect(await client.exec('whoami')).toEqual({ code: 0, stdout: 'admin\n', stderr: '' });
    expect((await admin.get('/api/log?kind=outlet.switch')).body.entries).toEqual([]);
  };

  it('before the sign-in end their connection, and nothing else', async () => {
    for (let sent = 0; sent < PACKETS; sent += PACKETS_OF_CONNECTION) {
      await new Promise<void>((resolve) => {
        const socket = connect({ port, host: '127.0.0.1' }, () => {
          socket.write('SSH-2.0-fuzz\r\n');
          for (let count = 0; count < PACKETS_OF_CONNECTION; count++) socket.write(aPacket());
          socket.end();
        });
        socket.on('error', () => undefined);
        socket.once('close', () => resolve());
        socket.resume();
      });
    }
    await stillServes();
  });

  it('are the end of a client that goes on sending, within seconds', async () => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    socket.on('error', () => undefined).resume();
    const hasEnded = new Promise((resolve) => socket.once('end', resolve));
    socket.write(`SSH-2.0-fuzz\r\n${'A'.repeat(100)}`);
    await hasEnded;
    await pdu.seconds(6);
    await eventually(() => !socket.write('A') || socket.destroyed);
    socket.destroy();
  });

  it('after the sign-in end their connection, and move nothing', async () => {
    for (let sent = 0; sent < PACKETS; sent += PACKETS_OF_CONNECTION) await aDamagedSession();
    await stillServes();
  });

  function aDamagedSession(): Promise<void> {
    return new Promise((resolve) => {
      const client = new Library();
      const inside = client as unknown as Inside;
      client.on('error', () => undefined);
      client.once('close', () => resolve());
      client.once('ready', () => {
        client.shell((_, stream) => {
          stream.on('error', () => undefined).resume();
          const { _cipher: cipher } = inside._protocol;
          const encrypt = cipher.encrypt.bind(cipher);
          cipher.encrypt = (packet) => {
            // The first five bytes are the length and the padding, without which the rest would not arrive.
            for (let change = 0; change < 1 + random(4); change++) packet[5 + random(packet.length - 5)] = random(256);
            encrypt(packet);
          };
          for (let count = 0; count < PACKETS_OF_CONNECTION - 4; count++) {
            stream.write(LINES[random(LINES.length)] ?? '');
          }
          for (let count = 0; count < 4; count++) client.exec('ver', () => undefined);
          inside._sock.end(() => client.destroy());
        });
      });
      const privateKey = readFileSync(folder.key);
      client.connect({ port, host: '127.0.0.1', username: 'admin', privateKey });
    });
  }
});

describe('random lines', () => {
  const LINES_OF_RUN = process.env['FUZZ'] === undefined ? 1500 : 100_000;
  const argument = fc.oneof(
    fc.constantFrom('1', '3', '1-4', '16', 'all', '0', '-1', '1,2,99', '1-1200578', '"Outlet 1"', 'R1-1000036'),
    fc.constantFrom('on', 'off', 'ON', '1', '--confirm', '--yes', '--json', '--no-header', '--', '--reason', '"a b"', '-'),
    fc.constantFrom('deviceName', 'sshPort', 'web_port', 'admin', '__proto__', 'constructor', '"', "'", '\\', ';', '\n', ','),
    fc.string({ maxLength: 8 }),
    fc.string({ unit: 'binary', maxLength: 8 }),
  ); // prettier-ignore
  const command = fc.oneof(
    fc.constantFrom(...COMMANDS.map(({ words }) => words.join(' '))),
    fc.constantFrom('$A3', '$a4', '$A5', '$A7,1', '$A8', 'watch 1 off', '-k off'),
  );
  const line = fc.tuple(command, fc.array(argument, { maxLength: 5 })).map((words) => words.flat().join(' '));

  it(
    `of a user who may see everything and change nothing are answered, and none of ${LINES_OF_RUN} moves a relay`,
    async () => {
      const pdu = await aPdu();
      const { services, caller } = await aReader(pdu);
      const failures: unknown[] = [];
      const dialogue: Dialogue = {
        isTerminal: false,
        preferences: { pager: true },
        reply: { closed: true, once: () => undefined },
        ask: async () => undefined,
        print: async () => undefined,
        pause: async () => false,
      };
      const failed = (error: unknown) => failures.push(error);
      const shell = new Interpreter({ caller, dialogue, services, needsNewPassword: () => false, failed });
      const moves = spyOnRelays(pdu);
      const known = new Set<number>(Object.values(EXIT));
      let answered = 0;
      for (const [place, each] of fc.sample(line, LINES_OF_RUN).entries()) {
        const { status = 0, lines = [] } = await shell.run(each);
        if (status === EXIT.done && lines.length > 0) answered++;
        shell.complete(each.slice(0, place % 40));
        if (!known.has(status) || !lines.every((text) => typeof text === 'string'))
          throw new Error(`${each}: ${status}`);
        if (place % 100 === 0) await new Promise((resolve) => setImmediate(resolve));
      }
      expect(failures).toEqual([]);
      expect(answered).toBeGreaterThan(LINES_OF_RUN / 20);
      expect(moves()).toEqual([]);
      await pdu.stop();
    },
    process.env['FUZZ'] === undefined ? undefined : 3_600_000,
  );

  async function aReader(pdu: Pdu): Promise<{ services: Services; caller: CallerWithAddress }> {
    const may = Object.fromEntries(PERMISSION_FLAGS.map((flag) => [flag, flag.startsWith('view')]));
    const client = await pdu.as({ ...may, viewOutlets: pdu.model.outlets.map(({ id }) => id) });
    const services: Services = (type) => pdu.app.get(type, { strict: false });
    const reader = activeCaller(services(UsersService), client.userId, { kind: 'ssh' }, () => true);
    return { services, caller: withAddress(reader, '192.0.2.9') };
  }
});
