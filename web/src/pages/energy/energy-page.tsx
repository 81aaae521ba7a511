import { Button, Group, SegmentedControl, Select, Text, TextInput } from '@mantine/core';
import { addressOf, type Schema } from '../../api/client.js';
import { useApi } from '../../api/queries.js';
import { useSession } from '../../session/session.js';
import { en } from '../../language/en.js';
import { kilowattHours, number, percent, quantity, watts } from '../../language/format.js';
import { DataTable, type Column } from '../../components/data-table.js';
import { ErrorNote } from '../../components/error-note.js';
import { Loading } from '../../components/loading.js';
import { Page, Panel } from '../../components/page.js';
import { monthBefore, queryOf, STEPS, useEnergyChoice, type EnergyChoice } from './energy-choice.js';

type Report = Schema['EnergyReportView'];
type Period = Schema['EnergyPeriodView'];
type Row = Schema['EnergyRowView'];
type Sum = Schema['EnergySumView'];

const texts = en.energy;

/** The page of energy, cost and carbon dioxide by outlet, group, label, bank or inlet. */
export default function EnergyPage() {
  const kinds = useKinds();
  const { choice, choose } = useEnergyChoice(kinds[0]?.value ?? 'outlet');
  const { data, error } = useApi('/api/energy/report', { query: queryOf(choice) });
  return (
    <Page title={en.titles.energy} actions={<Exports choice={choice} />}>
      <Panel>
        <Choice choice={choice} kinds={kinds} onChoose={choose} />
        <ErrorNote error={error} />
        {!data && !error && <Loading />}
        {data && <Time report={data} />}
      </Panel>
      {data && (
        <>
          <Panel title={texts.sums}>
            <SumsTable report={data} />
          </Panel>
          <Panel title={texts.rows}>
            <RowsTable report={data} />
          </Panel>
          {data.periods.length > 0 && (
            <Panel title={texts.periods}>
              <PeriodsTable report={data} />
            </Panel>
          )}
        </>
      )}
    </Page>
  );
}

/** The kinds of rows that the role may have, and the labels that outlets have. */
function useKinds(): { readonly value: string; readonly label: string }[] {
  const { rights } = useSession();
  const { data: outlets = [] } = useApi('/api/outlets', { enabled: rights.viewsOutlets });
  const keys = new Set(outlets.flatMap(({ labels }) => Object.keys(labels ?? {})));
  const may = {
    outlet: rights.viewsOutlets,
    group: rights.viewsOutlets && rights.can('viewOutletGroups'),
    bank: rights.can('viewBankStats'),
    inlet: rights.can('viewInletStats'),
  };
  return [
    ...(['outlet', 'group', 'bank', 'inlet'] as const)
      .filter((kind) => may[kind])
      .map((value) => ({ value, label: texts.kinds[value] })),
    ...[...keys].sort().map((key) => ({ value: `label:${key}`, label: texts.label(key) })),
  ];
}

interface ChoiceProps {
  readonly choice: EnergyChoice;
  readonly kinds: readonly { readonly value: string; readonly label: string }[];
  readonly onChoose: (change: Partial<EnergyChoice>) => void;
}

function Choice({ choice, kinds, onChoose }: ChoiceProps) {
  const { times } = useSession();
  const today = times.date(new Date());
  const day = (end: 'from' | 'to') => (
    <TextInput
      type="date"
      label={texts[end]}
      value={choice[end] ?? ''}
      max={today}
      onChange={({ currentTarget: { value } }) => onChoose({ [end]: value === '' ? undefined : value })}
    />
  );
  return (
    <Group gap="sm" align="flex-end" mb="md">
      <Select
        label={texts.by}
        data={kinds}
        value={choice.by}
        onChange={(by) => by !== null && onChoose({ by })}
        allowDeselect={false}
        w={200}
      />
      {day('from')}
      {day('to')}
      <Button variant="default" onClick={() => onChoose({ from: undefined, to: undefined })}>
        {texts.thisMonth}
      </Button>
      <Button variant="default" onClick={() => onChoose(monthBefore(today))}>
        {texts.lastMonth}
      </Button>
      <SegmentedControl
        size="xs"
        aria-label={texts.step}
        value={choice.step}
        onChange={(step) => onChoose({ step })}
        data={STEPS.map((value) => ({ value, label: texts.steps[value] }))}
      />
    </Group>
  );
}

function Exports({ choice }: { readonly choice: EnergyChoice }) {
  const address = (format: string): string => addressOf('/api/energy/report', {}, { ...queryOf(choice), format });
  return (
    <>
      <Button component="a" variant="default" href={address('csv')} download="energy.csv">
        {texts.csv}
      </Button>
      <Button component="a" variant="default" href={address('html')} target="_blank" rel="noreferrer">
        {texts.print}
      </Button>
    </>
  );
}

function Time({ report }: { readonly report: Report }) {
  const { times } = useSession();
  return (
    <>
      <Text size="sm">{texts.time(times.dateTime(report.from), times.dateTime(report.to), report.timezone)}</Text>
      {report.partial && <Text size="sm">{texts.partial}</Text>}
      {report.currency === undefined && (
        <Text size="sm" c="dimmed">
          {texts.noTariff}
        </Text>
      )}
    </>
  );
}

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
      texts.energy,
      ({ kWh }) => kWh,
      ({ kWh }) => kilowattHours(kWh),
    ),
    ...(report.currency === undefined
      ? []
      : [
          column(
            'cost',
            texts.cost,
            ({ cost }) => cost,
            ({ cost }) => quantity(cost, 2, report.currency ?? ''),
          ),
        ]),
    column(
      'kgCO2',
      texts.co2,
      ({ kgCO2 }) => kgCO2,
      ({ kgCO2 }) => quantity(kgCO2, 2, 'kg'),
    ),
    column(
      'coverage',
      texts.coverage,
      ({ coverage }) => coverage,
      ({ coverage }) => percent(Math.floor(coverage * 1000) / 10, 1),
    ),
  ];
}

function SumsTable({ report }: { readonly report: Report }) {
  const { sum, others, losses } = report.total;
  const rows = [
    { name: texts.sum, sum },
    ...(others ? [{ name: texts.others, sum: others }] : []),
    ...(losses ? [{ name: texts.losses, sum: losses }] : []),
  ];
  type Line = (typeof rows)[number];
  return (
    <DataTable<Line>
      label={texts.sums}
      columns={[
        { key: 'name', header: texts.line, cell: ({ name }) => <b>{name}</b> },
        ...sumColumns<Line>(report, (line) => line.sum),
      ]}
      rows={rows}
      rowKey={({ name }) => name}
      rowName={({ name }) => name}
    />
  );
}

function RowsTable({ report }: { readonly report: Report }) {
  const columns: Column<Row>[] = [
    {
      key: 'name',
      header: texts.line,
      cell: ({ name, partial }) => (
        <>
          <b>{name}</b>
          {partial && <Text size="xs">{texts.inPart}</Text>}
        </>
      ),
      sort: ({ name }) => name,
    },
    ...sumColumns<Row>(report, (row) => row),
    {
      key: 'share',
      header: texts.share,
      align: 'right',
      cell: ({ share }) => percent(share === undefined ? undefined : share * 100, 1),
      sort: ({ share }) => share ?? -1,
    },
    {
      key: 'peak',
      header: texts.peak,
      align: 'right',
      isMinor: true,
      cell: ({ peakWatts }) => watts(peakWatts),
      sort: ({ peakWatts }) => peakWatts ?? -1,
    },
  ];
  return (
    <DataTable
      label={texts.rows}
      columns={columns}
      rows={report.total.rows}
      rowKey={({ id }) => id}
      rowName={({ name }) => name}
      searchText={({ name, id }) => `${name} ${id}`}
    />
  );
}

function PeriodsTable({ report }: { readonly report: Report }) {
  const { times } = useSession();
  const hours = ({ from, to }: Period): string =>
    `${number((Date.parse(to) - Date.parse(from)) / 3_600_000, 1)}\u202fh`;
  return (
    <DataTable
      label={texts.periods}
      columns={[
        { key: 'name', header: texts.begin, cell: ({ from }) => <b>{times.date(from)}</b>, sort: ({ from }) => from },
        { key: 'hours', header: texts.length, align: 'right', isMinor: true, cell: hours },
        ...sumColumns<Period>(report, ({ sum }) => sum),
      ]}
      rows={report.periods}
      rowKey={({ from }) => from}
      rowName={({ from }) => times.date(from)}
    />
  );
}
