import type { CSSProperties } from 'react';
import type { AlarmMark } from '../../components/alarms.js';
import type { PowerNode } from '../../components/power-tree.js';
import { isUnsupplied } from '../../components/supply.js';
import { words } from '../../language/words.js';
import { number } from '../../language/format.js';
import { live, useLiveSummary } from '../../live/live.js';
import type { Shade } from './shades.js';

interface BankBracketProps {
  readonly id: string;
  readonly node: PowerNode | undefined;
  /** The bank in a calculation; absent while nothing is planned. */
  readonly planned: PowerNode | undefined;
  readonly shade: Shade;
  readonly alarm: AlarmMark | undefined;
  readonly breaks: boolean;
  readonly style: CSSProperties;
}

/**
 * The bracket around the outlets of a bank: its name, its lines, and its current against its breaker. Nothing for a role
 * that may not view banks. Screen readers have the same in the card of each outlet and in the power path.
 */
export function BankBracket({ id, node, planned, shade, alarm, breaks, style }: BankBracketProps) {
  const text = useLiveSummary(() => bankText(id, node, planned));
  const [supply, name = '', load = ''] = text.split('|');
  if (name === '') return null;
  return (
    <div
      className="rack-bracket"
      aria-hidden="true"
      data-shade={shade}
      data-alarm={supply === 'dead' ? 'bad' : alarm}
      data-breaks={breaks || undefined}
      style={style}
    >
      <span>
        <bdi>{name}</bdi> <small className="live">{load}</small>
      </span>
    </div>
  );
}

function bankText(id: string, node: PowerNode | undefined, planned: PowerNode | undefined): string {
  const bank = live.get('banks', id);
  const lines = (node?.parents ?? []).map((parent) => parent.split('-')[0] ?? '').filter((line) => /^L\d$/.test(line));
  const name = [bank?.bankName ?? node?.name ?? '', lines.join('–')].filter(Boolean).join(' · ').replaceAll('|', ' ');
  if (bank?.circuitBreakerClosed === false) return `dead|${name}|${words.rack.tripped}`;
  if (isUnsupplied(live, id)) return `dead|${name}|${words.rack.noVoltage}`;
  const amps = planned ? planned.nowAmps : bank?.currentRms;
  const load = amps === undefined ? '' : words.rack.ampsOf(number(amps, 1), node?.ratedAmps);
  return `fed|${name}|${load}`;
}
