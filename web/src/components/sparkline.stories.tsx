import type { Stories, Story } from '../../stories/story.js';
import { Sparkline } from './sparkline.js';

const line = (values: readonly (number | null)[]): Story => ({
  show: () => <Sparkline values={values} label="Power of the last ten minutes" />,
});
const wave = Array.from({ length: 60 }, (_, place) => 200 + 80 * Math.sin(place / 6));

export default {
  live: line(wave),
  gap: line(wave.map((value, place) => (place > 20 && place < 34 ? null : value))),
  single: line([null, 12, null]),
  flat: line([0, 0, 0, 0]),
  empty: line([]),
} satisfies Stories;
