import { Stack, Text } from '@mantine/core';
import type { Schema } from '../../api/client.js';
import { useApi } from '../../api/queries.js';
import { useSession } from '../../session/session.js';
import { words } from '../../language/words.js';
import { duration, number } from '../../language/format.js';
import { DataTable } from '../../components/data-table.js';
import { ErrorNote } from '../../components/error-note.js';
import { Facts } from '../../components/facts.js';
import { Panel } from '../../components/page.js';
import { objectName } from '../../components/object-name.js';
import { Loading } from '../../components/loading.js';
import { EventState } from './event-state.js';
import type { Event } from './event-texts.js';
import { explainColumns } from './explain-columns.js';

type Explanation = Schema['ExplanationView'];

/** The status of an event, read each second. */
export const useExplanation = ({ id }: Event) =>
  useApi('/api/events/{eventId}/explain', { path: { eventId: String(id) }, every: 1_000 });

/** The status of an event: what it waits for, and the distance of each object to the limit. */
export function ExplainPanel({ event, isAvailable }: { readonly event: Event; readonly isAvailable: boolean }) {
  const { data, error } = useExplanation(event);
  const shown = data ?? event;
  return (
    <Panel title={words.events.now} actions={<EventState event={shown} isAvailable={isAvailable} />}>
      {data ? <Explained explanation={data} /> : error ? <ErrorNote error={error} /> : <Loading />}
    </Panel>
  );
}

function Explained({ explanation }: { readonly explanation: Explanation }) {
  const { times } = useSession();
  const { available, enabled, limit, objects = [], next, lastFired, paused = [], waitsFor, seconds } = explanation;
  return (
    <Stack gap="sm">
      <div>
        {limit && <Text size="sm">{limitText(limit, seconds)}</Text>}
        <Text size="sm" fw={600}>
          {available ? words.events.waitsForText(waitsFor) : words.events.notAvailable}
        </Text>
      </div>
      {next !== undefined && (
        <Facts
          rows={[
            [words.events.next, times.dateTime(next)],
            [words.events.lastTriggered, times.dateTime(lastFired)],
          ]}
        />
      )}
      {enabled && objects.length > 0 && (
        <DataTable
          label={words.events.distance}
          columns={explainColumns(limit)}
          rows={objects}
          rowKey={({ id }) => id}
          rowName={({ id, name }) => objectName(id) ?? name}
        />
      )}
      {paused.map(({ id, until }) => (
        <Text key={id} size="sm" style={{ color: 'var(--warn)' }}>
          {words.events.pausedText(objectName(id) ?? id, times.dateTime(until))}
        </Text>
      ))}
    </Stack>
  );
}

function limitText({ label, direction, limit, unit }: Schema['LimitView'], held = 0): string {
  const amount = [number(limit, Number.isInteger(limit) ? 0 : 2), unit].filter(Boolean).join(' ');
  return words.events.limit(label, direction, amount, held > 0 ? words.events.held(duration(held)) : '');
}
