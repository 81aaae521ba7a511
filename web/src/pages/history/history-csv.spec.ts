import { describe, expect, it } from '@jest/globals';
import { timesIn } from '../../language/format.js';
import { csvOf } from './history-csv.js';

describe('the CSV of a chart', () => {
  it('has every line, in UTC and in the zone of the device, with empty gaps', () => {
    const lines = [{ label: 'Web, left' }, { label: '=1+1' }];
    const columns: [number[], number[], null[]] = [[0], [-1.5], [null]];
    expect(csvOf({ lines, columns, isBars: false }, 'W', timesIn('Europe/Vienna'), 'Zeit')).toBe(
      'Zeit,Zeit (Europe/Vienna),"Web, left (W)",\'=1+1 (W)\r\n' +
        '1970-01-01T00:00:00.000Z,1970-01-01 01:00:00,-1.5,\r\n',
    );
  });
});
