import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { presetRange, rangeIn, withRange, type TimeRange } from './time-range.js';

/** The range of a page about time before the user has chosen one. */
export const USUAL_RANGE = presetRange('24h');

/** The range that was chosen last: the next page begins with it, although its link does not name it. */
let chosenLast: TimeRange | undefined;

/**
 * The time range in the address, which all pages about time share.
 * @param usual the range before the user has chosen one
 */
export function useTimeRange(usual: TimeRange = USUAL_RANGE) {
  const [parameters, setParameters] = useSearchParams();
  const inAddress = rangeIn(parameters);
  const isMissing = inAddress === undefined && chosenLast !== undefined;
  useEffect(() => {
    const last = chosenLast;
    if (isMissing && last) setParameters((before) => withRange(before, last), { replace: true });
  }, [isMissing, setParameters]);
  const { from, to } = inAddress ?? {};
  useEffect(() => {
    if (from !== undefined) chosenLast = { from, to };
  }, [from, to]);
  const choose = (range: TimeRange): void => {
    chosenLast = range;
    setParameters((before) => withRange(before, range));
  };
  return { range: inAddress ?? chosenLast ?? usual, choose };
}
