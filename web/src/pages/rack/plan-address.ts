/** A change that is only calculated, as the address of the page has it: `?plan=3-1200578:450&lose=I-1000036`. */
export interface PlannedChange {
  /** The loads added, W by id of the outlet. */
  readonly added: ReadonlyMap<string, number>;
  readonly lostInlet: string | undefined;
}

/** More than any receptacle delivers, W. */
export const MAX_LOAD = 100_000;
const ADDED = /^([\w-]{1,100}):(\d{1,6})$/;

/** The change that an address asks for; undefined if it has none. What is no outlet with a load is left out. */
export function planIn(params: URLSearchParams): PlannedChange | undefined {
  const [plan, lose] = [params.get('plan'), params.get('lose')];
  if (plan === null && lose === null) return undefined;
  const loads = (plan ?? '').split(',').flatMap((text): [string, number][] => {
    const [, outlet = '', watts = ''] = ADDED.exec(text) ?? [];
    const load = Number(watts);
    return outlet === '' || load < 1 || load > MAX_LOAD ? [] : [[outlet, load]];
  });
  return { added: new Map(loads), lostInlet: lose === null || lose === '' ? undefined : lose };
}

/** The address with a change in place of the one that it has; undefined takes it away. */
export function withPlan(params: URLSearchParams, change: PlannedChange | undefined): URLSearchParams {
  const next = new URLSearchParams(params);
  next.delete('plan');
  next.delete('lose');
  if (!change) return next;
  next.set('plan', [...change.added].map(([outlet, watts]) => `${outlet}:${watts}`).join(','));
  if (change.lostInlet !== undefined) next.set('lose', change.lostInlet);
  return next;
}

/** The change with a load, W, added to that of an outlet. */
export function withLoad(change: PlannedChange, outlet: string, load: number): PlannedChange {
  const sum = Math.min(MAX_LOAD, (change.added.get(outlet) ?? 0) + Math.round(load));
  return { ...change, added: new Map(change.added).set(outlet, sum) };
}
