import { useSearchParams } from 'react-router';
import type { Schema } from '../../api/client.js';

type HistoryObject = Schema['HistoryObjectView'];
export type Measure = Schema['HistoryMeasureView'];

export const RANGES = ['-1h', '-24h', '-7d', '-30d', '-365d'] as const;
export type Range = (typeof RANGES)[number];

/** The object, measurement and time range of the page; they are in the address, so that a link shows the same. */
export interface HistoryChoice {
  readonly object: HistoryObject;
  readonly measure: Measure;
  /** The start as the API takes it: a time back from now, or seconds since 1970. */
  readonly from: string;
  readonly to: string | undefined;
}

const NAMES = ['object', 'measure', 'from', 'to'] as const;
type Name = (typeof NAMES)[number];
const FAVOURITE = ['activePower', 'current', 'temperature'];

/** The choice in the address, completed with defaults; undefined if no object has a history. */
export function useHistoryChoice(objects: readonly HistoryObject[]) {
  const [parameters, setParameters] = useSearchParams();
  const object = objects.find(({ id }) => id === parameters.get('object')) ?? objects[0];
  const wanted = [parameters.get('measure'), ...FAVOURITE];
  const found = wanted.flatMap((name) => object?.measures.find(({ measure }) => measure === name) ?? []);
  const measure = found[0] ?? object?.measures[0];
  const choice: HistoryChoice | undefined =
    object && measure
      ? { object, measure, from: parameters.get('from') ?? '-24h', to: parameters.get('to') ?? undefined }
      : undefined;
  const choose = (change: Readonly<Partial<Record<Name, string | undefined>>>): void => {
    setParameters(
      (before) => {
        const next = new URLSearchParams(before);
        for (const name of NAMES) {
          if (!(name in change)) continue;
          const value = change[name];
          if (value === undefined) next.delete(name);
          else next.set(name, value);
        }
        return next;
      },
      { replace: !('from' in change) },
    );
  };
  return { choice, choose };
}
