import { beforeAll, describe, expect, it } from '@jest/globals';
import { loadWords } from '../../language/words.js';
import { limitText, roomText } from './limit-text.js';

beforeAll(() => loadWords('rack'));

const plain = (text: string): string => text.replace(/\u202f/g, ' ');
const bank = { ratedAmps: 20, usableAmps: 16 };

describe('the headroom of a part', () => {
  it('names its limit, which is less than the rating', () => {
    expect(plain(limitText(bank))).toBe('16 A (80 %)');
    expect(plain(roomText(9.2, bank, 200))).toBe('6.8 A left to 16 A (80 %)');
    expect(plain(roomText(16, bank, 200))).toBe('0.0 A left to 16 A (80 %)');
    expect(plain(roomText(16.8, bank, 200))).toBe('0.8 A above 16 A (80 %)');
  });

  it('has no share where a part may carry its rating', () => {
    expect(plain(limitText({ ratedAmps: 16, usableAmps: 16 }))).toBe('16 A');
    expect(plain(limitText({ ratedAmps: undefined, usableAmps: 12.8 }))).toBe('12.8 A');
  });

  it('says less where there is little room', () => {
    expect([200, 110, 60].map((width) => plain(roomText(9.2, bank, width)))).toEqual([
      '6.8 A left to 16 A (80 %)',
      '6.8 A left to 16 A',
      '6.8 A left',
    ]);
    expect(plain(roomText(16.8, bank, 60))).toBe('0.8 A too much');
  });
});
