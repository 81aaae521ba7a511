import { HEBREW, LONG } from '../../../stories/fixtures.js';
import type { Stories, Story } from '../../../stories/story.js';
import { timesIn } from '../../language/format.js';
import type { Entry } from './timeline-days.js';
import { TimelineEntry } from './timeline-entry.js';
import './timeline.css';

const entry = (id: number, kind: string, sentence: string, result = 'ok'): Entry =>
  ({
    ...{ id, kind, sentence, time: '2026-03-02T07:58:12Z' },
    object: { id: 'outlet:1-1200578', name: 'Outlet 1' },
    details: { result },
  }) as unknown as Entry;

const list = (entries: readonly Entry[], causes: readonly Entry[] = []): Story => ({
  show: () => (
    <ol className="timeline-list">
      {entries.map((each) => (
        <TimelineEntry
          key={each.id}
          entry={each}
          causes={causes}
          times={timesIn('Europe/Berlin')}
          isTarget={each.id === 3}
        />
      ))}
    </ol>
  ),
});
const rise = entry(1, 'event.begin', 'Bank over 12 A began on Bank 1.');

export default {
  live: list([
    entry(2, 'outlet.switch', 'anna turned off Outlet 1.'),
    entry(3, 'outlet.switch', `anna turned on ${HEBREW}.`),
    rise,
    entry(4, 'bank.breakerTripped', 'The breaker of Bank 1 tripped.'),
    entry(5, 'outlet.switch', 'anna turned off Outlet 1.', 'PROTECTED'),
  ]),
  'long-names': list([entry(2, 'outlet.switch', `${LONG} turned off ${LONG}.`, 'PROTECTED')], [rise]),
} satisfies Stories;
