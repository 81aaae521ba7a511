import './history.css';
import { Anchor, Box, Button, Text } from '@mantine/core';
import { Link } from 'react-router';
import { addressOf } from '../../api/client.js';
import { useApi } from '../../api/queries.js';
import { WhenRead } from '../../components/when-read.js';
import { useSession } from '../../session/session.js';
import { Suspense, useDeferredValue, useMemo, type ReactNode } from 'react';
import { words } from '../../language/words.js';
import { ErrorNote } from '../../components/error-note.js';
import { Page, Panel } from '../../components/page.js';
import { loadedOnce } from '../../components/loaded-once.js';
import { Loading } from '../../components/loading.js';
import { saveFile } from '../../components/save-file.js';
import type { TimeRange } from '../../components/time-range/time-range.js';
import { TimeRangeControl } from '../../components/time-range/time-range-control.js';
import { useTimeRange } from '../../components/time-range/use-time-range.js';
import { deviceNow } from '../../live/device-now.js';
import { EnergyPanel } from './energy-panel.js';
import { ExtremesPanel } from './extremes-panel.js';
import { HistoryChart } from './history-chart.js';
import { inThisLanguage, useHistoryChoice, type HistoryChoice } from './history-choice.js';
import { csvOf } from './history-csv.js';
import { drawingOf } from './history-lines.js';
import { useHistories } from './use-histories.js';

/** Fields with a list are a large file, which is loaded while the chart is drawn. */
const { component: Fields } = loadedOnce(() => import('./history-fields.js'));
const FIELD_WIDTHS = [260, 200, 214, 260];

/** The history of objects as a chart, with their minima and maxima, and the energy counters. */
export default function HistoryPage() {
  const { rights, times } = useSession();
  const { data, error } = useApi('/api/history/objects');
  const objects = useMemo(() => inThisLanguage(data?.objects ?? []), [data]);
  const { choice, choose } = useHistoryChoice(objects);
  const { range, choose: chooseRange } = useTimeRange();
  // The fields above the chart and the tables below it come after it.
  const hasRest = useDeferredValue(true, false);
  if (error) return <ErrorNote error={error} />;
  if (!data) return <Loading />;
  if (!choice) {
    return (
      <Page title={words.titles.history}>
        <Text c="dimmed">{words.history.none}</Text>
      </Page>
    );
  }
  const { object, measure, others, isBefore } = choice;
  return (
    <Page title={words.titles.history} actions={<CsvLink choice={choice} range={range} />}>
      <Panel>
        {hasRest ? (
          <Suspense fallback={<FieldSpace />}>
            <Fields objects={objects} choice={choice} onChoose={choose} />
          </Suspense>
        ) : (
          <FieldSpace />
        )}
        <Box mb="md">
          <TimeRangeControl range={range} times={times} onChoose={chooseRange} />
        </Box>
        <HistoryChart
          objects={[object, ...others]}
          measure={measure}
          range={range}
          isBefore={isBefore}
          onZoom={chooseRange}
        />
        {object.kind === 'outlet' && (
          <Anchor component={Link} to={`/outlets/${object.id}`} size="sm">
            {words.history.outlet}
          </Anchor>
        )}
      </Panel>
      {hasRest && (
        <Tables>
          <ExtremesPanel object={object} mayReset={rights.mayReset(object)} />
          <EnergyPanel />
        </Tables>
      )}
    </Page>
  );
}

/** The tables below the chart, drawn together. */
function Tables({ children }: { readonly children: ReactNode }) {
  return <WhenRead reads={[useApi('/api/history/extremes'), useApi('/api/energy')]}>{children}</WhenRead>;
}

/** One object has the CSV of the controller, with minima and maxima; a comparison has one of what its chart shows. */
function CsvLink({ choice, range }: { readonly choice: HistoryChoice; readonly range: TimeRange }) {
  const { object, others, isBefore, measure } = choice;
  const { times } = useSession();
  const objects = [object, ...others];
  const { parts, isOld } = useHistories({ objects, measure, range, isBefore });
  if (objects.length > 1 || isBefore) {
    const onSave = (): void => {
      if (!parts) return;
      const drawing = drawingOf(parts, measure.measure === 'energy', times, deviceNow());
      saveFile(`${measure.measure}.csv`, csvOf(drawing, measure.unit, times, words.history.csvTime), 'text/csv');
    };
    return (
      <Button variant="default" disabled={!parts || isOld} onClick={onSave}>
        {words.history.csv}
      </Button>
    );
  }
  const query = { object: object.id, measure: measure.measure, ...range, format: 'csv' };
  return (
    <Button
      component="a"
      variant="default"
      href={addressOf('/api/history', {}, query)}
      download={`${object.id}-${measure.measure}.csv`}
    >
      {words.history.csv}
    </Button>
  );
}

/** The place of the fields until they are there, so that nothing moves. */
function FieldSpace() {
  return (
    <div className="history-fields" aria-hidden="true">
      {FIELD_WIDTHS.map((width) => (
        <div key={width} className="history-field-space" style={{ width }} />
      ))}
    </div>
  );
}
