import { Alert } from '@mantine/core';
import { words } from '../../language/words.js';
import { useLiveLostSites } from '../../live/fleet-live.js';
import { useSession } from '../../session/session.js';

/** The sites that cannot be reached, by what the hub says: one fact for each, instead of one for each of its PDUs. */
export function LostSites() {
  const { times } = useSession();
  return useLiveLostSites()?.map(({ site, since, reason, pdus }) => (
    <Alert key={site} color="red" variant="light" title={words.fleet.siteLost(site, pdus.length)} mb="md">
      {words.fleet.siteLostText[reason](times.dateTime(since))}
    </Alert>
  ));
}
