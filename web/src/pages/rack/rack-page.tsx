import { Button, Group, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { unacknowledged } from '../../components/alarm-order.js';
import type { Alarm } from '../../components/alarms.js';
import type { Command } from '../../components/command-buttons.js';
import { Icon } from '../../components/icons.js';
import { later } from '../../components/later.js';
import { Loading } from '../../components/loading.js';
import { Page } from '../../components/page.js';
import { usePowerTree, type NodesById } from '../../components/power-tree.js';
import { words } from '../../language/words.js';
import { live, useLiveIds, useLiveSummary } from '../../live/live.js';
import { useAlarms } from '../../session/alarms.js';
import { useSession } from '../../session/session.js';
import { useOutletRows, type OutletRow } from '../outlets/outlet-rows.js';
import { PowerCycleEnds } from '../outlets/power-cycle-ends.js';
import { useSwitching } from '../outlets/use-switching.js';
import { alarmedParts, placeOfAlarm } from './alarmed-parts.js';
import { SetupOffer } from '../start/setup-offer.js';
import { Figures } from './figures.js';
import { PowerPath } from './power-path.js';
import { RackGrid } from './rack-grid.js';
import { RackList } from './rack-list.js';
import { SelectionBar } from './selection-bar.js';
import { shadesOf } from './shades.js';
import { usePlan } from './use-plan.js';
import { useSparks } from './use-sparks.js';
import { WorstAlarm } from './worst-alarm.js';
import './rack.css';
import './rack-grid.css';
import './outlet-tile.css';

const OutletPanel = later(() => import('./outlet-panel.js'));
const PlanBar = later(() => import('./plan-bar.js'));

const NOTHING: ReadonlySet<string> = new Set();

/** The PDU as a picture: the figures of now, each outlet at its place, and the way of the power to it. */
export default function RackPage() {
  const rows = useOutletRows();
  return rows ? <Rack rows={rows} /> : <Loading />;
}

function Rack({ rows }: { readonly rows: readonly OutletRow[] }) {
  const { deviceName, rights, user } = useSession();
  const navigate = useNavigate();
  const parts = (useLiveIds('inlets')?.length ?? 0) + (useLiveIds('banks')?.length ?? 0);
  const isMetered = useLiveSummary(() => live.all('outlets').some(({ watts }) => watts !== undefined));
  const { nodes, byId } = usePowerTree();
  const shadeOf = useMemo(() => shadesOf(nodes), [nodes]);
  const sparks = useSparks(rows, isMetered);
  const { alarms, asOf } = useAlarms();
  const alarmed = useMemo(() => alarmedParts(alarms, asOf), [alarms, asOf]);
  const isPhone = useMediaQuery('(max-width: 48em)');
  const [selected, setSelected] = useState(NOTHING);
  const [isSelecting, setSelecting] = useState(false);
  const [opened, setOpened] = useState<string>();
  const plan = usePlan();
  const { run, isBusy } = useSwitching();
  const isStrip = user.formFactor === '0U';
  const selects = rights.switchesOutlets && rows.some(({ state }) => state !== undefined);
  const chosen = rows.filter(({ id }) => selected.has(id));
  const shown = rows.find(({ id }) => id === opened);
  const open = (id: string): void => {
    if (!plan.add(id)) setOpened(id);
  };
  const command = (outlets: readonly OutletRow[], each: Command): void => void run({ outlets, command: each });
  const close = (): void => {
    document.querySelector<HTMLElement>(`[data-outlet="${opened ?? ''}"]`)?.focus();
    setOpened(undefined);
  };
  const select = (ids: ReadonlySet<string>): void =>
    setSelected(new Set([...ids].filter((id) => rights.maySwitch(id))));
  const showAlarm = (alarm: Alarm): void => {
    const place = placeOfAlarm(alarm, rows);
    if (!place) return void navigate(alarm.path);
    place.scrollIntoView({ block: 'center' });
    place.focus();
    if (alarm.places.includes(place.dataset['outlet'] ?? '')) setOpened(place.dataset['outlet']);
  };
  const picture = {
    ...{ rows, nodes: byId, plan, sparks, alarmed, onOpen: open, selected, isSelecting },
    onSelect: selects ? select : undefined,
  };
  return (
    <Page
      title={deviceName}
      actions={
        <Group gap="xs">
          {selects && (
            <Button
              variant={isSelecting ? 'filled' : 'default'}
              aria-pressed={isSelecting}
              leftSection={<Icon name="check" size={14} />}
              onClick={() => setSelecting(!isSelecting)}
            >
              {words.rack.select}
            </Button>
          )}
          {nodes.length > 0 && (
            <Button
              variant={plan.isOn ? 'filled' : 'default'}
              aria-pressed={plan.isOn}
              leftSection={<Icon name="gauge" size={14} />}
              onClick={plan.toggle}
            >
              {words.rack.plan}
            </Button>
          )}
        </Group>
      }
    >
      <SetupOffer />
      <PowerCycleEnds />
      {rows.length + parts === 0 && <Text c="dimmed">{words.overview.nothing}</Text>}
      <div className="rack" data-opened={shown !== undefined || undefined}>
        <Figures nodes={byId} />
        <WorstAlarm alarms={unacknowledged(alarms)} asOf={asOf} onShow={showAlarm} />
        {plan.isOn && <PlanBar plan={plan} nodes={nodes} />}
        <div className="rack-body" data-strip={(isStrip && rows.length > 0) || undefined}>
          {rows.length > 0 && (
            <div className="rack-picture">
              {isPhone ? (
                <RackList {...picture} onSwitch={(row, each) => command([row], each)} />
              ) : (
                <RackGrid {...picture} isStrip={isStrip} shadeOf={shadeOf} opened={opened} />
              )}
            </div>
          )}
          <PowerPath
            nodes={nodes}
            plan={plan}
            shadeOf={shadeOf}
            alarmed={alarmed}
            opened={opened}
            height={pathHeight(rows.length, isStrip, byId)}
          />
        </div>
        {(chosen.length > 0 || isSelecting) && (
          <SelectionBar
            rows={chosen}
            isBusy={isBusy}
            onCommand={(each) => command(chosen, each)}
            onClear={() => (chosen.length > 0 ? setSelected(NOTHING) : setSelecting(false))}
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

/** The height of the power path, px, with which it and the picture fit 900 px: beside a strip, below a flat unit. */
function pathHeight(outlets: number, isStrip: boolean, nodes: NodesById): number {
  if (outlets === 0) return 240;
  if (!isStrip) return outlets > 8 ? 370 : 460;
  return [...nodes.values()].some(({ kind }) => kind === 'line') ? 530 : 620;
}
