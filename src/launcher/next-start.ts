import type { BootState } from './boot-state.js';
import type { Place } from './launch.js';

const MAX_ATTEMPTS = 3;

/** The inputs of the decision about a start. */
export interface StartFacts {
  readonly baseVersion: string;
  /** Changes with each boot of the machine. */
  readonly bootId: string;
  /** Wall clock, ms. */
  readonly now: number;
  /** Version of the release in a place; undefined where there is no complete one. */
  readonly versionIn: (place: Place) => string | undefined;
}

export interface NextStart {
  readonly place: Place;
  readonly isTrial: boolean;
  /** To be written before the release is started; undefined: nothing to write. */
  readonly state: BootState | undefined;
}

const BASE: NextStart = { place: 'base', isTrial: false, state: undefined };

/** The release that starts, and the boot state to write before. A pure function. */
export function nextStart(state: BootState | undefined, facts: StartFacts): NextStart {
  if (!state || state.active === 'base') return BASE;
  // Another release was installed next to the uploaded firmware: the operator wants to run that one.
  if (state.baseVersion !== facts.baseVersion) return { ...BASE, state: backToBase(state, facts) };
  const reason = reasonToLeave(state, facts);
  if (reason !== undefined) {
    const back = rolledBack(state, reason, facts);
    const next = nextStart(back, facts);
    return { ...next, state: next.state ?? back };
  }
  const attempts = countsOn(state, facts) ? state.attempts + 1 : 1;
  return { place: state.active, isTrial: state.trial, state: { ...state, attempts, bootId: facts.bootId } };
}

/** The boot state after a roll-back of the active version. */
export function rolledBack(state: BootState, reason: string, { now, versionIn }: StartFacts): BootState {
  const { active, previous } = state;
  const back = previous !== active && versionIn(previous) !== undefined ? previous : 'base';
  const version = versionIn(active) ?? state.last?.version ?? 'unknown';
  const from = versionIn(back) ?? 'unknown';
  const last = { result: 'rolledBack', version, from, at: now, reason } as const;
  return { format: 1, active: back, previous: 'base', trial: false, attempts: 0, baseVersion: state.baseVersion, last };
}

/** The boot state after the active version has passed its trial. */
export function confirmed(state: BootState, { now }: Pick<StartFacts, 'now'>): BootState {
  const last = state.trial && state.last ? { ...state.last, result: 'confirmed' as const, at: now } : state.last;
  return { ...state, trial: false, attempts: 0, ...(last && { last }) };
}

function reasonToLeave(state: BootState, facts: StartFacts): string | undefined {
  if (facts.versionIn(state.active) === undefined) return 'Its files are missing or not whole.';
  if (state.attempts < MAX_ATTEMPTS || !countsOn(state, facts)) return undefined;
  return `It was started ${MAX_ATTEMPTS} times and ended before it had proved itself.`;
}

/** Starts of a confirmed version are counted only within one boot of the machine. */
const countsOn = (state: BootState, { bootId }: StartFacts): boolean => state.trial || state.bootId === bootId;

const backToBase = (state: BootState, { baseVersion }: StartFacts): BootState => ({
  format: 1,
  active: 'base',
  previous: 'base',
  trial: false,
  attempts: 0,
  baseVersion,
  ...(state.last && { last: state.last }),
});
