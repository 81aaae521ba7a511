import { useCallback, useSyncExternalStore } from 'react';
import { words } from '../../language/words.js';
import { watts } from '../../language/format.js';
import { live } from '../../live/live.js';
import { CONDITION_LABELS, conditionNow } from '../outlets/outlet-state.js';
import type { OutletCondition } from '../../components/outlet-condition.js';
import { levelOf, type Level, type PowerNode } from '../../components/power-tree.js';
import type { Tone } from '../../components/state-label.js';

export interface OutletNow {
  readonly condition: OutletCondition;
  readonly tone: Tone;
  /** The word for its state. */
  readonly state: string;
  /** Its power, or the word for a state without any. */
  readonly value: string;
}

export interface LoadNow {
  /** Share of the rating of the receptacle, 0 to 1; 0 while it is unknown. */
  readonly share: number;
  readonly level: Level;
}

/** Renders only if the text changes, which has the precision of the screen: nothing is drawn that nobody would see. */
function useOutletText(id: string, text: () => string): string {
  const bankId = String(live.get('outlets', id)?.bankId ?? '');
  const subscribe = useCallback(
    (listener: () => void) => {
      const stops = [live.subscribe(`outlets/${id}`, listener), live.subscribe(`banks/${bankId}`, listener)];
      return () => stops.forEach((stop) => stop());
    },
    [id, bankId],
  );
  return useSyncExternalStore(subscribe, text);
}

/** The condition of an outlet; renders when that changes. */
export function useConditionNow(id: string): OutletCondition {
  return useOutletText(id, () => conditionNow(id)) as OutletCondition;
}

/**
 * The condition and the power of an outlet.
 * @param planned it in a calculation, whose load replaces the measured one
 */
export function useOutletNow(id: string, planned?: PowerNode): OutletNow {
  const text = useOutletText(id, () => {
    const power = planned ? planned.nowWatts : live.get('outlets', id)?.watts;
    return `${conditionNow(id)}|${power === undefined ? '' : Math.round(power)}`;
  });
  const [condition, power] = text.split('|') as [OutletCondition, string];
  const [tone, state] = CONDITION_LABELS[condition];
  const draws = power !== '' && (condition === 'on' || planned !== undefined);
  const value = draws ? watts(Number(power)) : condition === 'unknown' ? words.rack.notMetered : state;
  return { condition, tone, state, value };
}

/** The current of an outlet against the rating of its receptacle, in steps of a hundredth. */
export function useLoadNow(id: string, node: PowerNode | undefined, planned?: PowerNode): LoadNow {
  const text = useOutletText(id, () => {
    const amps = planned ? planned.nowAmps : live.get('outlets', id)?.currentRms;
    const share = amps === undefined || !node?.ratedAmps ? 0 : Math.min(1, amps / node.ratedAmps);
    return `${share.toFixed(2)}|${levelOf(amps, node)}`;
  });
  const [share, level] = text.split('|') as [string, Level];
  return { share: Number(share), level };
}
