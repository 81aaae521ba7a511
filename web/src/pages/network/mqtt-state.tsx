import { Text } from '@mantine/core';
import type { Schema } from '../../api/client.js';
import { useApi } from '../../api/queries.js';
import { ErrorNote } from '../../components/error-note.js';
import { Panel } from '../../components/page.js';
import { StateLabel } from '../../components/state-label.js';
import { words } from '../../language/words.js';
import { useSession } from '../../session/session.js';

type Mqtt = Schema['MqttView'];

const TONES = {
  off: 'quiet',
  connecting: 'quiet',
  connected: 'ok',
  refused: 'bad',
  unreachable: 'bad',
} as const satisfies Record<Mqtt['state'], string>;

/** The connection to the broker, why there is none, and what it has counted. */
export function MqttState() {
  const { data: mqtt, error } = useApi('/api/mqtt', { every: 5_000 });
  const { data: servers } = useApi('/api/system/protocols', { every: 5_000 });
  const warning = servers?.find(({ name }) => name === 'mqtt')?.warning;
  return (
    <Panel title={words.protocols.state}>
      <Text size="sm" c="dimmed" mb="sm">
        {words.protocols.help.mqtt}
      </Text>
      <ErrorNote error={error} />
      {mqtt && <State mqtt={mqtt} />}
      {warning !== undefined && <Text size="sm">{warning}</Text>}
    </Panel>
  );
}

function State({ mqtt }: { readonly mqtt: Mqtt }) {
  const { times } = useSession();
  const { state, since, broker, protocol, reason, sent, dropped, commands, refusedCommands, outbox } = mqtt;
  const texts = words.mqtt;
  return (
    <div role="status">
      <StateLabel tone={TONES[state]}>
        {state === 'connected' ? texts.connected(broker ?? '', protocol ?? '') : texts.states[state]}
      </StateLabel>
      {reason !== undefined && <Text size="sm">{reason}</Text>}
      {state !== 'off' && (
        <>
          <Text size="sm" c="dimmed" mt={4}>
            {texts.since(times.dateTime(since))}
          </Text>
          <Text size="sm" c="dimmed">
            {texts.counts(sent, dropped, outbox)} {texts.commandCounts(commands, refusedCommands)}
          </Text>
        </>
      )}
    </div>
  );
}
