import type { LoggerService } from '@nestjs/common';
import { describe, expect, it } from '@jest/globals';
import { SharedLog } from './shared-log.js';

const lines = (into: string[]): LoggerService => ({
  log: (line: string) => into.push(line),
  warn: (line: string) => into.push(line),
  error: (line: string) => into.push(line),
});

describe('the log of a collector', () => {
  it('goes to the PDU whose work has written a line, whenever that work goes on, else to the collector', async () => {
    const [own, first, second]: string[][] = [[], [], []];
    const log = new SharedLog().take(lines(own ?? []));
    const work = async (name: string, into: string[]): Promise<void> => {
      log.take(lines(into));
      log.log(`${name} starts`);
      await new Promise((resolve) => setImmediate(resolve));
      log.error(`${name} goes on`);
      log.leave(() => log.warn(`${name} asks the collector`));
    };
    const one = log.run({ pdu: 'one', log: undefined }, () => work('one', first ?? []));
    const two = log.run({ pdu: 'two', log: undefined }, () => work('two', second ?? []));
    log.log('collector');
    await Promise.all([one, two]);
    expect(first).toEqual(['one starts', 'one goes on']);
    expect(second).toEqual(['two starts', 'two goes on']);
    expect(own).toEqual(['collector', 'one asks the collector', 'two asks the collector']);
  });

  it('has no line about what several controllers in a process have in common', () => {
    const own: string[] = [];
    const log = new SharedLog().take(lines(own));
    log.warn('A data source with the default name is already registered.', 'DataSourceNameRegistry');
    expect(own).toEqual([]);
  });
});
