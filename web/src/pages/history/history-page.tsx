import { Anchor, Group, Select, Text } from '@mantine/core';
import { addressOf, type Schema } from '../../api/client.js';
import { useApi } from '../../api/queries.js';
import { useSession } from '../../session/session.js';
import { en } from '../../language/en.js';
import { ErrorNote } from '../../components/error-note.js';
import { Page, Panel } from '../../components/page.js';
import { Loading } from '../../components/loading.js';
import { EnergyPanel } from './energy-panel.js';
import { ExtremesPanel } from './extremes-panel.js';
import { HistoryChart } from './history-chart.js';
import { useHistoryChoice, type HistoryChoice } from './history-choice.js';
import { HistoryRange } from './history-range.js';

type HistoryObject = Schema['HistoryObjectView'];

export default function HistoryPage() {
  const { rights } = useSession();
  const { data, error } = useApi('/api/history/objects');
  const { choice, choose } = useHistoryChoice(data?.objects ?? []);
  if (error) return <ErrorNote error={error} />;
  if (!data) return <Loading />;
  if (!choice) {
    return (
      <Page title={en.titles.history}>
        <Text c="dimmed">{en.history.none}</Text>
      </Page>
    );
  }
  const { object, measure } = choice;
  return (
    <Page title={en.titles.history} actions={<CsvLink choice={choice} />}>
      <Panel>
        <Group gap="sm" align="flex-end" mb="md">
          <Select
            label={en.history.object}
            data={byKind(data.objects)}
            value={object.id}
            onChange={(id) => id !== null && choose({ object: id })}
            allowDeselect={false}
            searchable
            w={260}
          />
          <Select
            label={en.history.measure}
            data={object.measures.map(({ measure: value, label, unit }) => ({
              value,
              label: unit ? `${label}, ${unit}` : label,
            }))}
            value={measure.measure}
            onChange={(name) => name !== null && choose({ measure: name })}
            allowDeselect={false}
            w={200}
          />
          <HistoryRange choice={choice} onChoose={(from, to) => choose({ from, to })} />
        </Group>
        <HistoryChart
          choice={choice}
          onZoom={(from, to) => choose({ from: String(Math.floor(from)), to: String(Math.ceil(to)) })}
        />
      </Panel>
      <ExtremesPanel object={object} mayReset={rights.mayReset(object)} />
      <EnergyPanel />
    </Page>
  );
}

function CsvLink({ choice: { object, measure, from, to } }: { readonly choice: HistoryChoice }) {
  const query = { object: object.id, measure: measure.measure, from, to, format: 'csv' };
  return (
    <Anchor href={addressOf('/api/history', {}, query)} download={`${object.id}-${measure.measure}.csv`}>
      {en.history.csv}
    </Anchor>
  );
}

/** The objects as options of a select field, grouped by kind. */
function byKind(objects: readonly HistoryObject[]) {
  const kinds = [...new Set(objects.map(({ kind }) => kind))];
  return kinds.map((kind) => ({
    group: en.history.kinds[kind],
    items: objects
      .filter((object) => object.kind === kind)
      .map(({ id, name }) => ({ value: id, label: `${name} (${id})` })),
  }));
}
