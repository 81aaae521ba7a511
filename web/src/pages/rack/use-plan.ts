import { useEffect, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { api, type Answer, type Schema } from '../../api/client.js';
import { useChange } from '../../api/queries.js';
import type { NodesById } from '../../components/power-tree.js';
import { planIn, withLoad, withPlan, type PlannedChange } from './plan-address.js';

type WhatIf = Answer<'post', '/api/capacity/what-if'>;

export interface Plan extends PlannedChange {
  readonly isOn: boolean;
  readonly toggle: () => void;
  readonly load: number | string;
  readonly setLoad: (watts: number | string) => void;
  /** Adds the load to an outlet; false while nothing is planned. */
  readonly add: (outlet: string) => boolean;
  /** Takes away what was added to an outlet. */
  readonly remove: (outlet: string) => void;
  readonly lose: (inlet: string | undefined) => void;
  readonly clear: () => void;
  readonly result: WhatIf | undefined;
  readonly error: Error | null;
  /** The tree as it would be; undefined while nothing is planned. */
  readonly nodes: NodesById | undefined;
  /** Ids of the parts that would be overloaded or lose their power. */
  readonly broken: ReadonlySet<string>;
}

const NOTHING: PlannedChange = { added: new Map(), lostInlet: undefined };
const USUAL_LOAD = 450;

/**
 * A change that is only calculated: loads added to outlets, and an inlet that is lost. It is in the address, so that
 * whoever gets the address sees the same.
 */
export function usePlan(): Plan {
  const [params, setParams] = useSearchParams();
  const [load, setLoad] = useState<number | string>(USUAL_LOAD);
  const { mutate, data, reset, error } = useChange((body: Schema['WhatIfDto']) =>
    api.post('/api/capacity/what-if', { body }),
  );
  const key = withPlan(new URLSearchParams(), planIn(params)).toString();
  const change = useMemo(() => planIn(new URLSearchParams(key)), [key]);
  const { added, lostInlet } = change ?? NOTHING;
  const isEmpty = added.size === 0 && lostInlet === undefined;
  // The address has the last change already while the page with it is still drawn: a tap in between counts for what it has.
  const set = (next: (before: PlannedChange | undefined) => PlannedChange | undefined): void => {
    const address = new URLSearchParams(location.search);
    setParams(withPlan(address, next(planIn(address))), { replace: true });
  };
  useEffect(() => {
    if (isEmpty) return reset();
    const changes = [...added].map(([outlet, addWatts]) => ({ outlet, addWatts }));
    mutate({ ...(changes.length > 0 && { changes }), ...(lostInlet !== undefined && { inletLost: lostInlet }) });
  }, [added, lostInlet, isEmpty, mutate, reset]);
  const result = isEmpty ? undefined : data;
  const [nodes, broken] = useMemo(
    () => [
      result && new Map(result.nodes.map((node) => [node.id, node])),
      new Set([...(result?.violations.map(({ node }) => node) ?? []), ...(result?.unpowered ?? [])]),
    ],
    [result],
  );
  return {
    ...{ isOn: change !== undefined, load, setLoad, added, lostInlet, result, error, nodes, broken },
    clear: () => set(() => NOTHING),
    toggle: () => set((before) => (before ? undefined : NOTHING)),
    add: (outlet) => {
      if (!planIn(new URLSearchParams(location.search))) return false;
      if (typeof load === 'number' && load >= 1) set((before = NOTHING) => withLoad(before, outlet, load));
      return true;
    },
    remove: (outlet) =>
      set((before = NOTHING) => ({ ...before, added: new Map([...before.added].filter(([id]) => id !== outlet)) })),
    lose: (lostInlet) => set((before = NOTHING) => ({ ...before, lostInlet })),
  };
}
