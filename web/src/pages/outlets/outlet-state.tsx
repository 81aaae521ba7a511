import { Text } from '@mantine/core';
import { useSession } from '../../app/session.js';
import { en } from '../../language/en.js';
import { live, useLiveFact, useLiveSummary } from '../../live/live.js';
import { Word, type Tone } from '../../parts/word.js';
import { conditionOf, type OutletCondition } from './outlet-condition.js';
import { reasonOf } from './outlet-reason.js';

/** The condition of an outlet as the stream has it now. */
export function conditionNow(id: string): OutletCondition {
  const outlet = live.thing('outlets', id);
  return conditionOf(outlet, outlet && live.thing('banks', String(outlet.bankId)));
}

const WORDS: Readonly<Record<OutletCondition, readonly [tone: Tone, text: string]>> = {
  on: ['ok', en.common.on],
  off: ['quiet', en.common.off],
  tripped: ['bad', en.outlets.breakerTripped],
  noPower: ['bad', en.outlets.noPower],
  relayFault: ['bad', en.outlets.relayFailed],
  pendingOff: ['warn', en.outlets.pendingOff],
  pendingOn: ['warn', en.outlets.pendingOn],
  unknown: ['quiet', en.common.unknown],
};

/** Why an outlet gives no power, as the stream has it now. */
export const reasonNow = (id: string): string => reasonOf(live.thing('outlets', id), conditionNow(id), live.device);

/** What an outlet does now, in a word of constant width. */
export function OutletState({ id }: { readonly id: string }) {
  const [tone, text] = WORDS[useLiveSummary(() => conditionNow(id))];
  return (
    <Word tone={tone} isLive>
      {text}
    </Word>
  );
}

/** Why it gives no power, and since when; the whole time stands in the title. */
export function OutletReason({ id }: { readonly id: string }) {
  const { times } = useSession();
  const reason = useLiveSummary(() => reasonNow(id));
  const time = useLiveFact('outlets', id, (outlet) => outlet?.lastSwitching?.time);
  if (reason === '') return null;
  return (
    <Text size="xs" c="dimmed" lh={1.2} className="outlet-reason" title={times.dateTime(time)}>
      {reason}
    </Text>
  );
}
