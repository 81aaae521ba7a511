import { useSession } from '../../session/session.js';
import { words } from '../../language/words.js';
import { live, useLiveSummary } from '../../live/live.js';
import { inletName } from '../../components/inlet-name.js';
import { StateLabel, type Tone } from '../../components/state-label.js';
import { conditionOf, type OutletCondition } from '../../components/outlet-condition.js';
import { isDeadInlet } from '../../components/supply.js';
import { drawsAgain, onIn, reasonOf } from './outlet-reason.js';
import './outlet-state.css';

/** The current condition of an outlet in the stream. */
export function conditionNow(id: string): OutletCondition {
  const outlet = live.get('outlets', id);
  return conditionOf(outlet, outlet && live.get('banks', String(outlet.bankId)));
}

export const CONDITION_LABELS: Readonly<Record<OutletCondition, readonly [tone: Tone, text: string]>> = {
  on: ['ok', words.common.on],
  off: ['quiet', words.common.off],
  tripped: ['bad', words.outlets.breakerTripped],
  noPower: ['bad', words.outlets.noPower],
  relayFault: ['bad', words.outlets.relayFailed],
  pendingOff: ['warn', words.outlets.pendingOff],
  pendingOn: ['warn', words.outlets.pendingOn],
  unknown: ['quiet', words.common.unknown],
};

/** The current reason in the stream why an outlet has no power. */
export const reasonNow = (id: string): string => partsNow(id).join('');

const partsNow = (id: string): ReturnType<typeof reasonOf> =>
  reasonOf(live.get('outlets', id), conditionNow(id), live.device, deadInlets());

/** The names of the inlets, if none of them has voltage. */
function deadInlets(): readonly string[] {
  const inlets = live.all('inlets');
  return inlets.every(isDeadInlet) ? inlets.map(({ id }) => inletName(live, id)) : [];
}

/** The word for the state of an outlet; while it waits to turn on, the time until then. */
function stateNow(id: string): string {
  const condition = conditionNow(id);
  const [, text] = CONDITION_LABELS[condition];
  return onIn(live.get('outlets', id), condition, live.device) || text;
}

/** The same, which counts down. */
export const StateText = ({ id }: { readonly id: string }) => useLiveSummary(() => stateNow(id));

/** The state of an outlet as a short text. */
export function OutletState({ id }: { readonly id: string }) {
  const [tone] = CONDITION_LABELS[useLiveSummary(() => conditionNow(id))];
  const text = useLiveSummary(() => stateNow(id));
  return (
    <StateLabel tone={tone} isLive>
      {text}
    </StateLabel>
  );
}

/** The power that an outlet draws again, for a minute after it was turned on. */
export function DrawsAgain({ id }: { readonly id: string }) {
  const text = useLiveSummary(() => drawsAgain(live.get('outlets', id), conditionNow(id), live.device));
  return text !== '' && <p className="outlet-reason live">{text}</p>;
}

/** The reason why an outlet has no power, and for how long; in the title in full, with the exact time. */
export function OutletReason({ id }: { readonly id: string }) {
  const { times } = useSession();
  const cause = useLiveSummary(() => partsNow(id)[0]);
  const since = useLiveSummary(() => partsNow(id)[1] ?? '');
  const time = useLiveSummary(() => (conditionNow(id) === 'off' ? live.get('outlets', id)?.lastSwitching?.time : ''));
  if (cause === '') return null;
  const reason = cause + since;
  return (
    <p className="outlet-reason" title={time ? `${reason} (${times.dateTime(time)})` : reason}>
      <span>{cause}</span>
      <span>{since}</span>
    </p>
  );
}
