import { Button, Text } from '@mantine/core';
import { Link, useParams } from 'react-router';
import { useApi } from '../../api/queries.js';
import type { Schema } from '../../api/client.js';
import { useSession } from '../../session/session.js';
import { words } from '../../language/words.js';
import { ErrorNote } from '../../components/error-note.js';
import { Page, Panel } from '../../components/page.js';
import { Loading } from '../../components/loading.js';
import { WhenRead } from '../../components/when-read.js';
import { eventSentence } from './event-sentence.js';
import type { Event, EventCode } from './event-texts.js';
import { ExplainPanel, useExplanation } from './explain-panel.js';
import { OccurrencesPanel } from './occurrences-panel.js';
import { useEventCommands } from './use-event-commands.js';

/** One event: its status, its condition and actions, and its occurrences. */
export default function EventPage() {
  const { eventId = '' } = useParams();
  const { data: event, error } = useApi('/api/events/{eventId}', { path: { eventId }, every: 2_000 });
  const { data: codes, error: noCodes } = useApi('/api/event-codes');
  const { data: actions, error: noActions } = useApi('/api/actions');
  if (event && codes && actions && error?.status !== 404) {
    return <OneEvent event={event} codes={codes} actions={actions} />;
  }
  const failure = error ?? noCodes ?? noActions;
  return <Page title={words.titles.event}>{failure ? <ErrorNote error={failure} /> : <Loading />}</Page>;
}

interface OneEventProps {
  readonly event: Event;
  readonly codes: readonly EventCode[];
  readonly actions: readonly Schema['ActionView'][];
}

function OneEvent({ event, codes, actions }: OneEventProps) {
  const { rights } = useSession();
  const explanation = useExplanation(event);
  const groups = useApi('/api/groups', { enabled: rights.can('viewOutletGroups') });
  const { toggle, remove, isBusy } = useEventCommands(event);
  const row = codes.find(({ code }) => code === event.code);
  const names = event.actions.map((id) => actions.find((action) => action.id === id)?.name ?? String(id));
  return (
    <Page
      title={event.name}
      actions={
        rights.can('modifyEventActions') && (
          <>
            <Button
              component={Link}
              to={`/events/${event.id}/edit`}
              variant="default"
              aria-label={words.events.editOf(event.name)}
            >
              {words.common.edit}
            </Button>
            <Button variant="default" miw={80} loading={isBusy} onClick={toggle}>
              {event.enabled ? words.rules.disable : words.rules.enable}
            </Button>
            <Button variant="default" onClick={remove}>
              {words.common.delete}
            </Button>
          </>
        )
      }
    >
      <WhenRead reads={[explanation, groups]}>
        <ExplainPanel event={event} isAvailable={row?.available !== false} />
        <Panel title={words.events.sentence}>
          <Text size="sm" fw={600}>
            {eventSentence(event, row, { actions, groups: groups.data ?? [] })}
          </Text>
          <Text size="sm" c="dimmed" mt="xs">
            {words.events.runs}
          </Text>
          {names.length === 0 && <Text size="sm">{words.events.noActions}</Text>}
          {names.map((name, place) => (
            <Text key={place} size="sm">
              {`${place + 1}. ${name}`}
            </Text>
          ))}
        </Panel>
        <OccurrencesPanel eventId={String(event.id)} />
      </WhenRead>
    </Page>
  );
}
