import { commandsOf, isAccepted, isAnswered, type Command, type Errand } from './errand.js';
import type { Lives } from './lives.js';
import type { Move } from './plant-process.js';

/** How long after its time, counted while a controller was ready, a relay may stay dark. */
const GRACE = 5000;
/** An OFF comes with the next poll cycle; a controller that lived so long after its answer has had several. */
const SURELY_BEGUN = 3000;
/** A cycle may end by so much early: the product's own 100 ms, and what a commit takes on a busy machine. */
const EARLY = 300;
/** A finished cycle's row is gone by then. */
const TIDY = 500;
/** The longest that a cycle of which nothing is seen can still be pending, beyond its time. */
const UNSEEN = 3000;

export interface Verdict {
  /** In what way the controller broke its word. */
  readonly fault?: string;
  /** Nothing more may move. */
  readonly isOver: boolean;
}

/** Judges an errand by the moves of its relay since it began. Moves are written as F (to OFF) and N (to ON). */
export function judge(errand: Errand, moves: readonly Move[], lives: Lives, now: number): Verdict {
  const commands = commandsOf(errand);
  const refused = commands.find(({ status }) => status !== undefined && status !== 200);
  if (refused) return fault(`${refused.order} was answered ${refused.status}`);
  const word = moves.map(({ to }) => (to === 'OFF' ? 'F' : 'N')).join('');
  const allowed = wordsOf(errand, lives, now);
  const early = wrongMoment(errand, moves);
  if (early !== undefined) return fault(early);
  if (!allowed.some((each) => each.startsWith(word))) {
    return fault(`moved ${word || 'not at all'}, allowed: ${allowed.map((each) => each || 'no move').join(', ')}`);
  }
  if (commands.length === 0 || commands.some(({ settledAt }) => settledAt === undefined)) return { isOver: false };

  const fits = allowed.includes(word);
  const { last } = errand;
  if (last && isAnswered(last)) return fits ? { isOver: true } : fault(`${last.order} was answered, but moved ${word}`);
  if (!fits) {
    const since = promisedAt(errand, moves);
    const patience = errand.wait + GRACE;
    if (lives.up(since, now) > patience)
      return fault(`moved ${word || 'not at all'} and is not ON ${patience} ms later`);
    return { isOver: false };
  }
  return { isOver: !errand.hasMore && isOver(errand, word, allowed, moves, lives, now) };
}

const fault = (sentence: string): Verdict => ({ fault: sentence, isOver: true });

/** The sequences of moves that the relay may make. */
function wordsOf(errand: Errand, lives: Lives, now: number): string[] {
  const { state, cycle, last, cycleKind } = errand;
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
  return !last && cycle.some((each) => isAnswered(each) && lifeAfter(each, lives, now) > SURELY_BEGUN)
    ? ['FN']
    : ['', 'FN'];
}

/** How long the controller lived, or has lived, after it answered. */
function lifeAfter({ life, settledAt = Infinity }: Command, lives: Lives, now: number): number {
  return lives.up(settledAt, lives.all[life - 1]?.endedAt ?? now);
}

/** A sentence about the first move that came when it should not have. */
function wrongMoment(errand: Errand, moves: readonly Move[]): string | undefined {
  const { cycle, last, wait } = errand;
  const offLives = commandsOf(errand)
    .filter(({ order }) => order !== 'ON')
    .map(({ life }) => life);
  for (const [place, { at, to, life }] of moves.entries()) {
    if (last && isAnswered(last) && at > (last.settledAt ?? Infinity))
      return `moved ${to} after ${last.order} was answered`;
    if (cycle.length === 0 && life !== last?.life) return `moved ${to} in a life in which nobody asked for it`;
    if (to === 'OFF' && !offLives.includes(life)) return `was turned OFF in a life in which nobody asked for it`;
    if (to === 'OFF' || cycle.length === 0) continue;
    if (last?.order === 'ON' && at > last.sentAt) continue;
    const from = moves[place - 1]?.at ?? Math.min(...cycle.map(({ sentAt }) => sentAt));
    if (at < from + wait - EARLY) return `was turned ON after ${Math.round(at - from)} of ${wait} ms`;
  }
  return undefined;
}

/** Since when the relay is owed its ON. */
function promisedAt({ cycle, last }: Errand, moves: readonly Move[]): number {
  const answers = [...cycle, ...(last ? [last] : [])].filter(isAnswered).map(({ settledAt = 0 }) => settledAt);
  return Math.min(...answers, ...moves.map(({ at }) => at), ...cycle.filter(isAccepted).map(({ sentAt }) => sentAt));
}

function isOver(
  errand: Errand,
  word: string,
  allowed: readonly string[],
  moves: readonly Move[],
  lives: Lives,
  now: number,
): boolean {
  const commands = commandsOf(errand);
  const settledAt = Math.max(...commands.map((command) => command.settledAt ?? now));
  const life = Math.max(...commands.map((command) => command.life));
  if (errand.cycle.length === 0) return lives.hasSuccessor(life);
  const isComplete = !allowed.some((each) => each.length > word.length && each.startsWith(word));
  const since = Math.max(settledAt, moves.at(-1)?.at ?? 0);
  return lives.up(since, now) > (isComplete && word !== '' ? TIDY : errand.wait + UNSEEN);
}
