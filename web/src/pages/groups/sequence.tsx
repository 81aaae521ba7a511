import { Progress, Stack, Text } from '@mantine/core';
import { en } from '../../language/en.js';
import { duration } from '../../language/format.js';
import { useLiveSummary } from '../../live/live.js';
import { Panel } from '../../parts/page.js';
import { Word } from '../../parts/word.js';
import { conditionNow } from '../outlets/outlet-state.js';
import { turnsOf } from './turns.js';
import { delayText } from './use-group-deeds.js';
import type { Group } from './use-groups.js';

/** On, and with power behind it: an outlet behind a tripped breaker is not on for whoever needs it. */
const isPowered = (id: string): boolean => ['on', 'pendingOff'].includes(conditionNow(id));

/** How a group stands, in a few words. */
export function SequenceWord({ group }: { readonly group: Group }) {
  const ids = group.outlets.map(({ id }) => id);
  const on = useLiveSummary(() => ids.filter((id) => isPowered(id)).length);
  const { sequence } = group;
  if (ids.length === 0) return <Word tone="quiet">{en.common.none}</Word>;
  if (sequence)
    return (
      <Word tone="warn" isLive>
        {runningText(group)}
      </Word>
    );
  return (
    <Word tone={on === 0 ? 'quiet' : 'ok'} isLive>
      {en.groups.onOf(on, ids.length)}
    </Word>
  );
}

/** A sequence of a group, watched step by step. It keeps its place when none runs. */
export function SequencePanel({ group }: { readonly group: Group }) {
  const { sequence, outlets } = group;
  const done = sequence ? sequence.step - 1 : outlets.length;
  const of = sequence?.of ?? outlets.length;
  return (
    <Panel title={en.groups.sequence}>
      <Stack gap={6}>
        <Text size="sm" {...(sequence && { fw: 600, style: { color: 'var(--warn)' } })}>
          {longText(group)}
        </Text>
        <Progress.Root size="lg" transitionDuration={0}>
          <Progress.Section
            value={sequence && of > 0 ? (done / of) * 100 : 0}
            aria-label={en.groups.progress(sequence ? done : 0, of)}
          />
        </Progress.Root>
        <Text size="xs" c="dimmed">
          {sequence ? en.groups.stop : en.groups.how(delayText(group))}
        </Text>
      </Stack>
    </Panel>
  );
}

const runningText = ({ sequence }: Group): string =>
  sequence ? `${sequence.step}/${sequence.of}, ${en.groups.turnNext(duration(Math.ceil(sequence.next)))}` : '';

function longText(group: Group): string {
  const { sequence, outlets } = group;
  if (!sequence) return en.groups.noSequence;
  const [next] = turnsOf(group).keys();
  const name = outlets.find(({ id }) => id === next)?.outletName ?? '';
  return en.groups.running(name, duration(Math.ceil(sequence.next)), sequence.step, sequence.of);
}
