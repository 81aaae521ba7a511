import { commandsOf, isAccepted, isAnswered, type Command, type Operation } from './operation.js';
import type { Restarts } from './restarts.js';
import type { Move } from './simulator-process.js';

/**
 * Nothing here is about speed, so that a machine with other work finds no fault: what is late shows in a figure. A
 * promise is broken when the controller has forgotten it, or has had all this time, ms, in which it was ready.
 */
const LATE = 60_000;
/** The longest that a cycle can be pending, beyond its time, of a relay for which the controller does not tell. */
const UNSEEN = 5000;
/** A cycle may end by so much early: the product's own 100 ms, and what lies between a move and its being noted. */
export const EARLY = 300;

/** What is known of a relay besides its operation. */
export interface Evidence {
  /** Since the operation began. */
  readonly moves: readonly Move[];
  /** The controller said that nothing is pending, when it was last asked; 'never tells' of a kind that it says nothing of. */
  readonly rest?: Rest | 'never tells' | undefined;
}

export interface Rest {
  readonly askedAt: number;
  /** Of the one that said so. */
  readonly run: number;
}

/** What else the checker looks at. */
export interface Circumstances {
  readonly restarts: Restarts;
  readonly now: number;
  /** The longest that this machine has kept an answer, or the test itself, waiting, ms: by so much moments may be off. */
  readonly slowest: number;
}

export interface CheckResult {
  /** In what way the controller broke its word. */
  readonly fault?: string;
  /** Nothing more may move. */
  readonly isOver: boolean;
}

/** Judges an operation by the moves of its relay since it began. Moves are written as F (to OFF) and N (to ON). */
export function checkOperation(operation: Operation, evidence: Evidence, circumstances: Circumstances): CheckResult {
  const { moves } = evidence;
  const commands = commandsOf(operation);
  const refused = commands.find(({ status }) => status !== undefined && status !== 200);
  if (refused) return fault(`${refused.order} was answered ${refused.status}`);
  const word = moves.map(({ to }) => (to === 'OFF' ? 'F' : 'N')).join('');
  const allowed = wordsOf(operation, evidence);
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

/** The sequences of moves that the relay may make. */
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

/** True when the controller that answered the command has lived to say that it is done with it. */
const hasEndedAlive = (command: Command, rest: Evidence['rest']): boolean =>
  isAnswered(command) &&
  typeof rest === 'object' &&
  rest.run === command.run &&
  rest.askedAt > (command.settledAt ?? Infinity);

/** A sentence about the first move that came when it should not have. */
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

/** True when nothing that was asked can move the relay any more. */
function isAtRest(operation: Operation, { moves, rest }: Evidence, { restarts, now, slowest }: Circumstances): boolean {
  const commands = commandsOf(operation);
  if (operation.cycle.length === 0) return restarts.hasSuccessor(Math.max(...commands.map(({ run }) => run)));
  const since = Math.max(...commands.map(({ settledAt = now }) => settledAt), ...moves.map(({ at }) => at));
  if (rest === 'never tells') return restarts.up(since, now) > operation.wait + UNSEEN + slowest;
  return rest !== undefined && rest.askedAt > since;
}

/** Since when the relay is owed its ON. */
function promisedAt({ cycle, last }: Operation, moves: readonly Move[]): number {
  const answers = [...cycle, ...(last ? [last] : [])].filter(isAnswered).map(({ settledAt = 0 }) => settledAt);
  return Math.min(...answers, ...moves.map(({ at }) => at), ...cycle.filter(isAccepted).map(({ sentAt }) => sentAt));
}
