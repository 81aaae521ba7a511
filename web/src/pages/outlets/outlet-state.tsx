import { en } from '../../language/en.js';
import { live, useLiveSummary } from '../../live/live.js';
import { Word, type Tone } from '../../parts/word.js';
import { conditionOf, type OutletCondition } from './outlet-condition.js';

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

/** What an outlet does now, in a word of constant width. */
export function OutletState({ id }: { readonly id: string }) {
  const [tone, text] = WORDS[useLiveSummary(() => conditionNow(id))];
  return (
    <Word tone={tone} isLive>
      {text}
    </Word>
  );
}
