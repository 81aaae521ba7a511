import { describe, expect, it } from '@jest/globals';
import { zoneOf } from '../common/calendar.js';
import type { EnergyReportView } from './energy-report.view.js';
import { reportPage } from './report-formats.js';

const aReport = (coverage: number): EnergyReportView => {
  const [from, to] = ['2026-03-02T00:00:00.000Z', '2026-03-03T00:00:00.000Z'];
  const total = { from, to, rows: [], sum: { kWh: 12.3, coverage } };
  return { from, to, timezone: 'UTC', step: 'total', by: 'outlet', partial: false, periods: [], total };
};
const measured = (coverage: number, language: 'en' | 'de'): string | undefined =>
  reportPage(aReport(coverage), 'Rack 7', zoneOf('UTC'), language).match(/<td>([^<]*)<\/td><\/tr><\/tfoot>/)?.[1];

describe('a page to print', () => {
  it.each([
    [1, '100.0 %', '100,0 %'],
    [0.9999, '99.9 %', '99,9 %'],
    [0.0001, '0.1 %', '0,1 %'],
    [0, '0.0 %', '0,0 %'],
  ])('says of a coverage of %d that %s was measured', (coverage, english, german) => {
    expect([measured(coverage, 'en'), measured(coverage, 'de')]).toEqual([english, german]);
  });
});
