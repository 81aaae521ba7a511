import { useCallback, useSyncExternalStore } from 'react';
import { words } from '../../language/words.js';
import { watts } from '../../language/format.js';
import { live } from '../../live/live.js';
import { CONDITION_LABELS, conditionNow } from '../outlets/outlet-state.js';
import type { OutletCondition } from '../../components/outlet-condition.js';
import type { Tone } from '../../components/state-label.js';
import type { PowerNode } from './use-power-tree.js';

export type Level = 'ok' | 'warn' | 'bad';

export interface OutletNow {
  readonly condition: OutletCondition;
  readonly tone: Tone;
  /** The word for its state. */
  readonly state: string;
  /** Its power, or the word for a state without any. */
  readonly value: string;
  /** Share of the rating of the receptacle, 0 to 1; undefined while it is unknown. */
  readonly share: number | undefined;
  readonly level: Level;
}

/** The level of a current against the rating and the part of it for continuous loads. */
export function levelOf(amps: number | undefined, { ratedAmps, usableAmps }: Partial<PowerNode> = {}): Level {
  if (amps === undefined || ratedAmps === undefined) return 'ok';
  if (amps > ratedAmps) return 'bad';
  return amps > (usableAmps ?? ratedAmps) ? 'warn' : 'ok';
}

/**
 * The condition and the load of an outlet, with one subscription to it and one to its bank. The snapshot is a text with
 * the precision of the screen, so that nothing is drawn for a change that nobody sees.
 * @param planned its load in a calculation, which replaces the measured one
 */
export function useOutletNow(id: string, node: PowerNode | undefined, planned?: PowerNode): OutletNow {
  const bankId = String(live.get('outlets', id)?.bankId ?? '');
  const subscribe = useCallback(
    (listener: () => void) => {
      const stops = [live.subscribe(`outlets/${id}`, listener), live.subscribe(`banks/${bankId}`, listener)];
      return () => stops.forEach((stop) => stop());
    },
    [id, bankId],
  );
  const text = useSyncExternalStore(subscribe, () => {
    const outlet = live.get('outlets', id);
    const amps = planned ? planned.nowAmps : outlet?.currentRms;
    const power = planned ? planned.nowWatts : outlet?.watts;
    const rated = node?.ratedAmps;
    const share = amps === undefined || !rated ? '' : Math.min(1, amps / rated).toFixed(2);
    return [conditionNow(id), power === undefined ? '' : Math.round(power), share, levelOf(amps, node)].join('|');
  });
  const [condition, power, share, level] = text.split('|') as [OutletCondition, string, string, Level];
  const [tone, state] = CONDITION_LABELS[condition];
  const draws = power !== '' && (condition === 'on' || planned !== undefined);
  return {
    condition,
    tone,
    state,
    value: draws ? watts(Number(power)) : condition === 'unknown' ? words.rack.notMetered : state,
    share: share === '' ? undefined : Number(share),
    level,
  };
}
