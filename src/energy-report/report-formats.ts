import { csvLine } from '../common/csv.js';
import { createHash } from 'node:crypto';
import { localText, type Zone } from '../common/calendar.js';
import { ChunkedResponse } from '../common/json-in-slices.js';
import { markupText } from '../common/text.js';
import { yieldWhenLate } from '../common/time-slices.js';
import { roundedShare } from '../common/units.js';
import type { EnergyPeriodView, EnergyReportView, EnergyRowView, EnergySumView } from './energy-report.view.js';

/** One line of a report as a table: the kind is that of the report, `others`, `losses` or `sum`. */
type Line = EnergySumView & Partial<EnergyRowView> & { readonly kind: string };

const linesOf = ({ by }: EnergyReportView, { rows, others, losses, sum }: EnergyPeriodView): Line[] => [
  ...rows.map((row) => ({ ...row, kind: by })),
  ...(others ? [{ ...others, kind: 'others' }] : []),
  { ...sum, kind: 'sum' },
  ...(losses ? [{ ...losses, kind: 'losses' }] : []),
];

const periodsOf = ({ periods, total }: EnergyReportView): readonly EnergyPeriodView[] =>
  periods.length > 0 ? periods : [total];

const CSV_COLUMNS = [
  'from',
  'to',
  'kind',
  'id',
  'name',
  'kWh',
  'cost',
  'currency',
  'kgCO2',
  'peakWatts',
  'peakAt',
  'share',
  'coverage',
  'partial',
];

/** The levels at which its JSON is split: the periods, each of them, its rows, each of these. */
const LEVELS = 4;

export const reportJson = (report: EnergyReportView): Promise<ChunkedResponse> => ChunkedResponse.of(report, LEVELS);

/** A report as CSV (RFC 4180) with a line for each row of each period. */
export async function reportCsv(report: EnergyReportView): Promise<string> {
  const lines = [csvLine(CSV_COLUMNS)];
  for (const period of periodsOf(report)) {
    for (const line of linesOf(report, period)) {
      await yieldWhenLate();
      lines.push(
        csvLine([
          period.from,
          period.to,
          line.kind,
          line.id,
          line.name,
          line.kWh,
          line.cost,
          line.cost === undefined ? undefined : report.currency,
          line.kgCO2,
          line.peakWatts,
          line.peakAt,
          line.share,
          line.coverage,
          line.partial,
        ]),
      );
    }
  }
  return lines.join('');
}

const STYLE = `
body { font: 11pt system-ui, sans-serif; margin: 1.5rem; color: #111; background: #fff; }
h1 { font-size: 1.4rem; margin: 0; }
h2 { font-size: 1.05rem; margin: 1.5rem 0 .4rem; break-after: avoid; }
p { margin: .3rem 0; }
table { border-collapse: collapse; width: 100%; }
th, td { padding: .25rem .5rem; border-bottom: 1px solid #bbb; text-align: right; white-space: nowrap; }
th:first-child, td:first-child { text-align: left; white-space: normal; overflow-wrap: anywhere; min-width: 10em; }
tr { break-inside: avoid; }
tfoot td { font-weight: bold; }
.scroll { overflow-x: auto; }
@media print { body { margin: 0; } .scroll { overflow: visible; } }
`;

/** The content policy of the page: it loads nothing, runs nothing, and has this one style. */
export const PAGE_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The languages of the page to print; the first is that of a reader who has named none of them. */
export const PAGE_LANGUAGES = ['en', 'de'] as const;
export type PageLanguage = (typeof PAGE_LANGUAGES)[number];

const PAGE_TEXTS = {
  en: {
    title: (device: string): string => `Energy of ${device}`,
    span: (from: string, to: string): string => `${from} to ${to}`,
    objects: { outlet: 'Outlet', group: 'Group', bank: 'Bank', inlet: 'Inlet' },
    ends: { others: 'Others', sum: 'Sum', losses: 'Losses and metering error' },
    decimalSign: '.',
    cost: 'Cost',
    peak: 'Peak',
    share: 'Share',
    measured: 'Measured',
    inPart: 'in part',
    partial: 'In part: your role does not show everything that this PDU meters.',
  },
  de: {
    title: (device: string): string => `Energie von ${device}`,
    span: (from: string, to: string): string => `${from} bis ${to}`,
    objects: { outlet: 'Steckdose', group: 'Gruppe', bank: 'Sicherungskreis', inlet: 'Einspeisung' },
    ends: { others: 'Übrige', sum: 'Summe', losses: 'Verluste und Messabweichung' },
    decimalSign: ',',
    cost: 'Kosten',
    peak: 'Spitze',
    share: 'Anteil',
    measured: 'Gemessen',
    inPart: 'teilweise',
    partial: 'Teilweise: Für Ihre Rolle ist nicht alles sichtbar, was diese PDU misst.',
  },
};

/** A report as a page to print, in the local time of the device. */
export async function reportPage(
  report: EnergyReportView,
  deviceName: string,
  zone: Zone,
  language: PageLanguage,
): Promise<string> {
  const { by, currency, partial } = report;
  const texts = PAGE_TEXTS[language];
  const objects: Readonly<Record<string, string>> = texts.objects;
  const ends: Readonly<Record<string, string>> = texts.ends;
  const time = (iso: string): string => localText(zone, Date.parse(iso));
  const headers = [
    objects[by] ?? by.slice(by.indexOf(':') + 1),
    'kWh',
    ...(currency === undefined ? [] : [`${texts.cost}, ${currency}`]),
    'CO₂, kg',
    `${texts.peak}, W`,
    texts.share,
    texts.measured,
  ];
  // Intl takes three times as long for each number, and a report has up to 20,000 rows.
  const text = (value: number | undefined, digits: number, unit = ''): string =>
    value === undefined ? '–' : value.toFixed(digits).replace('.', texts.decimalSign) + unit;
  const percent = (share: number | undefined): string => text(share && 100 * roundedShare(share, 3), 1, ' %');
  const nameOf = ({ name, kind, partial: isInPart }: Line): string =>
    name === undefined ? (ends[kind] ?? kind) : name + (isInPart ? ` (${texts.inPart})` : '');
  const cells = (line: Line): string[] => [
    nameOf(line),
    text(line.kWh, 3),
    ...(currency === undefined ? [] : [text(line.cost, 2)]),
    text(line.kgCO2, 2),
    text(line.peakWatts, 0),
    percent(line.share),
    percent(line.coverage),
  ];
  const row = (line: Line): string =>
    `<tr>${cells(line)
      .map((cell) => `<td>${markupText(cell)}</td>`)
      .join('')}</tr>`;
  const rowsOf = async (lines: readonly Line[]): Promise<string> => {
    const rows: string[] = [];
    for (const line of lines) {
      await yieldWhenLate();
      rows.push(row(line));
    }
    return rows.join('\n');
  };
  const table = async (period: EnergyPeriodView): Promise<string> => {
    const lines = linesOf(report, period);
    const own = await rowsOf(lines.filter(({ kind }) => kind === by));
    const others = await rowsOf(lines.filter(({ kind }) => kind !== by));
    return `<h2>${markupText(texts.span(time(period.from), time(period.to)))}</h2>
<div class="scroll"><table>
<thead><tr>${headers.map((header) => `<th scope="col">${markupText(header)}</th>`).join('')}</tr></thead>
<tbody>${own}</tbody>
<tfoot>${others}</tfoot>
</table></div>`;
  };
  const periods = report.periods.length > 1 ? [...report.periods, report.total] : [report.total];
  const tables: string[] = [];
  for (const period of periods) tables.push(await table(period));
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${markupText(texts.title(deviceName))}</title>
<style>${STYLE}</style>
</head>
<body>
<h1>${markupText(texts.title(deviceName))}</h1>
<p>${markupText(`${texts.span(time(report.from), time(report.to))}, ${report.timezone}`)}</p>
${partial ? `<p>${markupText(texts.partial)}</p>` : ''}
${tables.join('\n')}
</body>
</html>
`;
}
