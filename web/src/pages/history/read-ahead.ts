import { readAhead } from '../../api/queries.js';
import { rangeIn } from '../../components/time-range/time-range.js';
import { USUAL_RANGE } from '../../components/time-range/use-time-range.js';
import { choiceOf } from './history-choice.js';
import { askedFor } from './use-histories.js';

/** Reads the objects and the histories of the address before the page is rendered, so that it is rendered once. */
export async function readHistoryAhead(): Promise<void> {
  const parameters = new URLSearchParams(location.search);
  const choice = choiceOf(parameters, (await readAhead('/api/history/objects'))?.objects ?? []);
  if (!choice) return;
  const { object, others, measure, isBefore } = choice;
  const range = rangeIn(parameters) ?? USUAL_RANGE;
  const wanted = askedFor({ objects: [object, ...others], measure, range, isBefore });
  await Promise.all(wanted.map(({ query }) => readAhead('/api/history', { query })));
}
