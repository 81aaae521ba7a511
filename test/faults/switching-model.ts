import type { OnOff } from '../../src/common/units.js';

/** The requests of a client; relays by their index in the list of the test. */
export type Order = OnOff | 'REBOOT';
export type Request =
  | { readonly to: 'relay'; readonly place: number; readonly order?: Order | undefined; readonly name?: string }
  | { readonly to: 'several'; readonly places: readonly number[]; readonly order: Order }
  | { readonly to: 'group'; readonly group: number; readonly order: Order }
  /** A poll cycle on request; it may make the moves that are due. */
  | { readonly to: 'poll' };

/** A relay as a client sees it. */
export interface Shown {
  readonly state: OnOff;
  /** Absent for a kind of relay without this member. */
  readonly rebootStatus?: 'none' | 'pendingOff' | 'pendingOn';
  readonly name: string;
}

/** A pending ON; `due` is absent while its OFF is still pending. */
interface Cycle {
  /** s */
  readonly wait: number;
  readonly due?: number | undefined;
  readonly group?: number | undefined;
}

interface Relay {
  readonly state: OnOff;
  readonly name: string;
  readonly cycle?: Cycle | undefined;
}

/** Simultaneous changes of relays: index of the relay, and its new state. */
export type Moves = ReadonlyMap<number, OnOff>;
const NONE: Moves = new Map();

/** All relays at one moment. Immutable: each step answers a new one. */
export class SwitchingModel {
  constructor(
    readonly relays: readonly Relay[],
    private readonly offSeconds: readonly number[],
    private readonly groups: readonly (readonly number[])[],
  ) {}

  /** The same text for the same state. */
  get key(): string {
    return JSON.stringify(this.relays);
  }

  shown(place: number): Required<Shown> {
    const { state = 'ON', name = '', cycle } = this.relays[place] ?? {};
    const pending = cycle && cycle.due === undefined && state === 'ON' ? 'pendingOff' : 'pendingOn';
    return { state, name, rebootStatus: cycle ? pending : 'none' };
  }

  /** The immediate effect of a request. */
  after(request: Request, now: number): [SwitchingModel, Moves] {
    switch (request.to) {
      case 'relay': {
        const [next, moves] = request.order ? this.#apply([request.place], request.order, now) : [this, NONE];
        const { name } = request;
        return [name === undefined ? next : next.#with([request.place], (relay) => ({ ...relay, name })), moves];
      }
      case 'several':
        return this.#apply(request.places, request.order, now);
      case 'group':
        return request.order === 'REBOOT' ? [this.#rebootGroup(request.group), NONE] : this.#applyToGroup(request, now);
      case 'poll':
        return [this, NONE];
    }
  }

  /** The moves of cycles that are due. */
  due(now: number): Moves {
    const moves = new Map<number, OnOff>();
    for (const [place, { cycle, state }] of this.relays.entries()) {
      if (!cycle) continue;
      const to = cycle.due === undefined ? 'OFF' : 'ON';
      if (to !== state && (cycle.due ?? now) <= now) moves.set(place, to);
    }
    return moves;
  }

  /** The states after some of these moves. */
  moved(moves: Moves, now: number): SwitchingModel {
    return this.#with([...moves.keys()], ({ name, cycle }, place) => {
      const state = moves.get(place) ?? 'ON';
      return { state, name, cycle: state === 'OFF' ? turnedOff(cycle, now) : undefined };
    });
  }

  /** The state at the end of a poll cycle: an OFF of a relay that was already off is done too. */
  polled(now: number): SwitchingModel {
    return this.#with([...this.relays.keys()], (relay) =>
      relay.cycle && relay.cycle.due === undefined && relay.state === 'OFF'
        ? { ...relay, cycle: turnedOff(relay.cycle, now) }
        : relay,
    );
  }

  #applyToGroup(
    { group, order }: { readonly group: number; readonly order: Order },
    now: number,
  ): [SwitchingModel, Moves] {
    return this.#apply(this.groups[group] ?? [], order, now);
  }

  #apply(places: readonly number[], order: Order, now: number): [SwitchingModel, Moves] {
    if (order === 'REBOOT') {
      const reboot = (relay: Relay, place: number): Relay => {
        if (relay.cycle) return relay;
        const wait = this.offSeconds[place] ?? 0;
        return { ...relay, cycle: { wait, due: relay.state === 'OFF' ? now + wait : undefined } };
      };
      return [this.#with(places, reboot), NONE];
    }
    const moving = places.filter((place) => this.relays[place]?.state !== order);
    const next = this.#with(places, ({ name }) => ({ state: order, name }));
    return [next, new Map(moving.map((place) => [place, order]))];
  }

  /** A group's reboot turns all relays off together and on together; one that runs already goes on unchanged. */
  #rebootGroup(group: number): SwitchingModel {
    const members = this.groups[group] ?? [];
    if (members.some((place) => this.relays[place]?.cycle?.group === group)) return this;
    const wait = Math.max(...members.map((place) => this.offSeconds[place] ?? 0));
    return this.#with(members, (relay) => ({ ...relay, cycle: { wait, group } }));
  }

  #with(places: readonly number[], change: (relay: Relay, place: number) => Relay): SwitchingModel {
    const relays = this.relays.map((relay, place) => (places.includes(place) ? change(relay, place) : relay));
    return new SwitchingModel(relays, this.offSeconds, this.groups);
  }
}

const turnedOff = (cycle: Cycle | undefined, now: number): Cycle | undefined =>
  cycle && { ...cycle, due: now + cycle.wait };
