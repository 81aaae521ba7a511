import { Code, Stack, Text } from '@mantine/core';
import type { Schema } from '../../api/client.js';
import { en } from '../../language/en.js';
import { quantity, watts } from '../../language/format.js';
import { Facts } from '../../parts/facts.js';
import { thingName } from '../../parts/thing-name.js';
import { Word } from '../../parts/word.js';

type Trial = Schema['ActionTrialView'];

/** What an action came to, or would come to. */
export function TrialResult({ trial }: { readonly trial: Trial }) {
  const { dryRun, ok, detail, error, summary, message } = trial;
  const facts = factsOf(trial);
  return (
    <Stack gap={6}>
      <Word tone={ok ? 'ok' : 'bad'}>{verdict(dryRun, ok)}</Word>
      {[error, detail, summary].map(
        (text) =>
          text && (
            <Text key={text} size="sm" style={{ overflowWrap: 'anywhere' }}>
              {text}
            </Text>
          ),
      )}
      {facts.length > 0 && <Facts rows={facts} />}
      {trial.moves && trial.moves.length > 0 && (
        <div>
          <Text size="xs" c="dimmed">
            {en.actions.moves}
          </Text>
          {trial.moves.map((move) => (
            <Text key={move.id} size="sm">
              {moveText(move)}
            </Text>
          ))}
        </div>
      )}
      {message && (
        <div>
          <Text size="xs" c="dimmed">
            {en.actions.message}
          </Text>
          <Code block mah={260} style={{ overflow: 'auto', whiteSpace: 'pre-wrap' }} tabIndex={0}>
            {messageText(message)}
          </Code>
        </div>
      )}
    </Stack>
  );
}

function verdict(dryRun: boolean, ok: boolean): string {
  if (dryRun) return ok ? en.actions.works : en.actions.wouldFail;
  return ok ? en.actions.done : en.actions.failed;
}

function factsOf({ dryRun, target, command, moves, watts: load, tookMs }: Trial): [string, string][] {
  return [
    ...(dryRun ? [[en.actions.to, target ?? en.actions.here] satisfies [string, string]] : []),
    ...(command ? [[en.actions.command, command] satisfies [string, string]] : []),
    ...(moves && load !== undefined ? [[en.actions.load, watts(load)] satisfies [string, string]] : []),
    ...(tookMs !== undefined ? [[en.actions.took, quantity(tookMs, 0, 'ms')] satisfies [string, string]] : []),
  ];
}

const moveText = ({ id, name, state, watts: load }: Schema['TrialMoveView']): string =>
  [name ?? thingName(id) ?? id, state && en.actions.stateNow(state), load !== undefined && watts(load)]
    .filter(Boolean)
    .join(', ');

/** Texts of many lines as they are; the rest as the receiver gets it. */
const messageText = (message: object): string =>
  Object.entries(message)
    .map(([name, value]: [string, unknown]) =>
      typeof value === 'string' ? `${name}: ${value}` : `${name}: ${JSON.stringify(value, null, 2)}`,
    )
    .join('\n');
