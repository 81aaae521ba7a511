import { Alert } from '@mantine/core';
import type { Schema } from '../../api/client.js';
import { useApi } from '../../api/queries.js';
import { useSession } from '../../session/session.js';
import { words } from '../../language/words.js';
import { ErrorNote } from '../../components/error-note.js';
import { Facts } from '../../components/facts.js';
import { Panel } from '../../components/page.js';
import { Loading } from '../../components/loading.js';
import { StateLabel, type Tone } from '../../components/state-label.js';

type Health = Schema['HealthDetailsView'];
type Check = Schema['HealthCheckView'];

const EVERY = 5_000;
const OVERALL: Record<Health['status'], Tone> = { ok: 'ok', degraded: 'warn', down: 'bad', standby: 'warn' };
const TONES: Record<Check['status'], Tone> = { ok: 'ok', warn: 'warn', fail: 'bad' };

/** The health of the controller: its faults as sentences, and the result of each check. */
export function HealthPanel() {
  const { times } = useSession();
  const { data: health, error } = useApi('/api/system/health', { every: EVERY });
  const texts = words.system;
  return (
    <Panel
      title={texts.health}
      actions={health && <StateLabel tone={OVERALL[health.status]}>{texts.overall[health.status]}</StateLabel>}
    >
      <ErrorNote error={error} />
      {!health && !error && <Loading />}
      {health?.faults.map(({ kind, message, since }) => (
        <Alert key={kind} color="orange" variant="light" mb="xs">
          <b>{texts.faults[kind]}:</b> {message} {texts.faultSince(times.dateTime(since))}
        </Alert>
      ))}
      {health && (
        <Facts
          hasTimes
          rows={[
            ...health.checks.map(
              (check) =>
                [
                  texts.checks[check.name],
                  <>
                    <StateLabel tone={TONES[check.status]}>{texts.checkStates[check.status]}</StateLabel>{' '}
                    {reasonOf(check, health)}
                  </>,
                ] as const,
            ),
            [texts.lastCopy, times.dateTime(health.database.lastGoodCopy)],
            [texts.streams, String(health.streamReaders)],
          ]}
        />
      )}
    </Panel>
  );
}

/** The controller's reason for a failed check that has no fault entry. */
const reasonOf = ({ name }: Check, { backup }: Health): string => (name === 'backup' ? (backup?.trouble ?? '') : '');
