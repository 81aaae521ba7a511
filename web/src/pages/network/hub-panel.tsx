import { Box, Text } from '@mantine/core';
import type { Schema } from '../../api/client.js';
import { useApi } from '../../api/queries.js';
import { ErrorNote } from '../../components/error-note.js';
import { Panel } from '../../components/page.js';
import { StateLabel } from '../../components/state-label.js';
import { words } from '../../language/words.js';
import { useSession } from '../../session/session.js';
import { ChoiceField } from './setting-fields.js';
import { SettingsForm } from './settings-form.js';
import { useSettingsForm } from './use-settings-form.js';

type Link = Schema['FleetLinkView'];

const TONES = {
  off: 'quiet',
  enrolling: 'quiet',
  pending: 'warn',
  connecting: 'quiet',
  connected: 'ok',
  refused: 'bad',
  unreachable: 'bad',
} as const satisfies Record<Link['state'], string>;

/** The link to the hub of the fleet, why there is none, and what the hub may do. */
export function HubPanel({ mayChange }: { readonly mayChange: boolean }) {
  const { data: link, error } = useApi('/api/fleet/link', { every: 5_000 });
  const form = useSettingsForm(mayChange);
  const texts = words.network.hub;
  return (
    <Panel title={texts.title}>
      <Text size="sm" c="dimmed" mb="sm">
        {texts.help}
      </Text>
      <ErrorNote error={error} />
      {link && (
        <Box mb="sm">
          <State link={link} />
        </Box>
      )}
      <SettingsForm form={form}>
        <ChoiceField form={form} name="fleetAccess" labels={texts.access} />
      </SettingsForm>
    </Panel>
  );
}

function State({ link: { state, hub, since, reason, site, certificateEnds, eventsWaiting } }: { readonly link: Link }) {
  const { times } = useSession();
  const texts = words.network.hub;
  if (hub === undefined) return <Text size="sm">{texts.none}</Text>;
  return (
    <div role="status">
      <StateLabel tone={TONES[state]}>{state === 'connected' ? texts.connected(hub) : texts.states[state]}</StateLabel>
      {reason !== undefined && <Text size="sm">{reason}</Text>}
      <Text size="sm" c="dimmed" mt={4}>
        {texts.since(times.dateTime(since))} {site !== undefined && texts.site(site)}{' '}
        {certificateEnds !== undefined && texts.certificate(times.dateTime(certificateEnds))}{' '}
        {eventsWaiting > 0 && texts.waiting(eventsWaiting)}
      </Text>
    </div>
  );
}
