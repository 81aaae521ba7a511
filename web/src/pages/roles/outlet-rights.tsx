import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { isHub } from '../../api/role.js';
import type { Permissions } from '../../session/rights.js';
import { useSession } from '../../session/session.js';
import { words } from '../../language/words.js';
import { live, useLiveIds, useLiveSummary } from '../../live/live.js';
import { BulkBar } from '../../components/bulk-bar.js';
import { DataTable, type Selection } from '../../components/data-table.js';
import { Panel } from '../../components/page.js';
import { Loading } from '../../components/loading.js';
import { usePduNames } from './pdu-names.js';
import { mayGive, withRight, type OutletRight } from './outlet-right.js';
import { RightBox } from './right-box.js';

interface OutletRightsProps {
  readonly permissions: Permissions;
  readonly mayChange: boolean;
  /** True if the role names others that the caller may not know. */
  readonly hasHidden: boolean;
  readonly onChange: (some: Partial<Permissions>) => void;
}

interface Row {
  readonly id: string;
  readonly outletIndex: number;
  readonly outletName: string;
}

const RIGHTS = ['modify', 'view', 'none'] as const;

/** The outlets, or the PDUs of a hub, that a role may view and switch, set one by one or for all selected rows. */
export function OutletRights({ permissions, mayChange, hasHidden, onChange }: OutletRightsProps) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const { rights } = useSession();
  const rows = useNames();
  const texts = words.roles;
  const [view, modify] = [new Set(permissions.viewOutlets), new Set(permissions.modifyOutlets)];
  const set = (ids: Iterable<string>, right: OutletRight): void => onChange(withRight(permissions, ids, right));
  return (
    <Panel title={texts.perOutlet}>
      <div className="outlet-rights">
        {mayChange && (
          <Text size="sm" c="dimmed" mb="xs">
            {texts.perOutletHelp}
            {rows?.every(({ id }) => mayGive(rights, id, 'modify')) === false && ` ${texts.ownOnly}`}
          </Text>
        )}
        {hasHidden && (
          <Text size="sm" mb="xs">
            {texts.hiddenPdus}
          </Text>
        )}
        {!rows && <Loading />}
        {rows && (
          <DataTable
            label={texts.outlets}
            rows={rows}
            rowKey={({ id }) => id}
            rowName={({ outletName }) => outletName}
            searchText={({ outletIndex, outletName }) => `${outletIndex} ${outletName}`}
            {...(mayChange && {
              selected,
              onSelect: setSelected,
              bulk: (selection: Selection<Row>) => (
                <BulkBar selection={selection}>
                  {RIGHTS.map((right) => (
                    <Button
                      key={right}
                      variant="default"
                      disabled={
                        selection.chosen.length === 0 || !selection.chosen.every(({ id }) => mayGive(rights, id, right))
                      }
                      onClick={() =>
                        set(
                          selection.chosen.map(({ id }) => id),
                          right,
                        )
                      }
                    >
                      {texts.bulk[right]}
                    </Button>
                  ))}
                </BulkBar>
              ),
            })}
            columns={[
              {
                key: 'index',
                header: words.outlets.index,
                width: '52px',
                sort: ({ outletIndex }) => outletIndex,
                cell: ({ outletIndex }) => outletIndex,
              },
              {
                key: 'name',
                header: words.common.name,
                width: '38%',
                sort: ({ outletName }) => outletName,
                cell: ({ outletName }) => outletName,
              },
              {
                key: 'rights',
                header: texts.flags,
                cell: ({ id, outletName }) => (
                  <Group gap="lg">
                    <RightBox
                      label={texts.mayView}
                      name={texts.mayViewOf(outletName)}
                      isOn={view.has(id)}
                      mayChange={mayChange}
                      mayGive={mayGive(rights, id, 'view')}
                      onChange={(isOn) => set([id], viewed(isOn, modify.has(id)))}
                    />
                    <RightBox
                      label={texts.maySwitch}
                      name={texts.maySwitchOf(outletName)}
                      isOn={modify.has(id)}
                      mayChange={mayChange}
                      mayGive={mayGive(rights, id, 'modify')}
                      onChange={(isOn) => set([id], switched(isOn, view.has(id)))}
                    />
                  </Group>
                ),
              },
            ]}
          />
        )}
      </div>
    </Panel>
  );
}

/** The outlets that the caller may see; undefined before the first live message. */
function useOutletNames(): readonly Row[] | undefined {
  const ids = useLiveIds('outlets');
  const rows = useLiveSummary(() =>
    JSON.stringify(
      live.all('outlets').map(({ id, outletIndex, outletName }) => ({ id, outletIndex, outletName }) satisfies Row),
    ),
  );
  return ids && (JSON.parse(rows) as Row[]);
}

const useNames = isHub ? usePduNames : useOutletNames;

/** The permission on an outlet after its checkbox "View" was set or cleared. */
function viewed(isOn: boolean, isSwitched: boolean): OutletRight {
  if (!isOn) return 'none';
  return isSwitched ? 'modify' : 'view';
}

/** The permission on an outlet after its checkbox "Switch" was set or cleared; a role may switch what it does not view. */
function switched(isOn: boolean, isViewed: boolean): OutletRight {
  if (isOn) return 'modify';
  return isViewed ? 'view' : 'none';
}
