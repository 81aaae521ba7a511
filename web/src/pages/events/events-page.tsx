import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { useApi } from '../../api/queries.js';
import { useSession } from '../../session/session.js';
import { words } from '../../language/words.js';
import { DataTable } from '../../components/data-table.js';
import { ErrorNote } from '../../components/error-note.js';
import { Page } from '../../components/page.js';
import { Loading } from '../../components/loading.js';
import { eventColumns } from './event-columns.js';
import { eventSentence } from './event-sentence.js';
import { codeName } from './event-texts.js';
import { SuggestionsDialog } from './suggestions-dialog.js';

/** The list of events with their states. */
export default function EventsPage() {
  const { rights } = useSession();
  const navigate = useNavigate();
  const { data: events, error: unread } = useApi('/api/events', { every: 2_000 });
  const { data: codes, error: noCodes } = useApi('/api/event-codes');
  const { data: actions, error: noActions } = useApi('/api/actions');
  const error = unread ?? noCodes ?? noActions;
  const { data: groups = [] } = useApi('/api/groups', { enabled: rights.can('viewOutletGroups') });
  const mayModify = rights.can('modifyEventActions');
  const { data: suggestions = [], isFetched } = useApi('/api/events/suggestions', { enabled: mayModify });
  const [isSuggesting, setSuggesting] = useState(false);
  const isReady = events && codes && actions && (isFetched || !mayModify);
  return (
    <Page
      title={words.titles.events}
      actions={
        mayModify &&
        isReady && (
          <>
            {suggestions.length > 0 && (
              <Button variant="default" onClick={() => setSuggesting(true)}>
                {words.events.suggestions.open(suggestions.length)}
              </Button>
            )}
            <Button component={Link} to="/events/new">
              {words.events.create}
            </Button>
          </>
        )
      }
    >
      <ErrorNote error={error} />
      {isReady ? (
        <DataTable
          label={words.titles.events}
          columns={eventColumns({
            codes,
            actions,
            groups,
            ...(mayModify && { onEdit: ({ id }) => void navigate(`/events/${id}/edit`) }),
          })}
          rows={events}
          rowKey={({ id }) => String(id)}
          rowName={({ name }) => name}
          searchText={(event) =>
            [
              event.name,
              codeName(codes, event),
              eventSentence(
                event,
                codes.find(({ code }) => code === event.code),
                { actions, groups },
              ),
            ].join(' ')
          }
          empty={words.events.nothing}
        />
      ) : (
        !error && <Loading />
      )}
      {isSuggesting && <SuggestionsDialog suggestions={suggestions} onClose={() => setSuggesting(false)} />}
    </Page>
  );
}
