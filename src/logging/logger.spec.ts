import { describe, expect, it } from '@jest/globals';
import { VirtualClock } from '../../test/support/time/virtual-clock.js';
import { ConfigError } from '../config/runtime-config.js';
import { RecentLog, type LogLevel, type LogLine } from './recent-log.js';
import { jsonLine, AppLogger, textLine } from './logger.js';

function aLogger(level?: LogLevel) {
  const lines: LogLine[] = [];
  const recent = new RecentLog();
  const logger = new AppLogger(new VirtualClock(), recent, (line) => lines.push(line), level);
  return { logger, lines, recent };
}

describe('the log', () => {
  it('shows the origin and the level of a line', () => {
    const { logger, lines } = aLogger();
    logger.warn('The hardware did not answer.', 'MeterPoller');
    expect(lines.map(textLine)).toEqual(['2026-03-02T08:00:00.000Z WARN  [MeterPoller] The hardware did not answer.']);
    expect(lines.map((line) => JSON.parse(jsonLine(line)) as unknown)).toEqual([
      {
        time: '2026-03-02T08:00:00.000Z',
        level: 'warn',
        context: 'MeterPoller',
        message: 'The hardware did not answer.',
      },
    ]);
  });

  it('shows the PDU of a line where a process has several', () => {
    const lines: LogLine[] = [];
    const logger = new AppLogger(new VirtualClock(), new RecentLog(), (line) => lines.push(line), 'info', 'rack-7');
    logger.log('Started.', 'Controller');
    expect(lines.map(textLine)).toEqual(['2026-03-02T08:00:00.000Z INFO  rack-7 [Controller] Started.']);
    expect(JSON.parse(jsonLine(lines[0] as LogLine))).toMatchObject({ pdu: 'rack-7', message: 'Started.' });
  });

  it('leaves out what is below its level', () => {
    const { logger, lines } = aLogger('warn');
    logger.log('a', 'X');
    logger.debug('b', 'X');
    logger.error('c', undefined, 'X');
    expect(lines.map(({ level }) => level)).toEqual(['error']);
    const all = aLogger('debug');
    all.logger.verbose('d', 'X');
    expect(all.lines).toHaveLength(1);
  });

  it('shows an error with its stack, in one entry', () => {
    const { logger, lines } = aLogger();
    logger.error(new Error('It broke.'), undefined, 'Db');
    logger.error('It broke.', 'Error: It broke.\n    at here', 'Db');
    expect(lines[0]).toMatchObject({ message: 'It broke.', context: 'Db', stack: expect.stringContaining('at ') });
    expect(lines[1]?.stack).toBe('Error: It broke.\n    at here');
    expect(jsonLine(lines[1] as LogLine).split('\n')).toHaveLength(1);
  });

  it('cannot be made to show a second entry by a line break in a message', () => {
    const { logger, lines } = aLogger();
    logger.log('user a\n2026-03-02T08:00:00.000Z ERROR [Db] forged', 'X');
    expect(textLine(lines[0] as LogLine).split('\n')).toHaveLength(1);
  });

  it('leaves out messages of the framework and of a wrong configuration', () => {
    const { logger, lines } = aLogger('debug');
    logger.log('Mapped {/api, GET} route', 'RouterExplorer');
    logger.error(new ConfigError(['RACKFEED_PORT is wrong']), undefined, 'ExceptionHandler');
    expect(lines).toEqual([]);
  });

  it('shows no secret', () => {
    const { logger, lines, recent } = aLogger();
    logger.error('sent Authorization: Bearer abcdefgh', 'password=hunter2', 'X');
    expect(JSON.stringify([lines, recent.lines])).not.toMatch(/abcdefgh|hunter2/);
  });

  it('keeps its newest lines in memory, oldest first, and no more than 500', () => {
    const { logger, recent } = aLogger();
    for (let each = 0; each < 1203; each++) logger.log(`line ${each}`, 'X');
    expect(recent.lines).toHaveLength(500);
    expect([recent.lines[0]?.message, recent.lines.at(-1)?.message]).toEqual(['line 703', 'line 1202']);
  });
});
