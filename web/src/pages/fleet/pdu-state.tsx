import type { HubSchema } from '../../api/client.js';
import { StateLabel, type Tone } from '../../components/state-label.js';
import { words } from '../../language/words.js';

type Pdu = HubSchema['PduView'];
type State = keyof (typeof words)['fleet']['states'];

const TONES: Readonly<Record<State, Tone>> = {
  online: 'ok',
  offline: 'bad',
  unknown: 'quiet',
  pending: 'warn',
  revoked: 'quiet',
};

export function stateOf({ state, online }: Pick<Pdu, 'state' | 'online'>): State {
  if (state !== 'active') return state;
  return online === null ? 'unknown' : online ? 'online' : 'offline';
}

/** The place of a PDU in the fleet: a connected member, one that is away, or none yet; and whether its software is too old. */
export function PduState({ pdu }: { readonly pdu: Pick<Pdu, 'state' | 'online' | 'releaseTooOld'> }) {
  const state = stateOf(pdu);
  return (
    <>
      <StateLabel tone={TONES[state]} isLive>
        {words.fleet.states[state]}
      </StateLabel>
      {pdu.releaseTooOld && <StateLabel tone="warn">{words.fleet.tooOld}</StateLabel>}
    </>
  );
}
