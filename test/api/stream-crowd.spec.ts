/** Many stream readers that connect at the same instant, over real sockets. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { WebSocket } from 'ws';
import { aPdu, type Client, type Pdu } from '../support/app/pdu.js';
import { StreamClient } from '../support/clients/stream-client.js';
import { removeFolder, temporaryFolder } from '../support/process/controller-process.js';

let pdu: Pdu;
let admin: Client;
let reader: Client;
beforeAll(async () => {
  pdu = await aPdu();
  admin = await pdu.as('admin');
  reader = await pdu.as({ viewInletStats: true });
});
afterAll(() => pdu.stop());

/** Connects so many that send nothing yet. */
const guests = (size: number, to = pdu): Promise<StreamClient[]> =>
  Promise.all(Array.from({ length: size }, (_, at) => StreamClient.connect(to, {}, at % 10 === 0)));

/** Connects all of them before any sends its credential; each tenth offers compression. */
async function crowd(size: number, client: Client, to = pdu): Promise<StreamClient[]> {
  const streams = await guests(size, to);
  for (const stream of streams) stream.say({ cookie: client.token });
  return streams;
}

describe('readers that connect at the same instant', () => {
  it.each([300, 1000])(
    'all get data: %i of one user',
    async (size) => {
      const streams = await crowd(size, reader);
      await Promise.all(streams.map((stream) => stream.next(0)));
      await pdu.seconds(1);
      await Promise.all(streams.map((stream) => stream.next(1)));
      expect(streams.every(({ messages }) => messages.length === 2)).toBe(true);
      for (const stream of streams) stream.leave();
      await Promise.all(streams.map((stream) => stream.closed()));
    },
    120_000,
  );

  it('as one user leave capacity for the administrator', async () => {
    const streams = await crowd(1000, reader);
    const [first] = await crowd(1, admin);
    expect((await first?.next(0))?.outlets).toHaveLength(16);
    for (const stream of [...streams, first]) stream?.leave();
    await Promise.all(streams.map((stream) => stream.closed()));
  }, 120_000);

  it('get data after a restart of the controller, and the administrator too', async () => {
    const folder = temporaryFolder();
    const before = await aPdu({ dataDir: folder });
    const [chief, user] = [await before.as('admin'), await before.as({ viewInletStats: true })];
    const { clock } = before;
    const cutOff = await crowd(1000, user, before);
    await before.stop();
    await Promise.all(cutOff.map((stream) => stream.closed()));

    const after = await aPdu({ dataDir: folder, clock });
    const streams = await crowd(1000, user, after);
    streams.push(...(await crowd(1, chief, after)));
    expect((await streams.at(-1)?.next(0))?.outlets).toHaveLength(16);
    await Promise.all(streams.map((stream) => stream.next(0)));
    await after.seconds(1);
    await Promise.all(streams.map((stream) => stream.next(1)));
    for (const stream of streams) stream.leave();
    await after.stop();
    removeFolder(folder);
  }, 120_000);

  it('and send nothing are disconnected after ten seconds, and keep out nobody until then', async () => {
    const silent = await guests(1000);
    await pdu.seconds(9);
    expect(silent.every(({ socket }) => socket.readyState === WebSocket.OPEN)).toBe(true);
    const readers = [...(await crowd(20, reader)), ...(await crowd(1, admin))];
    await Promise.all(readers.map((stream) => stream.next(0)));
    await pdu.seconds(1);
    expect(await Promise.all(silent.map((stream) => stream.closed()))).toEqual(silent.map(() => 4401));
    await Promise.all(readers.map((stream) => stream.next(1)));
    for (const stream of readers) stream.leave();
    await Promise.all(readers.map((stream) => stream.closed()));
  }, 120_000);
});
