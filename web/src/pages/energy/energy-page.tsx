import './energy.css';
import { Anchor, Button, Text } from '@mantine/core';
import { Link } from 'react-router';
import { addressOf, type Schema } from '../../api/client.js';
import { useApi } from '../../api/queries.js';
import { ErrorNote } from '../../components/error-note.js';
import { Loading } from '../../components/loading.js';
import { Page, Panel } from '../../components/page.js';
import { energy, share } from '../../language/format.js';
import { locale } from '../../language/locale.js';
import { words } from '../../language/words.js';
import { deviceNow } from '../../live/device-now.js';
import { useSession } from '../../session/session.js';
import { changeText, EnergyBars, isMeasured } from './energy-bars.js';
import { queryBefore, queryOf, type EnergyChoice } from './energy-choice.js';
import { EnergyFields } from './energy-fields.js';
import { PeriodsTable, RowsTable, SumsTable } from './energy-tables.js';
import { HeatMapPanel } from './heat-map-panel.js';
import { useEnergyChoice } from './use-energy-choice.js';
import { useKinds } from './use-kinds.js';

type Report = Schema['EnergyReportView'];

/** The page of energy, cost and carbon dioxide by outlet, group, label, bank or inlet. */
export default function EnergyPage() {
  const { times } = useSession();
  const kinds = useKinds();
  const { choice, choose, chooseRange } = useEnergyChoice(kinds[0]?.value ?? 'outlet', times);
  const { data: report, error } = useApi('/api/energy/report', { query: queryOf(choice) });
  const { data: before, isLoading } = useApi('/api/energy/report', { query: queryBefore(choice, deviceNow()) });
  // The comparison comes with the rest, which its line would move.
  const data = isLoading ? undefined : report;
  const texts = words.energy;
  return (
    <Page title={words.titles.energy} actions={<Exports choice={choice} />}>
      <Panel>
        <EnergyFields choice={choice} kinds={kinds} onChoose={choose} onRange={chooseRange} />
        <ErrorNote error={error} />
        {!data && !error && <Loading />}
        {data && <Time report={data} before={before} />}
      </Panel>
      {data && (
        <>
          <Panel title={texts.bars}>
            <EnergyBars report={data} before={before} />
          </Panel>
          <HeatMapPanel range={choice.range} />
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

function Exports({ choice }: { readonly choice: EnergyChoice }) {
  const address = (own: Record<string, string>): string =>
    addressOf('/api/energy/report', {}, { ...queryOf(choice), ...own });
  return (
    <>
      <Button component="a" variant="default" href={address({ format: 'csv' })} download="energy.csv">
        {words.energy.csv}
      </Button>
      <Button
        component="a"
        variant="default"
        href={address({ format: 'html', language: locale })}
        target="_blank"
        rel="noreferrer"
      >
        {words.energy.print}
      </Button>
    </>
  );
}

/** The time of a report, what it leaves out, and its sum against that of the period before. */
function Time({ report, before }: { readonly report: Report; readonly before: Report | undefined }) {
  const { times, rights } = useSession();
  const texts = words.energy;
  const [now, old] = [report.total.sum, before?.total.sum];
  const isComparable = old !== undefined && isMeasured(now) && isMeasured(old);
  const change = isComparable ? changeText(now.kWh, old.kWh) : '';
  return (
    <>
      <Text size="sm">{texts.time(times.dateTime(report.from), times.dateTime(report.to), report.timezone)}</Text>
      {change && <Text size="sm">{texts.change(change, energy(old?.kWh))}</Text>}
      {old?.kWh !== undefined && !isComparable && (
        <Text size="sm">{texts.notCompared(share(Math.min(now.coverage, old.coverage)))}</Text>
      )}
      {report.partial && <Text size="sm">{texts.partial}</Text>}
      {report.currency === undefined && (
        <Text size="sm" c="dimmed">
          {texts.noTariff}{' '}
          {rights.can('modifyGlobalDeviceSettings') && (
            <Anchor component={Link} to="/system" size="sm" underline="always">
              {texts.setTariff}
            </Anchor>
          )}
        </Text>
      )}
    </>
  );
}
