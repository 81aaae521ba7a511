import { Alert } from '@mantine/core';
import { useApi } from '../../api/queries.js';
import { words } from '../../language/words.js';
import { useSession } from '../../session/session.js';

const EVERY = 3_000;

/** The sites that cannot be reached, by what the hub says: one fact for each, instead of one for each of its PDUs. */
export function LostSites() {
  const { data } = useApi('/api/fleet/lost-sites', { every: EVERY });
  const { times } = useSession();
  return data?.items.map(({ site, since, reason, pdus }) => (
    <Alert
      key={site}
      color="red"
      variant="light"
      title={words.fleet.siteLost(site, pdus.length)}
      c="var(--bad)"
      mb="md"
    >
      {words.fleet.siteLostText[reason](times.dateTime(since))}
    </Alert>
  ));
}
