import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import type { Permissions } from '../../app/rights.js';
import { en } from '../../language/en.js';
import { live, useLiveIds, useLiveSummary } from '../../live/live.js';
import { BulkBar } from '../../parts/bulk-bar.js';
import { DataTable, type Selection } from '../../parts/data-table.js';
import { Panel } from '../../parts/page.js';
import { Waiting } from '../../parts/waiting.js';
import { withRight, type OutletRight } from './outlet-right.js';
import { RightBox } from './right-box.js';

interface OutletRightsProps {
  readonly permissions: Permissions;
  readonly mayChange: boolean;
  readonly onChange: (some: Partial<Permissions>) => void;
}

interface Row {
  readonly id: string;
  readonly outletIndex: number;
  readonly outletName: string;
}

const RIGHTS = ['modify', 'view', 'none'] as const;

/** Which outlets a role may see and switch: one by one, or all rows chosen at once. */
export function OutletRights({ permissions, mayChange, onChange }: OutletRightsProps) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const rows = useOutletNames();
  const words = en.roles;
  const [view, modify] = [new Set(permissions.viewOutlets), new Set(permissions.modifyOutlets)];
  const set = (ids: Iterable<string>, right: OutletRight): void => onChange(withRight(permissions, ids, right));
  return (
    <Panel title={words.perOutlet}>
      <div className="outlet-rights">
        {mayChange && (
          <Text size="sm" c="dimmed" mb="xs">
            {words.perOutletHelp}
          </Text>
        )}
        {!rows && <Waiting />}
        {rows && (
          <DataTable
            label={en.titles.outlets}
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
                      disabled={selection.chosen.length === 0}
                      onClick={() =>
                        set(
                          selection.chosen.map(({ id }) => id),
                          right,
                        )
                      }
                    >
                      {words.bulk[right]}
                    </Button>
                  ))}
                </BulkBar>
              ),
            })}
            columns={[
              {
                key: 'index',
                header: en.outlets.index,
                width: '52px',
                sort: ({ outletIndex }) => outletIndex,
                cell: ({ outletIndex }) => outletIndex,
              },
              {
                key: 'name',
                header: en.common.name,
                width: '280px',
                sort: ({ outletName }) => outletName,
                cell: ({ outletName }) => outletName,
              },
              {
                key: 'rights',
                header: words.flags,
                cell: ({ id, outletName }) => (
                  <Group gap="lg">
                    <RightBox
                      label={words.mayView}
                      name={words.mayViewOf(outletName)}
                      isOn={view.has(id)}
                      mayChange={mayChange}
                      onChange={(isOn) => set([id], viewed(isOn, modify.has(id)))}
                    />
                    <RightBox
                      label={words.maySwitch}
                      name={words.maySwitchOf(outletName)}
                      isOn={modify.has(id)}
                      mayChange={mayChange}
                      onChange={(isOn) => set([id], isOn ? 'modify' : 'view')}
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

/** What ticking or clearing "view" makes of an outlet. */
function viewed(isOn: boolean, isSwitched: boolean): OutletRight {
  if (!isOn) return 'none';
  return isSwitched ? 'modify' : 'view';
}
