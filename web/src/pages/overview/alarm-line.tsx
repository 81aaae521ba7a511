import { Anchor, Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { Schema } from '../../api/client.js';
import type { Alarm } from '../../components/alarms.js';
import { later } from '../../components/later.js';
import { StateLabel } from '../../components/state-label.js';
import { number } from '../../language/format.js';
import { words } from '../../language/words.js';
import { useLiveSummary } from '../../live/live.js';
import { ageNow, ageText } from '../../session/alarm-age-now.js';
import { useSession } from '../../session/session.js';
import { useAcknowledging } from './use-acknowledging.js';

const AlarmNote = later(() => import('./alarm-note.js'));

/** Seconds from which on it says something that the alarm is older than this page. */
const LEAST_AGE = 10;

/** One alarm: what it is, since when, its value and limit, and who has acknowledged it. */
export function AlarmLine({ alarm }: { readonly alarm: Alarm }) {
  const { tone, text, path, acknowledgement, isSilentHardware } = alarm;
  const { rights } = useSession();
  const label = (
    <StateLabel tone={acknowledgement ? 'quiet' : tone} isLive={!isSilentHardware}>
      {text}
    </StateLabel>
  );
  return (
    <li className="alarm-line" data-acknowledged={acknowledgement !== undefined || undefined}>
      <div className="alarm-line-text">
        {path === '/overview' ? (
          label
        ) : (
          <Anchor component={Link} to={path} size="sm">
            {label}
          </Anchor>
        )}
        <Facts alarm={alarm} />
        {acknowledgement && <Acknowledged acknowledgement={acknowledgement} />}
      </div>
      {rights.can('modifyEventActions') && !isSilentHardware && <Commands alarm={alarm} />}
    </li>
  );
}

/** Since when and for how long, the value of now and its limit; screen readers do not announce each change. */
function Facts({ alarm }: { readonly alarm: Alarm }) {
  const { times } = useSession();
  const age = useLiveSummary(() => {
    const { seconds, isLeast } = ageNow(alarm);
    return isLeast && seconds < LEAST_AGE ? '' : ageText(alarm);
  });
  return (
    <span className="alarm-line-facts" aria-live="off">
      {[
        ...(alarm.since === undefined ? [] : [words.overview.since(times.dateTime(alarm.since))]),
        ...(age === '' ? [] : [age]),
        ...(alarm.reading ? [readingText(alarm.reading)] : []),
      ].join(' · ')}
    </span>
  );
}

function readingText({ value, limit, unit }: Schema['AlarmReadingView']): string {
  const amount = (of: number): string =>
    [number(of, Number.isInteger(of) ? 0 : 2), unit].filter(Boolean).join('\u202f');
  return words.overview.alarmReading(value === undefined ? words.common.unknown : amount(value), amount(limit));
}

function Acknowledged({
  acknowledgement: { time, who, note },
}: {
  readonly acknowledgement: Schema['AcknowledgementView'];
}) {
  const { times } = useSession();
  return (
    <span className="alarm-line-facts">
      {words.overview.acknowledgedBy(who, times.dateTime(time))}
      {note !== undefined && (
        <>
          {': '}
          <bdi>{words.overview.withNote(note)}</bdi>
        </>
      )}
    </span>
  );
}

interface CommandsProps {
  readonly alarm: Alarm;
}

/** Acknowledges at once; a note can be added then. The button keeps the focus when its line moves. */
function Commands({ alarm: { id, text, acknowledgement } }: CommandsProps) {
  const isAcknowledged = acknowledgement !== undefined;
  const [isWriting, setWriting] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const isUsed = useRef(false);
  const { set, isBusy } = useAcknowledging();
  useEffect(() => {
    if (isUsed.current) button.current?.focus();
    isUsed.current = false;
  }, [isAcknowledged]);
  return (
    <div className="alarm-line-commands">
      {isAcknowledged && (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={words.overview.noteOf(text)}
          onClick={() => setWriting(true)}
        >
          {words.overview.note}
        </Button>
      )}
      <Button
        key="acknowledge"
        ref={button}
        size="compact-sm"
        variant="default"
        loading={isBusy}
        aria-label={(isAcknowledged ? words.overview.takeBackOf : words.overview.acknowledgeOf)(text)}
        onClick={() => {
          isUsed.current = true;
          void set(id, !isAcknowledged);
        }}
      >
        {isAcknowledged ? words.overview.takeBack : words.overview.acknowledge}
      </Button>
      {isWriting && (
        <AlarmNote id={id} alarm={text} note={acknowledgement?.note ?? ''} onClose={() => setWriting(false)} />
      )}
    </div>
  );
}
