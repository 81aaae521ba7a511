/**
 * The order of the test files: those that start processes and browsers first, so that no worker is left alone with one of
 * them at the end. Among their like the longest of the last run goes first; without a last run, the largest.
 */
import Sequencer from '@jest/test-sequencer';

const SLOW = [
  '/test/faults/',
  '/test/process/',
  '/test/web/',
  '/test/stories/',
  '/test/integration/',
  '/test/properties/',
];

const placeOf = ({ path }) => {
  const place = SLOW.findIndex((folder) => path.includes(folder));
  return place < 0 ? SLOW.length : place;
};

export default class SlowestFirst extends Sequencer {
  sort(tests) {
    return super.sort(tests).toSorted((a, b) => placeOf(a) - placeOf(b));
  }
}
