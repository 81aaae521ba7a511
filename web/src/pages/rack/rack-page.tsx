import { Button, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';
import { useApi } from '../../api/queries.js';
import type { Command } from '../../components/command-buttons.js';
import { Loading } from '../../components/loading.js';
import { Page } from '../../components/page.js';
import { words } from '../../language/words.js';
import { useLiveIds } from '../../live/live.js';
import { useSession } from '../../session/session.js';
import { useOutletRows, type OutletRow } from '../outlets/outlet-rows.js';
import { useSwitching } from '../outlets/use-switching.js';
import { Figures } from './figures.js';
import { OutletPanel } from './outlet-panel.js';
import { PlanBar } from './plan-bar.js';
import { PowerPath } from './power-path.js';
import { RackGrid } from './rack-grid.js';
import { RackList } from './rack-list.js';
import { SelectionBar } from './selection-bar.js';
import { usePlan } from './use-plan.js';
import { usePowerTree } from './use-power-tree.js';
import './rack.css';

const NOTHING: ReadonlySet<string> = new Set();
/** A unit with more outlets than this is shown as a strip if its form is unknown. */
const MANY = 16;

/** The PDU as a picture: the figures of now, each outlet at its place, and the way of the power to it. */
export default function RackPage() {
  const rows = useOutletRows();
  return rows ? <Rack rows={rows} /> : <Loading />;
}

function Rack({ rows }: { readonly rows: readonly OutletRow[] }) {
  const { deviceName, rights } = useSession();
  const { data: device } = useApi('/api/device');
  const parts = (useLiveIds('inlets')?.length ?? 0) + (useLiveIds('banks')?.length ?? 0);
  const { nodes, byId } = usePowerTree();
  const isPhone = useMediaQuery('(max-width: 48em)');
  const [selected, setSelected] = useState(NOTHING);
  const [opened, setOpened] = useState<string>();
  const plan = usePlan();
  const { run, isBusy } = useSwitching();
  const isStrip = device ? device.formFactor === '0U' : rows.length > MANY;
  const switches = rows.some(({ state }) => state !== undefined);
  const chosen = rows.filter(({ id }) => selected.has(id));
  const shown = rows.find(({ id }) => id === opened);
  const open = (id: string): void => (plan.isOn ? plan.add(id) : setOpened(id));
  const command = (outlets: readonly OutletRow[], each: Command): void => void run({ outlets, command: each });
  const close = (): void => {
    document.querySelector<HTMLElement>(`[data-outlet="${opened ?? ''}"]`)?.focus();
    setOpened(undefined);
  };
  const select = (ids: ReadonlySet<string>): void =>
    setSelected(new Set([...ids].filter((id) => rights.maySwitch(id))));
  const picture = { rows, nodes: byId, plan, onOpen: open };
  return (
    <Page title={deviceName}>
      {rows.length + parts === 0 && <Text c="dimmed">{words.overview.nothing}</Text>}
      <div className="rack">
        <div className="rack-head">
          <Figures nodes={byId} />
          {nodes.length > 0 && (
            <Button variant={plan.isOn ? 'filled' : 'default'} aria-pressed={plan.isOn} onClick={plan.toggle}>
              {words.rack.plan}
            </Button>
          )}
        </div>
        {plan.isOn && <PlanBar plan={plan} nodes={nodes} />}
        <div className="rack-body" data-strip={isStrip || undefined}>
          {rows.length > 0 && (
            <div className="rack-picture">
              {isPhone ? (
                <RackList {...picture} onSwitch={(row, each) => command([row], each)} />
              ) : (
                <RackGrid
                  {...picture}
                  isStrip={isStrip}
                  opened={opened}
                  selected={selected}
                  onSelect={switches && rights.switchesOutlets ? select : undefined}
                />
              )}
            </div>
          )}
          <PowerPath nodes={nodes} plan={plan} opened={opened} height={pathHeight(rows.length, isStrip)} />
        </div>
        {chosen.length > 0 && (
          <SelectionBar
            rows={chosen}
            isBusy={isBusy}
            onCommand={(each) => command(chosen, each)}
            onClear={() => setSelected(NOTHING)}
          />
        )}
      </div>
      {shown && (
        <OutletPanel
          row={shown}
          node={byId.get(shown.id)}
          onCommand={(each) => command([shown], each)}
          onClose={close}
        />
      )}
    </Page>
  );
}

/** The height of the power path, px, with which a strip and the path beside it fit 900 px. */
const pathHeight = (outlets: number, isStrip: boolean): number =>
  isStrip ? 620 : Math.max(200, Math.min(380, outlets * 24));
