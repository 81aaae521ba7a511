import { Progress, Stack, Text } from '@mantine/core';
import { words } from '../../language/words.js';
import { duration } from '../../language/format.js';
import { useLiveSummary } from '../../live/live.js';
import { Panel } from '../../components/page.js';
import { StateLabel } from '../../components/state-label.js';
import { conditionNow } from '../outlets/outlet-state.js';
import { remainingSteps } from './remaining-steps.js';
import { delayText } from './use-group-commands.js';
import type { Group } from './use-groups.js';

/** True if an outlet is on and has power, which it has not behind a tripped breaker. */
const isPowered = (id: string): boolean => ['on', 'pendingOff'].includes(conditionNow(id));

/** The state of a group as a short text. */
export function SequenceWord({ group }: { readonly group: Group }) {
  const ids = group.outlets.map(({ id }) => id);
  const on = useLiveSummary(() => ids.filter((id) => isPowered(id)).length);
  const { sequence } = group;
  if (ids.length === 0) return <StateLabel tone="quiet">{words.common.none}</StateLabel>;
  if (sequence)
    return (
      <StateLabel tone="warn" isLive>
        {runningText(group)}
      </StateLabel>
    );
  return (
    <StateLabel tone={on === 0 ? 'quiet' : 'ok'} isLive>
      {words.groups.onOf(on, ids.length)}
    </StateLabel>
  );
}

/** The sequence of a group, step by step. The panel is also shown while none runs, so that nothing moves. */
export function SequencePanel({ group }: { readonly group: Group }) {
  const { sequence, outlets } = group;
  const done = sequence ? sequence.step - 1 : outlets.length;
  const of = sequence?.of ?? outlets.length;
  return (
    <Panel title={words.groups.sequence}>
      <Stack gap={6}>
        <Text size="sm" {...(sequence && { fw: 600, style: { color: 'var(--warn)' } })}>
          {longText(group)}
        </Text>
        <Progress.Root size="lg" transitionDuration={0}>
          <Progress.Section
            value={sequence && of > 0 ? (done / of) * 100 : 0}
            aria-label={words.groups.progress(sequence ? done : 0, of)}
          />
        </Progress.Root>
        <Text size="xs" c="dimmed">
          {sequence ? words.groups.stop : words.groups.how(delayText(group))}
        </Text>
      </Stack>
    </Panel>
  );
}

const runningText = ({ sequence }: Group): string =>
  sequence ? `${sequence.step}/${sequence.of}, ${words.groups.next(duration(Math.ceil(sequence.next)))}` : '';

function longText(group: Group): string {
  const { sequence, outlets } = group;
  if (!sequence) return words.groups.noSequence;
  const [next] = remainingSteps(group).keys();
  const name = outlets.find(({ id }) => id === next)?.outletName ?? '';
  return words.groups.running(name, duration(Math.ceil(sequence.next)), sequence.step, sequence.of);
}
