import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { VirtualClock } from '../../test/support/time/virtual-clock.js';
import type { SyslogChannel } from './channels/syslog-channel.js';
import { SyslogSender } from './syslog-sender.js';

/** A server that a test makes unavailable and available again. */
class FakeChannel implements SyslogChannel {
  readonly received: string[] = [];
  attempts = 0;
  isThere = true;
  /** While set, messages are neither accepted nor refused until it resolves. */
  hold: Promise<void> | undefined;
  isClosed = false;

  async send(message: Buffer): Promise<void> {
    this.attempts++;
    await this.hold;
    if (!this.isThere || this.isClosed) throw new Error('nobody there');
    this.received.push(message.toString());
  }

  close(): void {
    this.isClosed = true;
  }
}

const flushPromises = async (): Promise<void> => {
  for (let turn = 0; turn < 50; turn++) await Promise.resolve();
};

describe('the sender of syslog messages', () => {
  let clock: VirtualClock;
  let channel: FakeChannel;
  let sender: SyslogSender;
  const warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
  const log = jest.spyOn(Logger.prototype, 'log').mockImplementation(() => undefined);

  const send = async (...texts: (string | number)[]): Promise<void> => {
    for (const text of texts) sender.send(Buffer.from(String(text)));
    await flushPromises();
  };
  const seconds = async (count: number): Promise<void> => {
    for (let second = 0; second < count; second++) {
      clock.advance(1000);
      sender.tick();
      await flushPromises();
    }
  };

  beforeEach(() => {
    jest.clearAllMocks();
    clock = new VirtualClock();
    channel = new FakeChannel();
    sender = new SyslogSender(clock, (count) => Buffer.from(`${count} dropped`));
    sender.use(channel);
  });

  it('sends in order, one after another', async () => {
    await send('a', 'b', 'c');
    expect(channel.received).toEqual(['a', 'b', 'c']);
  });

  it('queues nothing without a server', async () => {
    sender.use(undefined);
    await send('a');
    sender.use(channel);
    channel.isClosed = false;
    await send('b');
    expect(channel.received).toEqual(['b']);
  });

  it('queues messages that could not be sent and sends them in order when the server is back', async () => {
    channel.isThere = false;
    await send('a', 'b');
    channel.isThere = true;
    await seconds(1);
    await send('c');
    expect(channel.received).toEqual(['a', 'b', 'c']);
  });

  it('waits longer with each attempt, up to a minute', async () => {
    channel.isThere = false;
    await send('a');
    const attempts: number[] = [];
    for (let second = 1; second <= 300; second++) {
      const { attempts: before } = channel;
      await seconds(1);
      if (channel.attempts > before) attempts.push(second);
    }
    expect(attempts).toEqual([1, 3, 7, 15, 31, 63, 123, 183, 243]);
  });

  it('does not try sooner because of new messages', async () => {
    channel.isThere = false;
    await send('a', 'b', 'c', 'd');
    expect(channel.attempts).toBe(1);
  });

  it('begins with a short delay again after the server was back', async () => {
    channel.isThere = false;
    await send('a');
    await seconds(10);
    channel.isThere = true;
    await seconds(10);
    channel.isThere = false;
    await send('b');
    const { attempts } = channel;
    await seconds(1);
    expect(channel.attempts).toBe(attempts + 1);
  });

  it('logs once that the server cannot be reached and once that it is back', async () => {
    channel.isThere = false;
    await send('a');
    await seconds(40);
    expect(warn).toHaveBeenCalledTimes(1);
    channel.isThere = true;
    await seconds(40);
    expect(log).toHaveBeenCalledTimes(1);
    expect(warn).toHaveBeenCalledTimes(1);
  });

  it('queues the newest thousand of a long outage and reports the number of dropped ones', async () => {
    channel.isThere = false;
    await send(...Array.from({ length: 1207 }, (_, i) => i));
    channel.isThere = true;
    await seconds(1);
    for (let turn = 0; turn < 100; turn++) await flushPromises();
    expect(channel.received[0]).toBe('207 dropped');
    expect(channel.received.slice(1)).toEqual(Array.from({ length: 1000 }, (_, i) => String(i + 207)));
    await send('next');
    expect(channel.received.at(-1)).toBe('next');
    expect(channel.received.filter((text) => text.includes('dropped'))).toHaveLength(1);
  });

  it('delays nobody while the server does not answer, and continues when it does', async () => {
    let release = (): void => undefined;
    channel.hold = new Promise((resolve) => (release = resolve));
    await send('a', 'b', 'c');
    expect([channel.attempts, channel.received]).toEqual([1, []]);
    release();
    await flushPromises();
    expect(channel.received).toEqual(['a', 'b', 'c']);
  });

  it('sends queued messages to the new server at once when another is configured', async () => {
    channel.isThere = false;
    await send('a', 'b');
    const other = new FakeChannel();
    sender.use(other);
    await flushPromises();
    expect([channel.isClosed, other.received]).toEqual([true, ['a', 'b']]);
  });

  it('sends a message that was in transit to the new server too', async () => {
    let release = (): void => undefined;
    channel.hold = new Promise((resolve) => (release = resolve));
    await send('a', 'b');
    const other = new FakeChannel();
    sender.use(other);
    release(); // the old connection is closed, its message refused
    await flushPromises();
    expect([channel.received, other.received]).toEqual([[], ['a', 'b']]);
    expect(warn).not.toHaveBeenCalled();
  });

  it('drops queued messages when it is switched off', async () => {
    channel.isThere = false;
    await send('a');
    sender.use(undefined);
    const other = new FakeChannel();
    sender.use(other);
    await seconds(100);
    expect(other.received).toEqual([]);
  });
});
