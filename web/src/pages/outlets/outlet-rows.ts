import { useMemo } from 'react';
import type { Schema } from '../../api/client.js';
import { useApi } from '../../api/queries.js';
import { useSession } from '../../session/session.js';
import { live, useLiveIds, useLiveSummary } from '../../live/live.js';
import { conditionNow } from './outlet-state.js';

type Outlet = Schema['OutletView'];

/** The members of an outlet that seldom change, so that the table is rendered again only when they do. */
export interface OutletRow extends Pick<
  Outlet,
  | 'id'
  | 'outletName'
  | 'outletIndex'
  | 'receptacle'
  | 'state'
  | 'protection'
  | 'pwrOnState'
  | 'customRebootTimeEnabled'
  | 'customRebootTime'
  | 'device'
  | 'labels'
  | 'consumers'
> {
  readonly bankId: string;
  /** Empty for a role that may not view banks: the id of a bank is no name. */
  readonly bankName: string;
  readonly groups: readonly string[];
  readonly isRebooting: boolean;
  readonly hasFailed: boolean;
}

const facts = (outlet: Outlet) => {
  const { id, outletName, outletIndex, receptacle, state, protection, device, labels, consumers } = outlet;
  const { bankId, rebootStatus, pwrOnState, customRebootTimeEnabled, customRebootTime } = outlet;
  return {
    ...{ id, outletName, outletIndex, receptacle, state, protection, device, labels, consumers },
    ...{ pwrOnState, customRebootTimeEnabled, customRebootTime },
    bankId: String(bankId),
    isRebooting: rebootStatus !== 'none',
    hasFailed: conditionNow(id) === 'relayFault',
  };
};

/** The outlets that the caller may view, with the groups that they are in; undefined before the first live message. */
export function useOutletRows(): readonly OutletRow[] | undefined {
  const { rights } = useSession();
  const ids = useLiveIds('outlets');
  const stable = useLiveSummary(() => JSON.stringify(live.all('outlets').map(facts)));
  const banks = useLiveSummary(() => JSON.stringify(live.all('banks').map(({ id, bankName }) => [id, bankName])));
  const { data: groups = NO_GROUPS } = useApi('/api/groups', {
    enabled: rights.can('viewOutletGroups'),
    every: 15_000,
  });
  const isKnown = ids !== undefined;
  return useMemo(() => {
    if (!isKnown) return undefined;
    const bankNames = new Map(JSON.parse(banks) as [string, string][]);
    return (JSON.parse(stable) as ReturnType<typeof facts>[]).map((outlet) => ({
      ...outlet,
      bankName: bankNames.get(outlet.bankId) ?? '',
      groups: groups
        .filter(({ outlets }) => outlets.some(({ id }) => id === outlet.id))
        .map(({ groupName }) => groupName),
    }));
  }, [isKnown, stable, banks, groups]);
}

const NO_GROUPS: readonly Schema['GroupView'][] = [];
