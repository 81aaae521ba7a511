import { Alert } from '@mantine/core';
import type { Schema } from '../../api/client.js';
import { useApi } from '../../api/queries.js';
import { useSession } from '../../app/session.js';
import { en } from '../../language/en.js';
import { ErrorNote } from '../../parts/error-note.js';
import { Facts } from '../../parts/facts.js';
import { Panel } from '../../parts/page.js';
import { Waiting } from '../../parts/waiting.js';
import { Word, type Tone } from '../../parts/word.js';

type Health = Schema['HealthDetailsView'];
type Check = Schema['HealthCheckView'];

const EVERY = 5_000;
const OVERALL: Record<Health['status'], Tone> = { ok: 'ok', degraded: 'warn', down: 'bad' };
const TONES: Record<Check['status'], Tone> = { ok: 'ok', warn: 'warn', fail: 'bad' };

/** How the controller is: its faults in sentences, then check by check. */
export function HealthPanel() {
  const { times } = useSession();
  const { data: health, error } = useApi('/api/system/health', { every: EVERY });
  const words = en.system;
  return (
    <Panel
      title={words.health}
      actions={health && <Word tone={OVERALL[health.status]}>{words.healthWord[health.status]}</Word>}
    >
      <ErrorNote error={error} />
      {!health && !error && <Waiting />}
      {health?.faults.map(({ kind, message, since }) => (
        <Alert key={kind} color="orange" variant="light" mb="xs">
          <b>{words.faults[kind]}:</b> {message} {words.faultSince(times.dateTime(since))}
        </Alert>
      ))}
      {health && (
        <Facts
          rows={[
            ...health.checks.map(
              (check) =>
                [
                  words.checks[check.name],
                  <>
                    <Word tone={TONES[check.status]}>{words.checkWord[check.status]}</Word> {reasonOf(check, health)}
                  </>,
                ] as const,
            ),
            [words.lastCopy, times.dateTime(health.database.lastGoodCopy)],
            [words.streams, String(health.streamReaders)],
          ]}
        />
      )}
    </Panel>
  );
}

/** What no fault says, in the controller's own words. */
const reasonOf = ({ name }: Check, { backup }: Health): string => (name === 'backup' ? (backup?.trouble ?? '') : '');
