import { Anchor, Box, Button, Group, MultiSelect, Select, Switch, Text } from '@mantine/core';
import { Link } from 'react-router';
import { addressOf } from '../../api/client.js';
import { useApi } from '../../api/queries.js';
import { useSession } from '../../session/session.js';
import { useDeferredValue, useMemo } from 'react';
import { words } from '../../language/words.js';
import { ErrorNote } from '../../components/error-note.js';
import { Page, Panel } from '../../components/page.js';
import { Loading } from '../../components/loading.js';
import { saveFile } from '../../components/save-file.js';
import type { TimeRange } from '../../components/time-range/time-range.js';
import { TimeRangeControl } from '../../components/time-range/time-range-control.js';
import { useTimeRange } from '../../components/time-range/use-time-range.js';
import { deviceNow } from '../../live/device-now.js';
import { EnergyPanel } from './energy-panel.js';
import { ExtremesPanel } from './extremes-panel.js';
import { HistoryChart } from './history-chart.js';
import {
  comparable,
  MOST_OTHERS,
  inThisLanguage,
  useHistoryChoice,
  type HistoryChoice,
  type HistoryObject,
} from './history-choice.js';
import { csvOf } from './history-csv.js';
import { drawingOf } from './history-lines.js';
import { useHistories } from './use-histories.js';

export default function HistoryPage() {
  const { rights, times } = useSession();
  const { data, error } = useApi('/api/history/objects');
  const objects = useMemo(() => inThisLanguage(data?.objects ?? []), [data]);
  const { choice, choose } = useHistoryChoice(objects);
  const { range, choose: chooseRange } = useTimeRange();
  // The tables below the chart, and the field for a comparison, come after it.
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
  const options = comparable(objects, object, measure);
  return (
    <Page title={words.titles.history} actions={<CsvLink choice={choice} range={range} />}>
      <Panel>
        <Group gap="sm" align="flex-end" mb="md">
          <Select
            label={words.history.object}
            data={byKind(objects)}
            value={object.id}
            onChange={(id) => id !== null && choose({ object: id })}
            allowDeselect={false}
            searchable
            w={260}
          />
          <Select
            label={words.history.measure}
            data={object.measures.map(({ measure: value, label, unit }) => ({
              value,
              label: unit ? `${label}, ${unit}` : label,
            }))}
            value={measure.measure}
            onChange={(name) => name !== null && choose({ measure: name })}
            allowDeselect={false}
            w={200}
          />
          <Switch
            label={words.history.compareBefore}
            checked={isBefore}
            onChange={({ currentTarget: { checked } }) => choose({ before: checked ? '1' : undefined })}
          />
          {options.length > 0 && hasRest && (
            <MultiSelect
              label={words.history.compareWith}
              data={byKind(options)}
              value={others.map(({ id }) => id)}
              onChange={(ids) => choose({ with: ids.join() })}
              maxValues={MOST_OTHERS}
              searchable
              w={260}
            />
          )}
        </Group>
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
      {hasRest && <ExtremesPanel object={object} mayReset={rights.mayReset(object)} />}
      {hasRest && <EnergyPanel />}
    </Page>
  );
}

/** One object has the CSV of the controller, with minima and maxima; a comparison has one of what its chart shows. */
function CsvLink({ choice, range }: { readonly choice: HistoryChoice; readonly range: TimeRange }) {
  const { object, others, isBefore, measure } = choice;
  const { times } = useSession();
  const objects = [object, ...others];
  const { parts } = useHistories({ objects, measure, range, isBefore });
  if (objects.length > 1 || isBefore) {
    const onSave = (): void => {
      if (!parts) return;
      const drawing = drawingOf(parts, measure.measure === 'energy', times, deviceNow());
      saveFile(`${measure.measure}.csv`, csvOf(drawing, measure.unit, times), 'text/csv');
    };
    return (
      <Button variant="default" disabled={!parts} onClick={onSave}>
        {words.history.csv}
      </Button>
    );
  }
  const query = { object: object.id, measure: measure.measure, ...range, format: 'csv' };
  return (
    <Anchor href={addressOf('/api/history', {}, query)} download={`${object.id}-${measure.measure}.csv`}>
      {words.history.csv}
    </Anchor>
  );
}

/** The objects as options of a select field, grouped by kind. */
function byKind(objects: readonly HistoryObject[]) {
  const kinds = [...new Set(objects.map(({ kind }) => kind))];
  return kinds.map((kind) => ({
    group: words.history.kinds[kind],
    items: objects
      .filter((object) => object.kind === kind)
      .map(({ id, name }) => ({ value: id, label: `${name} (${id})` })),
  }));
}
