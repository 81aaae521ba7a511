import { useMemo, useState } from 'react';
import { api, type Answer, type Schema } from '../../api/client.js';
import { useChange } from '../../api/queries.js';
import type { NodesById } from './use-power-tree.js';

type WhatIf = Answer<'post', '/api/capacity/what-if'>;

export interface Plan {
  readonly isOn: boolean;
  readonly toggle: () => void;
  readonly load: number | string;
  readonly setLoad: (watts: number | string) => void;
  /** Adds the load to an outlet. */
  readonly add: (outlet: string) => void;
  readonly lostInlet: string | undefined;
  readonly lose: (inlet: string | undefined) => void;
  readonly clear: () => void;
  /** The loads added so far, W by outlet. */
  readonly added: ReadonlyMap<string, number>;
  readonly result: WhatIf | undefined;
  readonly error: Error | null;
  /** The tree as it would be; undefined while nothing is planned. */
  readonly nodes: NodesById | undefined;
  /** Ids of the parts that would be overloaded or lose their power. */
  readonly broken: ReadonlySet<string>;
}

const NOTHING: ReadonlyMap<string, number> = new Map();

/** A change that is only calculated: loads added to outlets, and an inlet that is lost. */
export function usePlan(): Plan {
  const [isOn, setOn] = useState(false);
  const [load, setLoad] = useState<number | string>(450);
  const [added, setAdded] = useState(NOTHING);
  const [lostInlet, setLost] = useState<string>();
  const { mutate, data, reset, error } = useChange((body: Schema['WhatIfDto']) =>
    api.post('/api/capacity/what-if', { body }),
  );
  const calculate = (loads: ReadonlyMap<string, number>, inlet: string | undefined): void => {
    setAdded(loads);
    setLost(inlet);
    if (loads.size === 0 && inlet === undefined) return reset();
    const changes = [...loads].map(([outlet, addWatts]) => ({ outlet, addWatts }));
    mutate({ ...(changes.length > 0 && { changes }), ...(inlet !== undefined && { inletLost: inlet }) });
  };
  const clear = (): void => calculate(NOTHING, undefined);
  const result = isOn ? data : undefined;
  const [nodes, broken] = useMemo(
    () => [
      result && new Map(result.nodes.map((node) => [node.id, node])),
      new Set([...(result?.violations.map(({ node }) => node) ?? []), ...(result?.unpowered ?? [])]),
    ],
    [result],
  );
  return {
    ...{ isOn, load, setLoad, added, lostInlet, clear, result, error, nodes, broken },
    toggle: () => {
      if (isOn) clear();
      setOn(!isOn);
    },
    add: (outlet) => {
      if (typeof load !== 'number') return;
      calculate(new Map(added).set(outlet, (added.get(outlet) ?? 0) + load), lostInlet);
    },
    lose: (inlet) => calculate(added, inlet),
  };
}
