import { describe, expect, it } from '@jest/globals';
import { StatementNames } from './statement-names.js';

const insertOf = (n: number): string => `INSERT INTO "row" VALUES (${n})`;

describe('the names of prepared statements', () => {
  it('are given to a text that comes again, and stay', () => {
    const names = new StatementNames();
    expect([1, 1, 2, 1, 2].map((n) => names.nameOf(insertOf(n)))).toEqual([
      undefined,
      'rackfeed_1',
      undefined,
      'rackfeed_1',
      'rackfeed_2',
    ]);
  });

  it('are not given to what only reads, which is planned by its values', () => {
    const names = new StatementNames();
    for (let n = 0; n < 3; n++) expect(names.nameOf('SELECT "id" FROM "row" WHERE "id" = $1')).toBeUndefined();
  });

  it('are bounded, however many texts there are', () => {
    const names = new StatementNames();
    for (let n = 0; n < 500; n++) for (let time = 0; time < 2; time++) names.nameOf(insertOf(n));
    const named = Array.from({ length: 500 }, (_, n) => names.nameOf(insertOf(n))).filter((name) => name !== undefined);
    expect(named).toHaveLength(64);
    expect(names.nameOf(insertOf(0))).toBe('rackfeed_1');
  });

  it('are given no more once a pooler has lost them, on no connection', () => {
    const preparing = { isLasting: true };
    const [names, others] = [new StatementNames(preparing), new StatementNames(preparing)];
    for (let time = 0; time < 2; time++) names.nameOf(insertOf(1));
    expect([{ code: '26000' }, { code: '42P05' }, { code: '23505' }, undefined].map(StatementNames.isLost)).toEqual([
      ...[true, true, false, false],
    ]);
    expect(others.nameOf(insertOf(1))).toBeUndefined();
    others.giveUp();
    expect([names, others].map((each) => each.nameOf(insertOf(1)))).toEqual([undefined, undefined]);
  });
});
