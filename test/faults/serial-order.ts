import type { Moves, Request, Shown, SwitchingModel } from './switching-model.js';

/** A request that was answered. Its moments are positions in the common sequence of all sendings and answers. */
export interface Done {
  readonly request: Request;
  readonly sentAt: number;
  readonly answeredAt: number;
  /** The states in the answer, by the index of the relay. */
  readonly shown: ReadonlyMap<number, Partial<Shown>>;
}

/**
 * The end states of all valid serial orders of the requests. An order is valid if a request that was answered before
 * another was sent precedes it, if it explains every answer, and if the relays move as the simulator recorded.
 *
 * @param before the possible initial states
 * @param log the moves in their order
 * @param now the moment of all requests, s
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
  /** Continues with the answer of a request: due moves may happen between its effect and its answer. */
  const answer = (state: SwitchingModel, request: Done, done: number, consumed: number): void => {
    if (explains(state, request)) go(state, done, consumed);
    const next = log[consumed];
    if (next && isPartOf(next, state.due(now))) answer(state.moved(next, now), request, done, consumed + 1);
  };
  for (const state of before) go(state, 0, 0);
  return [...ends.values()];
}

/** True when every request that was answered before this one was sent is done. */
const mayBeNext = (requests: readonly Done[], done: number, { sentAt }: Done): boolean =>
  requests.every(({ answeredAt }, place) => done & (1 << place) || answeredAt > sentAt);

const explains = (state: SwitchingModel, { shown }: Done): boolean =>
  [...shown].every(([place, seen]) => {
    const is = state.shown(place);
    return Object.entries(seen).every(([member, value]) => is[member as keyof Shown] === value);
  });

const isPartOf = (some: Moves, all: Moves): boolean => [...some].every(([place, to]) => all.get(place) === to);
