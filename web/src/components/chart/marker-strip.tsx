import { Link } from 'react-router';
import { words } from '../../language/words.js';
import { withoutOverrides } from '../../language/direction.js';
import type { MarkerCluster } from './markers.js';

/** The markers above a chart, each a link to its entry in the timeline. */
export function MarkerStrip({
  clusters,
  dateTime,
}: {
  readonly clusters: readonly MarkerCluster[];
  readonly dateTime: (at: number) => string;
}) {
  return (
    <div className="chart-markers">
      {clusters.map(({ left, tone, markers }) => {
        const texts = markers.map(({ at, text }) => `${dateTime(at)} ${withoutOverrides(text)}`);
        const [first] = markers;
        const last = markers.at(-1);
        if (!first || !last) return null;
        return (
          <Link
            key={first.id}
            to={`/timeline?from=${Math.floor(first.at) - MARGIN}&to=${Math.ceil(last.at) + MARGIN}#entry-${last.id}`}
            className={`chart-marker chart-marker-${tone}`}
            style={{ left }}
            title={texts.slice(0, MANY).join('\n')}
            aria-label={markers.length === 1 ? texts[0] : words.chart.markers(markers.length, texts[0] ?? '')}
          >
            {markers.length > 1 ? Math.min(99, markers.length) : ''}
          </Link>
        );
      })}
    </div>
  );
}

/** Seconds before and after an entry, so that what led to it is shown too. */
const MARGIN = 900;
const MANY = 12;
