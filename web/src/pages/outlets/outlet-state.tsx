import { en } from '../../language/en.js';
import { useLiveFact } from '../../live/live.js';
import { Word } from '../../parts/word.js';

/** What an outlet does now, in a word of constant width. */
export function OutletState({ id }: { readonly id: string }) {
  const state = useLiveFact('outlets', id, (outlet) => outlet?.state);
  const reboot = useLiveFact('outlets', id, (outlet) => outlet?.rebootStatus);
  const health = useLiveFact('outlets', id, (outlet) => outlet?.relayHealth);
  const bank = useLiveFact('outlets', id, (outlet) => outlet && String(outlet.bankId));
  const isFed = useLiveFact('banks', bank ?? '', (feeding) => feeding?.circuitBreakerClosed !== false);
  if (!isFed) return <Word tone="bad">{en.outlets.breakerTripped}</Word>;
  if (health === 'Failed' && reboot === 'none') return <Word tone="bad">{en.outlets.relayFailed}</Word>;
  if (reboot === 'pendingOff') return <Word tone="warn">{en.outlets.pendingOff}</Word>;
  if (reboot === 'pendingOn') return <Word tone="warn">{en.outlets.pendingOn}</Word>;
  if (state === undefined) return <Word tone="quiet">{en.common.unknown}</Word>;
  return <Word tone={state === 'ON' ? 'ok' : 'quiet'}>{state === 'ON' ? en.common.on : en.common.off}</Word>;
}
