import type { Millis } from '../common/clock.js';
import { DurationHistogram } from '../common/duration-histogram.js';

/** A route of Express: one object for as long as the process runs. */
export interface ExpressRoute {
  readonly path: string | readonly string[];
  readonly methods: Readonly<Record<string, boolean | undefined>>;
}

/** The requests of one route, or of all paths without a route. */
export interface RouteTraffic {
  readonly method: string;
  /** Template, for example `/api/outlets/:outletId`: never a path that a client sent. */
  readonly path: string;
  /** Responses by class of their status, 1xx to 5xx. */
  readonly answers: number[];
  readonly durations: DurationHistogram;
}

const DURATION_BUCKETS: readonly Millis[] = [0.5, 1, 5, 10, 50, 100, 500, 1000, 5000, 10_000];

/** Counts every response, at the cost of a look-up and four additions. */
export class HttpTraffic {
  readonly #byRoute = new Map<ExpressRoute, RouteTraffic>();
  readonly #unserved = trafficOf('other', 'none');

  record(route: ExpressRoute | undefined, status: number, duration: Millis): void {
    const traffic = route ? (this.#byRoute.get(route) ?? this.#addRoute(route)) : this.#unserved;
    const place = Math.floor(status / 100) - 1;
    traffic.answers[place] = (traffic.answers[place] ?? 0) + 1;
    traffic.durations.observe(duration);
  }

  /** Every route that was requested since the start. */
  get routes(): readonly RouteTraffic[] {
    return [...this.#byRoute.values(), this.#unserved].filter(({ durations }) => durations.count > 0);
  }

  #addRoute(route: ExpressRoute): RouteTraffic {
    const method = Object.keys(route.methods).find((each) => route.methods[each]) ?? '_all';
    const path = typeof route.path === 'string' ? route.path : route.path.join(' ');
    const traffic = trafficOf(method === '_all' ? 'any' : method.toUpperCase(), path);
    this.#byRoute.set(route, traffic);
    return traffic;
  }
}

const trafficOf = (method: string, path: string): RouteTraffic => ({
  method,
  path,
  answers: [0, 0, 0, 0, 0],
  durations: new DurationHistogram(DURATION_BUCKETS),
});
