import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import { withoutOverrides } from '../../language/direction.js';
import { words } from '../../language/words.js';
import type { Times } from '../../language/format.js';
import type { Entry } from './timeline-days.js';

interface TimelineEntryProps {
  readonly entry: Entry;
  readonly causes: readonly Entry[];
  readonly times: Times;
  readonly isTarget: boolean;
}

/** One entry: its time, its sentence, and what led to it. */
export function TimelineEntry({ entry, causes, times, isTarget }: TimelineEntryProps) {
  const { id, time, sentence, object, kind, details } = entry;
  const [type, objectId] = object.id.split(/:(.*)/s);
  const texts = words.timeline;
  return (
    <li id={`entry-${id}`} className={`timeline-entry timeline-${toneOf(entry)}${isTarget ? ' timeline-target' : ''}`}>
      <time dateTime={time}>{times.time(time)}</time>
      <div className="breakable">
        {withoutOverrides(sentence)}
        {details.result !== 'ok' && <b className="timeline-failed"> {texts.failed(details.result)}</b>}
        {causes.length > 0 && (
          <ol className="timeline-causes" aria-label={texts.causes}>
            {causes.map((cause) => (
              <li key={cause.id}>
                {times.time(cause.time)} {withoutOverrides(cause.sentence)}
              </li>
            ))}
          </ol>
        )}
      </div>
      {type === 'outlet' && kind !== 'outlet.delete' && objectId !== undefined && (
        <Anchor
          component={Link}
          to={`/outlets/${objectId}`}
          size="sm"
          className="timeline-open"
          aria-label={texts.openOf(object.name ?? objectId)}
        >
          {texts.open}
        </Anchor>
      )}
    </li>
  );
}

const toneOf = ({ kind, details }: Entry): string => {
  if (/Tripped|Lost|fault/.test(kind) || details.result !== 'ok') return 'bad';
  return /^(event|action|automation|inlet|bank)\./.test(kind) ? 'warn' : 'plain';
};
