import { describe, expect, it } from '@jest/globals';
import { jsonLine, memberLines, tableLines } from './render.js';

const ROWS = [
  { name: 'Web server', amps: 1.5, on: true },
  { name: '漢字', amps: undefined, on: false },
  { name: 'evil\u001b[2J\r\nSynLink> ', amps: 12, on: true },
];

describe('a table', () => {
  it('has two blanks between columns, numbers to the right, and - for what is not known', () => {
    const lines = tableLines(
      [
        ['Name', ({ name }) => name],
        ['A', ({ amps }) => amps],
        ['On', ({ on }) => on],
      ],
      ROWS.slice(0, 2),
    );
    expect(lines).toEqual(['Name          A  On', 'Web server  1.5  yes', '漢字          -  no']);
  });

  it('has no header where it is not wanted', () => {
    expect(tableLines([['Name', ({ name }: (typeof ROWS)[number]) => name]], ROWS.slice(0, 1), false)).toEqual([
      'Web server',
    ]);
  });

  it('never lets a value move the terminal or forge a prompt on a line of its own', () => {
    const [line] = tableLines([['Name', ({ name }: (typeof ROWS)[number]) => name]], ROWS.slice(2), false);
    expect(line).toBe('evil [2J SynLink>');
    expect(memberLines([['name', 'a\u009b2Jb']])).toEqual(['name  a 2Jb']);
  });
});

describe('JSON', () => {
  it('is one line that parses to the same value, without characters that move the terminal', () => {
    const value = [{ name: 'a\u009b\u202eb\n\u2028' }];
    // eslint-disable-next-line no-control-regex
    expect(jsonLine(value)).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028\u202e]/);
    expect(JSON.parse(jsonLine(value))).toEqual(value);
  });
});
