/** A PDU that is more minor releases behind its hub than this is shown as too old; it is served nevertheless. */
const SERVED_WITHOUT_A_WORD = 2;

/** True for a release of an earlier major version than the hub's, or more than two minor ones behind it. */
export function isTooOld(release: string, hub: string): boolean {
  const [pdu, own] = [numbersOf(release), numbersOf(hub)];
  if (!pdu || !own) return false;
  return pdu.major === own.major ? own.minor - pdu.minor > SERVED_WITHOUT_A_WORD : pdu.major < own.major;
}

function numbersOf(release: string): { readonly major: number; readonly minor: number } | undefined {
  const [, major, minor] = /^(\d{1,9})\.(\d{1,9})\./.exec(release) ?? [];
  return major === undefined ? undefined : { major: Number(major), minor: Number(minor) };
}
