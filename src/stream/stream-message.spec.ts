import { describe, expect, it } from '@jest/globals';
import { assert, property, string } from 'fast-check';
import { isCompressed, textOf } from '../../test/support/doubles/fake-connection.js';
import { Mutex } from '../common/mutex.js';
import { StreamMessage, type Frame } from './stream-message.js';

const message = (text: string, mayCompress = true): StreamMessage =>
  new StreamMessage([Buffer.from(text)], 0, { take: () => mayCompress, thread: new Mutex() });

const compressed = (of: StreamMessage): Promise<Frame> => new Promise((resolve) => of.whenCompressed(resolve));

describe('a message of the stream', () => {
  it.each([0, 1, 125, 126, 65_535, 65_536, 300_000])('of %i bytes is one frame, plain and compressed', async (size) => {
    const text = 'x'.repeat(size);
    const both = message(text);
    expect(textOf(both.plain)).toBe(text);
    expect(isCompressed(both.plain)).toBe(false);
    const frame = await compressed(both);
    expect(textOf(frame)).toBe(text);
    expect(isCompressed(frame)).toBe(true);
  });

  it('may be any text', async () => {
    const texts: string[] = [];
    assert(property(string({ unit: 'grapheme', maxLength: 300 }), (text) => texts.push(text) > 0));
    for (const text of texts) {
      expect(textOf(message(text).plain)).toBe(text);
      expect(textOf(await compressed(message(text)))).toBe(text);
    }
  });

  it.each([
    ['a short', 1000],
    ['a long', 300_000],
  ])('is compressed once for all its readers: %s one', async (_, size) => {
    const shared = message('y'.repeat(size));
    const [first, second] = await Promise.all([compressed(shared), compressed(shared)]);
    expect(second).toBe(first);
    expect(await compressed(shared)).toBe(first);
  });

  it('is ready at once when it is short, and compressed in another thread when it is long', async () => {
    const [short, long] = [message('z'), message('z'.repeat(300_000))];
    const ready: string[] = [];
    const isReady = new Promise<void>((resolve) =>
      long.whenCompressed(() => {
        ready.push('long');
        resolve();
      }),
    );
    short.whenCompressed(() => ready.push('short'));
    expect(ready).toEqual(['short']);
    await isReady;
    expect(ready).toEqual(['short', 'long']);
  });

  it('is sent plain to all when too much was compressed already', async () => {
    const plain = message('plain', false);
    expect(await compressed(plain)).toBe(plain.plain);
  });
});
