import { useMemo } from 'react';
import type { Schema } from '../../api/client.js';
import { useApi } from '../../api/queries.js';

export type PowerNode = Schema['CapacityNodeView'];
export type NodesById = ReadonlyMap<string, PowerNode>;

/** Interval at which ratings and topology are read again, ms; the readings come from the live stream. */
const EVERY = 30_000;

/** The ratings of all parts and the way of the power through them; empty until they are read. */
export function usePowerTree(): { nodes: readonly PowerNode[]; byId: NodesById } {
  const { data } = useApi('/api/capacity', { every: EVERY });
  return useMemo(() => {
    const nodes = data?.nodes ?? [];
    return { nodes, byId: new Map(nodes.map((node) => [node.id, node])) };
  }, [data]);
}
