import { Button, Group, Text } from '@mantine/core';
import type { Schema } from '../../api/client.js';
import { useSession } from '../../app/session.js';
import { en } from '../../language/en.js';
import { duration, quantity, type Times } from '../../language/format.js';
import { DataTable, type Column } from '../../parts/data-table.js';
import { ErrorNote } from '../../parts/error-note.js';
import { Panel } from '../../parts/page.js';
import { thingName } from '../../parts/thing-name.js';
import { Waiting } from '../../parts/waiting.js';
import { Word, type Tone } from '../../parts/word.js';
import { useFirings, type Firing } from './use-firings.js';

/** When an event fired, what was measured, and what became of its actions. */
export function FiringsPanel({ eventId }: { readonly eventId: string }) {
  const { times } = useSession();
  const { firings, error, isBusy, hasOlder, older } = useFirings(eventId);
  return (
    <Panel title={en.events.history}>
      <ErrorNote error={error} />
      {firings ? (
        <DataTable
          label={en.events.became}
          columns={columns(times)}
          rows={firings}
          rowKey={({ id }) => String(id)}
          rowName={({ time }) => times.dateTime(time)}
          empty={en.events.never}
        />
      ) : (
        !error && <Waiting />
      )}
      {hasOlder && (
        <Group justify="center" mt="xs">
          <Button variant="default" loading={isBusy} onClick={older}>
            {en.events.older}
          </Button>
        </Group>
      )}
    </Panel>
  );
}

const columns = (times: Times): Column<Firing>[] => [
  { key: 'time', header: en.events.time, cell: ({ time }) => times.dateTime(time), width: '19ch' },
  { key: 'thing', header: en.events.thing, cell: ({ object, objectId }) => thingName(objectId) ?? object },
  {
    key: 'reading',
    header: en.events.reading,
    cell: ({ reading, heldSeconds }) =>
      reading &&
      en.events.readingOf(
        quantity(reading.value, 2, reading.unit),
        quantity(reading.limit, 2, reading.unit),
        heldSeconds ? en.events.held(duration(heldSeconds)) : '',
      ),
  },
  {
    key: 'actions',
    header: en.events.became,
    cell: ({ actions }) => actions.map((action, place) => <Became key={place} action={action} />),
  },
];

type Deed = Schema['FiringActionView'];

const TONES: Readonly<Record<Deed['state'], Tone>> = {
  pending: 'quiet',
  begun: 'warn',
  done: 'ok',
  failed: 'bad',
  skipped: 'quiet',
  interrupted: 'bad',
};

const Became = ({ action: { actionName, state, detail } }: { readonly action: Deed }) => (
  <Text size="sm" lh={1.4}>
    {actionName} <Word tone={TONES[state]}>{en.events.states[state]}</Word>
    {detail !== undefined && (
      <Text span size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {' '}
        {detail}
      </Text>
    )}
  </Text>
);
