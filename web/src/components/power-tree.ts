import { useMemo } from 'react';
import type { Schema } from '../api/client.js';
import { useApi } from '../api/queries.js';

export type PowerNode = Schema['CapacityNodeView'];
export type NodesById = ReadonlyMap<string, PowerNode>;

/** Interval at which ratings and topology are read again, ms; the readings come from the live stream. */
const EVERY = 30_000;

/** The ratings of all parts and the way of the power through them; empty until they are read. */
export function usePowerTree(): { nodes: readonly PowerNode[]; byId: NodesById } {
  const { data } = useApi('/api/capacity', { every: EVERY });
  // The peaks of the day change with each reading, but nothing here shows them: the parts stay the same objects.
  const text = JSON.stringify(data?.nodes.map(({ id, ...node }) => [id, lasting({ id, ...node })]) ?? []);
  return useMemo(() => {
    const byId = new Map(JSON.parse(text) as [string, PowerNode][]);
    return { nodes: [...byId.values()], byId };
  }, [text]);
}

/** The members of a part that do not change with its load. */
const lasting = ({
  id,
  kind,
  name,
  deviceName,
  receptacle,
  parents,
  ratedAmps,
  usableAmps,
}: PowerNode): Omit<PowerNode, 'peak'> => ({
  ...{ id, kind, name, deviceName, receptacle, parents, ratedAmps, usableAmps },
});

export type Level = 'ok' | 'warn' | 'bad';

/** The limit that a level is above, A. */
export const limitOf = (level: 'warn' | 'bad', node: PowerNode | undefined): number | undefined =>
  level === 'bad' ? node?.ratedAmps : node?.usableAmps;

/** The level of a current against the rating and the part of it for continuous loads. */
export function levelOf(amps: number | undefined, { ratedAmps, usableAmps }: Partial<PowerNode> = {}): Level {
  if (amps === undefined || ratedAmps === undefined) return 'ok';
  if (amps > ratedAmps) return 'bad';
  return amps > (usableAmps ?? ratedAmps) ? 'warn' : 'ok';
}
