import type { Moves, Request, Shown, SwitchingModel } from './switching-model.js';

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
 * who was sent, that explains every answer, and in which relays moved just as the simulator says. None: there is no such order.
 *
 * @param before the states from which it may have begun
 * @param log what moved, in that order
 * @param now the moment of all of it, s
 */
export function statesAfter(
  before: readonly SwitchingModel[],
  requests: readonly Done[],
  log: readonly Moves[],
  now: number,
): SwitchingModel[] {
  const ends = new Map<string, SwitchingModel>();
  const been = new Set<string>();
  const all = 2 ** requests.length - 1;

  const go = (state: SwitchingModel, done: number, consumed: number): void => {
    const key = `${done} ${consumed} ${state.key}`;
    if (been.has(key)) return;
    been.add(key);
    const next = log[consumed];
    if (done === all && !next && state.due(now).size === 0) {
      const end = state.polled(now);
      ends.set(end.key, end);
    }
    if (next && isPartOf(next, state.due(now))) go(state.moved(next, now), done, consumed + 1);
    for (const [place, each] of requests.entries()) {
      if (done & (1 << place) || !mayBeNext(requests, done, each)) continue;
      const [after, moves] = state.after(each.request, now);
      if (moves.size === 0) answer(after, each, done | (1 << place), consumed);
      else if (next?.size === moves.size && isPartOf(next, moves))
        answer(after, each, done | (1 << place), consumed + 1);
    }
  };
  /** Between what a request does and what it answers, moves that are due may come. */
  const answer = (state: SwitchingModel, request: Done, done: number, consumed: number): void => {
    if (explains(state, request)) go(state, done, consumed);
    const next = log[consumed];
    if (next && isPartOf(next, state.due(now))) answer(state.moved(next, now), request, done, consumed + 1);
  };
  for (const state of before) go(state, 0, 0);
  return [...ends.values()];
}

/** All that was answered before it was sent is done. */
const mayBeNext = (requests: readonly Done[], done: number, { sentAt }: Done): boolean =>
  requests.every(({ answeredAt }, place) => done & (1 << place) || answeredAt > sentAt);

const explains = (state: SwitchingModel, { shown }: Done): boolean =>
  [...shown].every(([place, seen]) => {
    const is = state.shown(place);
    return Object.entries(seen).every(([member, value]) => is[member as keyof Shown] === value);
  });

const isPartOf = (some: Moves, all: Moves): boolean => [...some].every(([place, to]) => all.get(place) === to);
