import { Text } from '@mantine/core';
import type { Schema } from '../../api/client.js';
import { DataTable, type Column } from '../../components/data-table.js';
import { energy, number, quantity, share, watts } from '../../language/format.js';
import { words } from '../../language/words.js';
import { useSession } from '../../session/session.js';
import { isWhole } from './whole-period.js';

type Report = Schema['EnergyReportView'];
type Period = Schema['EnergyPeriodView'];
type Row = Schema['EnergyRowView'];
type Sum = Schema['EnergySumView'];

/** The columns that sums and rows have in common. */
function sumColumns<T>(report: Report, of: (row: T) => Sum): Column<T>[] {
  const column = (key: string, header: string, value: (sum: Sum) => number | undefined, text: (sum: Sum) => string) =>
    ({
      key,
      header,
      align: 'right',
      cell: (row: T) => text(of(row)),
      sort: (row: T) => value(of(row)) ?? -Infinity,
    }) as const;
  return [
    column(
      'kWh',
      words.energy.energy,
      ({ kWh }) => kWh,
      ({ kWh }) => energy(kWh),
    ),
    ...(report.currency === undefined
      ? []
      : [
          column(
            'cost',
            words.energy.cost,
            ({ cost }) => cost,
            ({ cost }) => quantity(cost, 2, report.currency ?? ''),
          ),
        ]),
    ...(report.total.sum.kgCO2 === undefined
      ? []
      : [
          column(
            'kgCO2',
            words.energy.co2,
            ({ kgCO2 }) => kgCO2,
            ({ kgCO2 }) => quantity(kgCO2, 2, 'kg'),
          ),
        ]),
    column(
      'coverage',
      words.energy.coverage,
      ({ coverage }) => coverage,
      ({ coverage }) => share(coverage, 1),
    ),
  ];
}

/** The sum of all rows, what is in none of them, and losses. */
export function SumsTable({ report }: { readonly report: Report }) {
  const { sum, others, losses } = report.total;
  const rows = [
    { name: words.energy.sum, sum },
    ...(others ? [{ name: words.energy.others, sum: others }] : []),
    ...(losses ? [{ name: words.energy.losses, sum: losses }] : []),
  ];
  type Line = (typeof rows)[number];
  return (
    <DataTable<Line>
      label={words.energy.sums}
      columns={[
        { key: 'name', header: words.energy.line, cell: ({ name }) => <b>{name}</b> },
        ...sumColumns<Line>(report, (line) => line.sum),
      ]}
      rows={rows}
      rowKey={({ name }) => name}
      rowName={({ name }) => name}
    />
  );
}

/** A role that may not see the circuits gets no shares of them. */
const shareColumn = ({ by }: Report): Column<Row> => ({
  key: 'share',
  header: words.energy.share[by === 'outlet' || by === 'bank' ? by : 'other'],
  align: 'right',
  cell: (row) => share(row.share, 1),
  sort: (row) => row.share ?? -1,
});

/** One row for each outlet, group, label, bank or inlet. */
export function RowsTable({ report }: { readonly report: Report }) {
  const columns: Column<Row>[] = [
    {
      key: 'name',
      header: words.energy.line,
      cell: ({ name, partial }) => (
        <>
          <b>{name}</b>
          {partial && <Text size="xs">{words.energy.inPart}</Text>}
        </>
      ),
      sort: ({ name }) => name,
    },
    ...sumColumns<Row>(report, (row) => row),
    ...(report.total.rows.every((row) => row.share === undefined) ? [] : [shareColumn(report)]),
    {
      key: 'peak',
      header: words.energy.peak,
      align: 'right',
      isMinor: true,
      cell: ({ peakWatts }) => watts(peakWatts),
      sort: ({ peakWatts }) => peakWatts ?? -1,
    },
  ];
  return (
    <DataTable
      label={words.energy.rows}
      columns={columns}
      rows={report.total.rows}
      rowKey={({ id }) => id}
      rowName={({ name }) => name}
      searchText={({ name, id }) => `${name} ${id}`}
    />
  );
}

/** One row for each day, week or month. */
export function PeriodsTable({ report }: { readonly report: Report }) {
  const { times } = useSession();
  const hours = ({ from, to }: Period): string =>
    `${number((Date.parse(to) - Date.parse(from)) / 3_600_000, 1)}\u202fh`;
  return (
    <DataTable
      label={words.energy.periods}
      columns={[
        {
          key: 'name',
          header: words.energy.begin,
          cell: (period) => (
            <>
              <b>{times.date(period.from)}</b>
              {!isWhole(period, report.step, times) && (
                <Text size="xs" c="dimmed">
                  {words.energy.cut(times.dateTime(period.from), times.dateTime(period.to))}
                </Text>
              )}
            </>
          ),
          sort: ({ from }) => from,
        },
        { key: 'hours', header: words.energy.length, align: 'right', isMinor: true, cell: hours },
        ...sumColumns<Period>(report, ({ sum }) => sum),
      ]}
      rows={report.periods}
      rowKey={({ from }) => from}
      rowName={({ from }) => times.date(from)}
    />
  );
}
