import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { zoneOf } from '../common/calendar.js';
import { ENTRIES_AT_ONCE } from '../common/time-slices.js';
import type { EnergyReportView } from './energy-report.view.js';
import { reportCsv, reportJson, reportPage } from './report-formats.js';

const aReport = (coverage: number): EnergyReportView => {
  const [from, to] = ['2026-03-02T00:00:00.000Z', '2026-03-03T00:00:00.000Z'];
  const total = { from, to, rows: [], sum: { kWh: 12.3, coverage } };
  return { from, to, timezone: 'UTC', step: 'total', by: 'outlet', partial: false, periods: [], total };
};
const measured = async (coverage: number, language: 'en' | 'de'): Promise<string | undefined> => {
  const page = await reportPage(aReport(coverage), 'Rack 7', zoneOf('UTC'), language);
  return page.match(/<td>([^<]*)<\/td><\/tr><\/tfoot>/)?.[1];
};

describe('a page to print', () => {
  it.each([
    [1, '100.0 %', '100,0 %'],
    [0.9999, '99.9 %', '99,9 %'],
    [0.0001, '0.1 %', '0,1 %'],
    [0, '0.0 %', '0,0 %'],
  ])('says of a coverage of %d that %s was measured', async (coverage, english, german) => {
    expect([await measured(coverage, 'en'), await measured(coverage, 'de')]).toEqual([english, german]);
  });
});

describe('a report with many rows', () => {
  let now = 0;
  afterEach(() => {
    jest.restoreAllMocks();
  });

  const ROWS = 300;
  const rows = Array.from({ length: ROWS }, (_, place) => ({ id: `${place}`, name: `Outlet ${place}`, coverage: 1 }));
  const total = { ...aReport(1).total, rows };
  const report = { ...aReport(1), periods: [total, total], total };

  it.each([
    ['CSV', 2 * ROWS, (): Promise<unknown> => reportCsv(report)],
    ['a page', 3 * ROWS, (): Promise<unknown> => reportPage(report, 'Rack 7', zoneOf('UTC'), 'en')],
    ['JSON', (3 * ROWS) / ENTRIES_AT_ONCE, (): Promise<unknown> => reportJson(report)],
  ])('is made as %s in pieces: other work goes on between its rows', async (_, least, make) => {
    now = Math.max(now, performance.now());
    jest.spyOn(performance, 'now').mockImplementation(() => (now += 5)); // each row takes long
    const made = { isThere: false };
    const making = make().finally(() => (made.isThere = true));
    let turns = 0;
    while (!made.isThere) {
      await new Promise((resolve) => setImmediate(resolve));
      turns++;
    }
    await making;
    expect(turns).toBeGreaterThanOrEqual(least);
  });
});
