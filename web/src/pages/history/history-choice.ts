import { useSearchParams } from 'react-router';
import { words } from '../../language/words.js';
import type { Schema } from '../../api/client.js';

export type HistoryObject = Schema['HistoryObjectView'];
export type Measure = Schema['HistoryMeasureView'];

/** The objects and the measurement of the page; they are in the address, so that a link shows the same. */
export interface HistoryChoice {
  readonly object: HistoryObject;
  readonly measure: Measure;
  /** Other objects in the same chart. */
  readonly others: readonly HistoryObject[];
  /** True to show the period before too. */
  readonly isBefore: boolean;
}

/** The objects, with their measurements named in the language of the page. */
export const inThisLanguage = (objects: readonly HistoryObject[]): HistoryObject[] =>
  objects.map((object) => ({
    ...object,
    measures: object.measures.map((each) => ({ ...each, label: measureName(each) })),
  }));

/** The name of a measurement in the language of the page; one that is new has the server's name. */
export function measureName({ measure, label }: Measure): string {
  const names: Readonly<Record<string, string>> = words.history.measures;
  return names[measure] ?? label;
}

const NAMES = ['object', 'measure', 'with', 'before'] as const;
type Name = (typeof NAMES)[number];
const FAVOURITE = ['activePower', 'current', 'temperature'];
/** The most objects beside the first: there are four colours. */
export const MOST_OTHERS = 3;

/** The choice in the address, completed with defaults; undefined if no object has a history. */
export function useHistoryChoice(objects: readonly HistoryObject[]) {
  const [parameters, setParameters] = useSearchParams();
  const choice = choiceOf(parameters, objects);
  const choose = (change: Readonly<Partial<Record<Name, string | undefined>>>): void => {
    setParameters(
      (before) => {
        const next = new URLSearchParams(before);
        for (const name of NAMES) {
          if (!(name in change)) continue;
          const value = change[name];
          if (value === undefined || value === '') next.delete(name);
          else next.set(name, value);
        }
        return next;
      },
      { replace: true },
    );
  };
  return { choice, choose };
}

export function choiceOf(parameters: URLSearchParams, objects: readonly HistoryObject[]): HistoryChoice | undefined {
  const object = objects.find(({ id }) => id === parameters.get('object')) ?? objects[0];
  const wanted = [parameters.get('measure'), ...FAVOURITE];
  const found = wanted.flatMap((name) => object?.measures.find(({ measure }) => measure === name) ?? []);
  const measure = found[0] ?? object?.measures[0];
  if (!object || !measure) return undefined;
  const ids = (parameters.get('with') ?? '').split(',');
  const others = comparable(objects, object, measure).filter(({ id }) => ids.includes(id));
  return { object, measure, others: others.slice(0, MOST_OTHERS), isBefore: parameters.get('before') === '1' };
}

/** The other objects that have the measurement. */
export const comparable = (objects: readonly HistoryObject[], object: HistoryObject, { measure }: Measure) =>
  objects.filter(({ id, measures }) => id !== object.id && measures.some((each) => each.measure === measure));
