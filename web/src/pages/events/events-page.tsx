import { Button } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useApi } from '../../api/queries.js';
import { useSession } from '../../session/session.js';
import { en } from '../../language/en.js';
import { DataTable } from '../../components/data-table.js';
import { ErrorNote } from '../../components/error-note.js';
import { Page } from '../../components/page.js';
import { Loading } from '../../components/loading.js';
import { eventColumns } from './event-columns.js';
import { EventForm } from './event-form.js';
import { codeName, type Event } from './event-texts.js';
import { SuggestionsDialog } from './suggestions-dialog.js';

/** The list of events with their states. */
export default function EventsPage() {
  const { rights } = useSession();
  const navigate = useNavigate();
  const { data: events, error } = useApi('/api/events', { every: 2_000 });
  const { data: codes } = useApi('/api/event-codes');
  const { data: actions } = useApi('/api/actions');
  const [form, setForm] = useState<{ event?: Event }>();
  const mayModify = rights.can('modifyEventActions');
  const { data: suggestions = [] } = useApi('/api/events/suggestions', { enabled: mayModify });
  const [isSuggesting, setSuggesting] = useState(false);
  const isReady = events !== undefined && codes !== undefined && actions !== undefined;
  return (
    <Page
      title={en.titles.events}
      actions={
        mayModify &&
        isReady && (
          <>
            {suggestions.length > 0 && (
              <Button variant="default" onClick={() => setSuggesting(true)}>
                {en.events.suggestions.open(suggestions.length)}
              </Button>
            )}
            <Button onClick={() => setForm({})}>{en.events.create}</Button>
          </>
        )
      }
    >
      <ErrorNote error={error} />
      {isReady ? (
        <DataTable
          label={en.titles.events}
          columns={eventColumns({ codes, actions, ...(mayModify && { onEdit: (event) => setForm({ event }) }) })}
          rows={events}
          rowKey={({ id }) => String(id)}
          rowName={({ name }) => name}
          searchText={(event) => [event.name, codeName(codes, event)].join(' ')}
          empty={en.events.nothing}
        />
      ) : (
        !error && <Loading />
      )}
      {isSuggesting && <SuggestionsDialog suggestions={suggestions} onClose={() => setSuggesting(false)} />}
      {form && isReady && (
        <EventForm
          event={form.event}
          codes={codes}
          actions={actions}
          onClose={() => setForm(undefined)}
          onSaved={({ id }) => void (form.event ?? navigate(`/events/${id}`))}
        />
      )}
    </Page>
  );
}
