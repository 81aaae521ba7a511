import { Alert } from '@mantine/core';
import { en } from '../language/en.js';
import { duration } from '../language/format.js';
import { OLD_AFTER } from '../live/live-connection.js';
import { useLiveStatus } from '../live/live.js';
import { Word } from './word.js';

const TONES = { connecting: 'quiet', live: 'ok', lost: 'bad' } as const;

/** How the stream stands, in a word. */
export function LivePill() {
  const { state } = useLiveStatus();
  return (
    <span data-testid="live-state">
      <Word tone={TONES[state]}>{en.live[state]}</Word>
    </span>
  );
}

/** Says across the page that what it shows is old, and how old. */
export function LiveBanner() {
  const { state, age } = useLiveStatus();
  const isSilent = state === 'live' && age > OLD_AFTER;
  if (state !== 'lost' && !isSilent) return null;
  const text = isSilent ? en.live.silent(duration(age)) : en.live.lostSince(duration(age));
  return (
    <Alert color={isSilent ? 'orange' : 'red'} variant="filled" role="alert" mb="md" py="xs">
      {text}
    </Alert>
  );
}
