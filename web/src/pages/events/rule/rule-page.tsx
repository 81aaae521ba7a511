import { useParams } from 'react-router';
import { useApi } from '../../../api/queries.js';
import { ErrorNote } from '../../../components/error-note.js';
import { Loading } from '../../../components/loading.js';
import { Page } from '../../../components/page.js';
import { words } from '../../../language/words.js';
import { useLiveIds } from '../../../live/live.js';
import { useSession } from '../../../session/session.js';
import { RuleSheet } from './rule-sheet.js';

/** One sheet for an event and its actions, new or existing. */
export default function RulePage() {
  const { eventId } = useParams();
  const { rights } = useSession();
  const event = useApi('/api/events/{eventId}', { path: { eventId: eventId ?? '' }, enabled: eventId !== undefined });
  const { data: codes, error: codesError } = useApi('/api/event-codes');
  const { data: actions, error: actionsError } = useApi('/api/actions');
  const { data: actionCodes, error: actionCodesError } = useApi('/api/action-codes');
  const mayViewGroups = rights.can('viewOutletGroups');
  const { data: groups, error: groupsError } = useApi('/api/groups', { enabled: mayViewGroups });
  // The names of the objects come with the stream, and the sentence is made of them.
  const isNamed = useLiveIds('outlets') !== undefined;
  const error = event.error ?? codesError ?? actionsError ?? actionCodesError ?? groupsError;
  const isReady = (eventId === undefined || event.data) && (!mayViewGroups || groups) && isNamed;
  if (isReady && codes && actions && actionCodes) {
    return (
      <RuleSheet
        key={eventId}
        event={event.data}
        codes={codes}
        actions={actions}
        catalogue={{ codes: actionCodes, groups: groups ?? [] }}
      />
    );
  }
  return (
    <Page title={eventId === undefined ? words.titles.rule : words.titles.ruleEdit}>
      {error ? <ErrorNote error={error} /> : <Loading />}
    </Page>
  );
}
