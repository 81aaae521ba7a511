import type { Moves, Request, Shown, Switching } from './switching-model.js';

/** A request that was answered. Moments are those of one count of all sendings and answers. */
export interface Done {
  readonly request: Request;
  readonly sentAt: number;
  readonly answeredAt: number;
  /** What the answer showed, by the place of the relay. */
  readonly shown: ReadonlyMap<number, Partial<Shown>>;
}

/**
 * The states in which some serial order of the requests can have ended: an order that keeps to who was answered before
 * who was sent, that explains every answer, and in which relays moved just as the plant says. None: there is no such order.
 *
 * @param before the states from which it may have begun
 * @param log what moved, in that order
 * @param now the moment of all of it, s
 */
export function statesAfter(
  before: readonly Switching[],
  requests: readonly Done[],
  log: readonly Moves[],
  now: number,
): Switching[] {
  const ends = new Map<string, Switching>();
  const been = new Set<string>();
  const all = 2 ** requests.length - 1;

  const go = (state: Switching, done: number, told: number): void => {
    const key = `${done} ${told} ${state.key}`;
    if (been.has(key)) return;
    been.add(key);
    const next = log[told];
    if (done === all && !next && state.due(now).size === 0) {
      const end = state.polled(now);
      ends.set(end.key, end);
    }
    if (next && isPartOf(next, state.due(now))) go(state.moved(next, now), done, told + 1);
    for (const [place, each] of requests.entries()) {
      if (done & (1 << place) || !mayBeNext(requests, done, each)) continue;
      const [after, moves] = state.after(each.request, now);
      if (moves.size === 0) answer(after, each, done | (1 << place), told);
      else if (next?.size === moves.size && isPartOf(next, moves)) answer(after, each, done | (1 << place), told + 1);
    }
  };
  /** Between what a request does and what it answers, moves that are due may come. */
  const answer = (state: Switching, request: Done, done: number, told: number): void => {
    if (explains(state, request)) go(state, done, told);
    const next = log[told];
    if (next && isPartOf(next, state.due(now))) answer(state.moved(next, now), request, done, told + 1);
  };
  for (const state of before) go(state, 0, 0);
  return [...ends.values()];
}

/** All that was answered before it was sent has had its turn. */
const mayBeNext = (requests: readonly Done[], done: number, { sentAt }: Done): boolean =>
  requests.every(({ answeredAt }, place) => done & (1 << place) || answeredAt > sentAt);

const explains = (state: Switching, { shown }: Done): boolean =>
  [...shown].every(([place, seen]) => {
    const is = state.shown(place);
    return Object.entries(seen).every(([member, value]) => is[member as keyof Shown] === value);
  });

const isPartOf = (some: Moves, all: Moves): boolean => [...some].every(([place, to]) => all.get(place) === to);
