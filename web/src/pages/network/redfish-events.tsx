import { Button, Group, Text } from '@mantine/core';
import { api, type Schema } from '../../api/client.js';
import { useApi, useChange } from '../../api/queries.js';
import { DataTable } from '../../components/data-table.js';
import { ErrorNote } from '../../components/error-note.js';
import { Panel } from '../../components/page.js';
import { StateLabel } from '../../components/state-label.js';
import { words } from '../../language/words.js';
import { settingId } from './setting-places.js';
import { useFoundSetting } from './use-found-setting.js';

interface RedfishEventsProps {
  readonly mayTest: boolean;
}

/** The subscribers of events, what has been sent to them, and a test event to all of them. */
export function RedfishEvents({ mayTest }: RedfishEventsProps) {
  const { data: events, error } = useApi('/api/redfish', { every: 5_000 });
  const test = useChange(() => api.post('/api/redfish/test'), []);
  const texts = words.redfish;
  const subscribers = events?.subscribers ?? [];
  const canTest = mayTest && subscribers.some(({ suspended }) => !suspended);
  useFoundSetting(canTest);
  return (
    <Panel title={texts.eventsTitle}>
      <ErrorNote error={error} />
      {events && (
        <Text size="sm" c="dimmed" mb="sm" role="status">
          {texts.counts(events.sent, events.failedAttempts, events.dropped)} {texts.streams(events.streams)}
        </Text>
      )}
      <DataTable
        label={texts.eventsTitle}
        rows={subscribers}
        rowKey={({ id }) => id}
        rowName={({ receiver }) => receiver}
        empty={texts.noSubscriber}
        columns={[
          { key: 'receiver', header: texts.subscriber, cell: ({ receiver }) => receiver },
          {
            key: 'state',
            header: texts.subscriberState,
            cell: ({ suspended }) => (
              <StateLabel tone={suspended ? 'warn' : 'ok'}>
                {suspended ? texts.states.suspended : texts.states.active}
              </StateLabel>
            ),
          },
          { key: 'waiting', header: texts.waiting, align: 'right', width: '110px', cell: ({ waiting }) => waiting },
        ]}
      />
      {canTest && (
        <Group mt="sm">
          <Button id={settingId('test')} loading={test.isPending} onClick={() => test.mutate(undefined)}>
            {texts.test}
          </Button>
        </Group>
      )}
      {test.data && <Results results={test.data.results} isOk={test.data.ok} />}
      <ErrorNote error={test.error} />
    </Panel>
  );
}

interface ResultsProps {
  readonly results: readonly Schema['RedfishTestResultView'][];
  readonly isOk: boolean;
}

const Results = ({ results, isOk }: ResultsProps) => (
  <div role={isOk ? 'status' : 'alert'} aria-label={words.redfish.test}>
    {results.map(({ id, receiver, ok, detail }) => (
      <Group key={id} gap="xs" align="baseline">
        <StateLabel tone={ok ? 'ok' : 'bad'}>{receiver}</StateLabel>
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {ok ? words.redfish.accepted : detail}
        </Text>
      </Group>
    ))}
  </div>
);
