/** Many stream readers that connect at the same instant, over real sockets. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aPdu, type Client, type Pdu } from '../support/app/pdu.js';
import { StreamClient } from '../support/clients/stream-client.js';

let pdu: Pdu;
let admin: Client;
let reader: Client;
beforeAll(async () => {
  pdu = await aPdu();
  admin = await pdu.as('admin');
  reader = await pdu.as({ viewInletStats: true });
});
afterAll(() => pdu.stop());

/** Connects all of them before any sends its credential. */
async function crowd(size: number, client: Client): Promise<StreamClient[]> {
  const streams = await Promise.all(Array.from({ length: size }, () => StreamClient.connect(pdu)));
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
});
