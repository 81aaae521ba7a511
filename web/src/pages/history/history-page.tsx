import { Anchor, Group, Select, Text } from '@mantine/core';
import { addressOf, type Schema } from '../../api/client.js';
import { useApi } from '../../api/queries.js';
import { useSession } from '../../app/session.js';
import { en } from '../../language/en.js';
import { ErrorNote } from '../../parts/error-note.js';
import { Page, Panel } from '../../parts/page.js';
import { Waiting } from '../../parts/waiting.js';
import { EnergyPanel } from './energy-panel.js';
import { ExtremesPanel } from './extremes-panel.js';
import { HistoryChart } from './history-chart.js';
import { useHistoryChoice, type HistoryChoice } from './history-choice.js';
import { HistoryRange } from './history-range.js';
import { mayReset } from './may-reset.js';

type Thing = Schema['HistoryObjectView'];

export default function HistoryPage() {
  const { rights } = useSession();
  const { data, error } = useApi('/api/history/objects');
  const { choice, choose } = useHistoryChoice(data?.objects ?? []);
  if (error) return <ErrorNote error={error} />;
  if (!data) return <Waiting />;
  if (!choice) {
    return (
      <Page title={en.titles.history}>
        <Text c="dimmed">{en.history.none}</Text>
      </Page>
    );
  }
  const { thing, measure } = choice;
  return (
    <Page title={en.titles.history} actions={<CsvLink choice={choice} />}>
      <Panel>
        <Group gap="sm" align="flex-end" mb="md">
          <Select
            label={en.history.thing}
            data={byKind(data.objects)}
            value={thing.id}
            onChange={(id) => id !== null && choose({ object: id })}
            allowDeselect={false}
            searchable
            w={260}
          />
          <Select
            label={en.history.measure}
            data={thing.measures.map(({ measure: value, label, unit }) => ({
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
      <ExtremesPanel thing={thing} mayReset={mayReset(thing, rights)} />
      <EnergyPanel />
    </Page>
  );
}

function CsvLink({ choice: { thing, measure, from, to } }: { readonly choice: HistoryChoice }) {
  const query = { object: thing.id, measure: measure.measure, from, to, format: 'csv' };
  return (
    <Anchor href={addressOf('/api/history', {}, query)} download={`${thing.id}-${measure.measure}.csv`}>
      {en.history.csv}
    </Anchor>
  );
}

/** As the fields of a choice have them: the things of each kind together. */
function byKind(things: readonly Thing[]) {
  const kinds = [...new Set(things.map(({ kind }) => kind))];
  return kinds.map((kind) => ({
    group: en.history.kinds[kind],
    items: things
      .filter((thing) => thing.kind === kind)
      .map(({ id, name }) => ({ value: id, label: `${name} (${id})` })),
  }));
}
