import { Stack, Text } from '@mantine/core';
import { outletTitle } from '../../components/outlet-title.js';
import { consumerNames } from '../../components/consumer-names.js';
import { words } from '../../language/words.js';
import { amps, watts } from '../../language/format.js';
import { live, useLiveSummary } from '../../live/live.js';
import type { Command } from '../../components/command-buttons.js';
import { LiveValue } from '../../components/live-value.js';
import { OutletState } from './outlet-state.js';
import type { OutletRow } from './outlet-rows.js';
import { otherFeeds, type LeftOut, type SwitchPlan } from './switch-plan.js';
import './switch-question.css';

interface SwitchQuestionProps {
  readonly plan: SwitchPlan<OutletRow>;
  readonly command: Command;
}

/**
 * The effect of a command: the outlets that it switches and what they power, those that it skips and why, whether their
 * devices have another feed, and the load that loses power.
 */
export function SwitchQuestion({ plan: { moved, left, asking }, command }: SwitchQuestionProps) {
  const cut = command === 'ON' ? [] : moved.map(({ id }) => id);
  return (
    <Stack gap="xs">
      {(moved.length !== 1 || left.length > 0) && (
        <Text size="sm" fw={600}>
          {moved.length === 0 ? words.outlets.nothingToDo[command] : words.outlets.planned[command](moved.length)}
          {left.length > 0 && ` ${words.outlets.skipped}: ${leftText(left, command)}.`}
        </Text>
      )}
      <div className="switch-question" tabIndex={0} role="group" aria-label={words.titles.outlets}>
        <ul>
          {moved.map((outlet) => (
            <Asked key={outlet.id} outlet={outlet} cut={cut} />
          ))}
          {left.map(({ outlet, why }) => (
            <Asked key={outlet.id} outlet={outlet} why={leftText([{ why }], command, false)} />
          ))}
        </ul>
      </div>
      {command !== 'ON' && moved.length > 0 && <Total ids={moved.map(({ id }) => id)} />}
      {asking.length > 0 && (
        <Text size="sm" fw={600} style={{ color: 'var(--warn)' }}>
          {words.outlets.asks(words.common.names(asking.map(outletTitle)))}
        </Text>
      )}
    </Stack>
  );
}

interface AskedProps {
  readonly outlet: OutletRow;
  readonly why?: string;
  /** The ids of the outlets whose power is cut. */
  readonly cut?: readonly string[];
}

function Asked({ outlet, why, cut = [] }: AskedProps) {
  return (
    <li data-left={why !== undefined || undefined}>
      <div className="switch-question-name">
        <Text fw={600} size="sm">
          {outlet.outletIndex}. <bdi>{outletTitle(outlet)}</bdi>
        </Text>
        {outlet.device?.notes !== undefined && (
          <Text size="xs" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }} lineClamp={4}>
            {outlet.device.notes}
          </Text>
        )}
        {outlet.consumers !== undefined && (
          <Text size="xs" style={{ overflowWrap: 'anywhere' }}>
            {words.outlets.powers(consumerNames(outlet.consumers))}
          </Text>
        )}
        {outlet.groups.length > 0 && (
          <Text size="xs" c="dimmed">
            {words.outlets.confirmInGroups}: {words.common.names(outlet.groups)}
          </Text>
        )}
        {cut.length > 0 && <OtherFeeds outlet={outlet} cut={cut} />}
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

/** The line that says whether the device of an outlet stays on by another feed. */
function OtherFeeds({ outlet, cut }: { readonly outlet: OutletRow; readonly cut: readonly string[] }) {
  const { stillFed, losesFeeds } = words.outlets;
  const text = useLiveSummary(() => {
    const others = otherFeeds(outlet, cut, live.all('outlets'));
    if (others === undefined) return '';
    return others.length === 0 ? losesFeeds : stillFed(words.common.names(others.map(({ outletName }) => outletName)));
  });
  const isLast = text === losesFeeds;
  return (
    text !== '' && (
      <Text size="xs" fw={isLast ? 600 : 400} c={isLast ? undefined : 'dimmed'} style={isLast ? WARNING : undefined}>
        {text}
      </Text>
    )
  );
}

const WARNING = { color: 'var(--warn)' };

/** The total in watts; there is none in amperes, because currents of different phases cannot be added. */
function Total({ ids }: { readonly ids: readonly string[] }) {
  const text = useLiveSummary(() => {
    const loads = ids.map((id) => live.get('outlets', id)?.watts);
    const measured = loads.filter((load) => load !== undefined);
    if (measured.length === 0) return '';
    const sum = watts(measured.reduce((total, load) => total + load, 0));
    return measured.length < loads.length ? words.outlets.confirmTotalAtLeast(sum) : words.outlets.confirmTotal(sum);
  });
  return (
    <Text size="sm" className="live" style={{ whiteSpace: 'normal' }}>
      {text}
    </Text>
  );
}

const REASONS: readonly LeftOut[] = ['locked', 'rebootOnly', 'already'];

/** The skipped outlets by reason: "1 locked, 2 already off". */
function leftText(left: readonly { readonly why: LeftOut }[], command: Command, counted = true): string {
  return REASONS.flatMap((reason) => {
    const count = left.filter(({ why }) => why === reason).length;
    if (count === 0) return [];
    if (!counted) return [words.outlets.skippedOne[reason]];
    return [reason === 'already' ? words.outlets.already(count, command) : words.outlets.skippedCount[reason](count)];
  }).join(', ');
}
