import { Code, Stack, Text } from '@mantine/core';
import type { Schema } from '../../api/client.js';
import { words } from '../../language/words.js';
import { quantity, watts } from '../../language/format.js';
import { Facts } from '../../components/facts.js';
import { objectName, withOutletNames } from '../../components/object-name.js';
import { StateLabel } from '../../components/state-label.js';

type TestRun = Schema['ActionTestRunView'];

/** The result of a test run or a dry run. */
export function TestRunResult({ run }: { readonly run: TestRun }) {
  const { dryRun, ok, detail, error, summary, message } = run;
  const facts = factsOf(run);
  return (
    <Stack gap={6}>
      <StateLabel tone={ok ? 'ok' : 'bad'}>{resultText(dryRun, ok)}</StateLabel>
      {[error, detail, summary].map(
        (text) =>
          text && (
            <Text key={text} size="sm" style={{ overflowWrap: 'anywhere' }}>
              {withOutletNames(text)}
            </Text>
          ),
      )}
      {facts.length > 0 && <Facts rows={facts} />}
      {run.moves && run.moves.length > 0 && (
        <div>
          <Text size="xs" c="dimmed">
            {words.actions.moves}
          </Text>
          {run.moves.map((move) => (
            <Text key={move.id} size="sm">
              {moveText(move)}
            </Text>
          ))}
        </div>
      )}
      {message && (
        <div>
          <Text size="xs" c="dimmed">
            {words.actions.message}
          </Text>
          <Code block mah={260} style={{ overflow: 'auto', whiteSpace: 'pre-wrap' }} tabIndex={0}>
            {messageText(message)}
          </Code>
        </div>
      )}
    </Stack>
  );
}

function resultText(dryRun: boolean, ok: boolean): string {
  if (dryRun) return ok ? words.actions.works : words.actions.wouldFail;
  return ok ? words.actions.done : words.actions.failed;
}

function factsOf({ dryRun, target, command, moves, watts: load, tookMs }: TestRun): [string, string][] {
  return [
    ...(dryRun ? [[words.actions.target, target ?? words.actions.here] satisfies [string, string]] : []),
    ...(command ? [[words.actions.command, command] satisfies [string, string]] : []),
    ...(moves && load !== undefined ? [[words.actions.load, watts(load)] satisfies [string, string]] : []),
    ...(tookMs !== undefined ? [[words.actions.took, quantity(tookMs, 0, 'ms')] satisfies [string, string]] : []),
  ];
}

const moveText = ({ id, name, state, watts: load }: Schema['TestRunMoveView']): string =>
  [name ?? objectName(id) ?? id, state && words.actions.stateNow(state), load !== undefined && watts(load)]
    .filter(Boolean)
    .join(', ');

/** The message as lines; texts are not quoted, other values are JSON. */
const messageText = (message: object): string =>
  Object.entries(message)
    .map(([name, value]: [string, unknown]) =>
      typeof value === 'string' ? `${name}: ${value}` : `${name}: ${JSON.stringify(value, null, 2)}`,
    )
    .join('\n');
