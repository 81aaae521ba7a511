import { Stack, Text } from '@mantine/core';
import { en } from '../../language/en.js';
import { amps, watts } from '../../language/format.js';
import { live, useLiveSummary } from '../../live/live.js';
import type { Command } from '../../parts/command-buttons.js';
import { LiveValue } from '../../parts/live-value.js';
import { OutletState } from './outlet-state.js';
import type { OutletRow } from './outlet-rows.js';
import type { LeftOut, SwitchPlan } from './switch-plan.js';
import './switch-question.css';

interface SwitchQuestionProps {
  readonly plan: SwitchPlan<OutletRow>;
  readonly command: Command;
}

/** Says what a command will do to which outlets, what it leaves alone and why, and the load that loses its power. */
export function SwitchQuestion({ plan: { moved, left, asking }, command }: SwitchQuestionProps) {
  return (
    <Stack gap="xs">
      {(moved.length !== 1 || left.length > 0) && (
        <Text size="sm" fw={600}>
          {moved.length === 0 ? en.outlets.nothingToDo[command] : en.outlets.planned[command](moved.length)}
          {left.length > 0 && ` ${en.outlets.leftAlone}: ${leftText(left, command)}.`}
        </Text>
      )}
      <div className="switch-question" tabIndex={0} role="region" aria-label={en.titles.outlets}>
        <ul>
          {moved.map((outlet) => (
            <Asked key={outlet.id} outlet={outlet} />
          ))}
          {left.map(({ outlet, why }) => (
            <Asked key={outlet.id} outlet={outlet} why={leftText([{ why }], command, false)} />
          ))}
        </ul>
      </div>
      {command !== 'ON' && moved.length > 0 && <Total ids={moved.map(({ id }) => id)} />}
      {asking.length > 0 && (
        <Text size="sm" fw={600} style={{ color: 'var(--warn)' }}>
          {en.outlets.asks(en.common.names(asking.map(({ outletName }) => outletName)))}
        </Text>
      )}
    </Stack>
  );
}

function Asked({ outlet, why }: { readonly outlet: OutletRow; readonly why?: string }) {
  return (
    <li data-left={why !== undefined || undefined}>
      <div className="switch-question-name">
        <Text fw={600} size="sm">
          {outlet.outletIndex}. <bdi>{outlet.outletName}</bdi>
        </Text>
        {outlet.groups.length > 0 && (
          <Text size="xs" c="dimmed">
            {en.outlets.confirmInGroups}: {en.common.names(outlet.groups)}
          </Text>
        )}
        {why !== undefined && (
          <Text size="xs" fw={600} style={{ color: 'var(--warn)' }}>
            {why}
          </Text>
        )}
      </div>
      <OutletState id={outlet.id} />
      <div className="switch-question-load">
        <LiveValue list="outlets" id={outlet.id} text={(now) => watts(now?.watts)} />
        <br />
        <LiveValue list="outlets" id={outlet.id} text={(now) => amps(now?.currentRms)} />
      </div>
    </li>
  );
}

/** Watts alone: amperes of different phases do not add up. */
function Total({ ids }: { readonly ids: readonly string[] }) {
  const text = useLiveSummary(() => {
    const loads = ids.map((id) => live.thing('outlets', id)?.watts);
    const known = loads.filter((load) => load !== undefined);
    if (known.length === 0) return '';
    const sum = watts(known.reduce((total, load) => total + load, 0));
    return known.length < loads.length ? en.outlets.confirmTotalAtLeast(sum) : en.outlets.confirmTotal(sum);
  });
  return (
    <Text size="sm" className="live" style={{ whiteSpace: 'normal' }}>
      {text}
    </Text>
  );
}

const REASONS: readonly LeftOut[] = ['locked', 'rebootOnly', 'already'];

/** "1 locked, 2 off already" */
function leftText(left: readonly { readonly why: LeftOut }[], command: Command, counted = true): string {
  return REASONS.flatMap((reason) => {
    const count = left.filter(({ why }) => why === reason).length;
    if (count === 0) return [];
    if (!counted) return [en.outlets.leftOutOne[reason]];
    return [reason === 'already' ? en.outlets.already(count, command) : en.outlets.leftOut[reason](count)];
  }).join(', ');
}
