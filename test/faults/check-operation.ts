import { commandsOf, isAccepted, isAnswered, type Command, type Operation } from './operation.js';
import type { Restarts } from './restarts.js';
import type { Move } from './simulator-process.js';

/**
 * Nothing here tests speed, so that a busy machine finds no fault: delays are reported as figures. A guarantee is
 * broken when the controller has forgotten it, or has been ready for all this time, ms.
 */
const LATE = 60_000;
/** The longest time beyond its end that a cycle may be pending for a relay whose cycle is not reported. */
const UNSEEN = 5000;
/** A cycle may end early by this much: the product's own 100 ms, and the time between a move and its record. */
export const EARLY = 300;

/** The facts about a relay besides its operation. */
export interface Evidence {
  /** The moves since the operation began. */
  readonly moves: readonly Move[];
  /** The last answer that nothing is pending; 'unknown' for a kind of relay without such an answer. */
  readonly rest?: Rest | 'unknown' | undefined;
}

export interface Rest {
  readonly askedAt: number;
  /** The run of the controller that answered so. */
  readonly run: number;
}

/** Further facts that the checker uses. */
export interface Circumstances {
  readonly restarts: Restarts;
  readonly now: number;
  /** The longest delay of an answer or of the test itself by this machine, ms: moments may be off by this much. */
  readonly slowest: number;
}

export interface CheckResult {
  /** A sentence about the guarantee that the controller broke. */
  readonly fault?: string;
  /** The operation is over: the relay may not move any more. */
  readonly isOver: boolean;
}

/** Checks an operation by the moves of its relay since it began. Moves are written as F (to OFF) and N (to ON). */
export function checkOperation(operation: Operation, evidence: Evidence, circumstances: Circumstances): CheckResult {
  const { moves } = evidence;
  const commands = commandsOf(operation);
  const refused = commands.find(({ status }) => status !== undefined && status !== 200);
  if (refused) return fault(`${refused.order} was answered ${refused.status}`);
  const word = moves.map(({ to }) => (to === 'OFF' ? 'F' : 'N')).join('');
  const allowed = withLaterCycles(wordsOf(operation, evidence), operation, moves);
  const wrong = wrongMoment(operation, moves, circumstances.slowest);
  if (wrong !== undefined) return fault(wrong);
  if (!allowed.some((each) => each.startsWith(word))) {
    return fault(`moved ${word || 'not at all'}, allowed: ${allowed.map((each) => each || 'no move').join(', ')}`);
  }
  if (commands.length === 0 || commands.some(({ settledAt }) => settledAt === undefined)) return { isOver: false };

  const fits = allowed.includes(word);
  const { last } = operation;
  if (last && isAnswered(last)) return fits ? { isOver: true } : fault(`${last.order} was answered, but moved ${word}`);
  const rests = isAtRest(operation, evidence, circumstances);
  if (fits) return { isOver: !operation.hasMore && rests };
  if (rests) return fault(`moved ${word || 'not at all'}, and its ON is forgotten`);
  const up = circumstances.restarts.up(promisedAt(operation, moves), circumstances.now);
  return up > operation.wait + LATE ? fault(`moved ${word || 'not at all'}, and is still to be ON`) : { isOver: false };
}

const fault = (sentence: string): CheckResult => ({ fault: sentence, isOver: true });

/**
 * A client that repeats a REBOOT may have one of them under way when the cycle of an earlier one has ended: it begins
 * another cycle then, which happens where a machine takes longer for an answer than the relay is off.
 */
function withLaterCycles(words: readonly string[], { cycle, last }: Operation, moves: readonly Move[]): string[] {
  const ons = last ? [] : moves.filter(({ to }) => to === 'ON');
  const isUnderWay = (at: number): boolean => cycle.some(({ settledAt = Infinity }) => settledAt > at);
  const more = ons.filter(({ at }, place) => place + 1 < cycle.length && isUnderWay(at)).length;
  return Array.from({ length: more + 1 }, (_, count) =>
    words.filter((word) => count === 0 || word.endsWith('N')).map((word) => word + 'FN'.repeat(count)),
  ).flat();
}

/** The sequences of moves that the relay may make, with one cycle. */
function wordsOf(operation: Operation, { rest }: Evidence): string[] {
  const { state, cycle, last, cycleKind } = operation;
  const answered = last !== undefined && isAnswered(last);
  const accepted = cycle.some(isAccepted);
  if (state === 'OFF') {
    if (last?.order === 'OFF') return cycle.length === 0 ? [''] : answered ? ['', 'NF'] : ['', 'N', 'NF'];
    if (answered || accepted) return ['N'];
    return cycle.length > 0 || last ? ['', 'N'] : [''];
  }
  const hasCycle = cycle.length > 0 && cycleKind === 'reboot';
  if (last?.order === 'OFF') {
    if (!hasCycle) return answered ? ['F'] : ['', 'F'];
    return answered ? ['F', 'FNF'] : ['', 'F', 'FN', 'FNF'];
  }
  if (!hasCycle) return [''];
  return !last && cycle.some((each) => hasEndedAlive(each, rest)) ? ['FN'] : ['', 'FN'];
}

/** True when the run of the controller that answered the command has later reported that nothing is pending. */
const hasEndedAlive = (command: Command, rest: Evidence['rest']): boolean =>
  isAnswered(command) &&
  typeof rest === 'object' &&
  rest.run === command.run &&
  rest.askedAt > (command.settledAt ?? Infinity);

/** A sentence about the first move at a wrong time. */
function wrongMoment(operation: Operation, moves: readonly Move[], slowest: number): string | undefined {
  const { cycle, last, wait } = operation;
  const offRuns = commandsOf(operation)
    .filter(({ order }) => order !== 'ON')
    .map(({ run }) => run);
  for (const [place, { at, to, run }] of moves.entries()) {
    if (last && isAnswered(last) && at > (last.settledAt ?? Infinity))
      return `moved ${to} after ${last.order} was answered`;
    if (cycle.length === 0 && run !== last?.run) return `moved ${to} in a run in which nobody asked for it`;
    if (to === 'OFF' && !offRuns.includes(run)) return `was turned OFF in a run in which nobody asked for it`;
    if (to === 'OFF' || cycle.length === 0) continue;
    if (last?.order === 'ON' && at > last.sentAt) continue;
    const from = moves[place - 1]?.at ?? Math.min(...cycle.map(({ sentAt }) => sentAt));
    if (at < from + wait - EARLY - slowest) return `was turned ON after ${Math.round(at - from)} of ${wait} ms`;
  }
  return undefined;
}

/** True when no command can move the relay any more. */
function isAtRest(operation: Operation, { moves, rest }: Evidence, { restarts, now, slowest }: Circumstances): boolean {
  const commands = commandsOf(operation);
  if (operation.cycle.length === 0) return restarts.hasSuccessor(Math.max(...commands.map(({ run }) => run)));
  const since = Math.max(...commands.map(({ settledAt = now }) => settledAt), ...moves.map(({ at }) => at));
  if (rest === 'unknown') return restarts.up(since, now) > operation.wait + UNSEEN + slowest;
  return rest !== undefined && rest.askedAt > since;
}

/** The moment since which the ON of the relay is due. */
function promisedAt({ cycle, last }: Operation, moves: readonly Move[]): number {
  const answers = [...cycle, ...(last ? [last] : [])].filter(isAnswered).map(({ settledAt = 0 }) => settledAt);
  return Math.min(...answers, ...moves.map(({ at }) => at), ...cycle.filter(isAccepted).map(({ sentAt }) => sentAt));
}
