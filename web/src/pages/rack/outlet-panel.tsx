import { Anchor, CloseButton, Group, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import type { Command } from '../../components/command-buttons.js';
import { LiveValue } from '../../components/live-value.js';
import { LoadBar } from '../../components/load-bar.js';
import { outletTitle } from '../../components/outlet-title.js';
import { levelOf, limitOf, type PowerNode } from '../../components/power-tree.js';
import { consumerNames } from '../../components/consumer-names.js';
import { words } from '../../language/words.js';
import { amps, watts } from '../../language/format.js';
import { live, useLiveSummary } from '../../live/live.js';
import { useSession } from '../../session/session.js';
import { OutletActions } from '../outlets/outlet-actions.js';
import { OutletPower, OutletTimeline, OutletWhy } from '../outlets/outlet-page.js';
import type { OutletRow } from '../outlets/outlet-rows.js';
import { DrawsAgain, OutletState } from '../outlets/outlet-state.js';
import { Marks } from './marks.js';
import './outlet-panel.css';

interface OutletPanelProps {
  readonly row: OutletRow;
  readonly node: PowerNode | undefined;
  readonly onCommand: (command: Command) => void;
  readonly onClose: () => void;
}

/** One outlet beside the picture: its state and why, its commands, its settings, its chart and what happened to it. */
export default function OutletPanel({ row, node, onCommand, onClose }: OutletPanelProps) {
  const { rights } = useSession();
  const close = useRef<HTMLButtonElement>(null);
  const name = outletTitle(row);
  useEffect(() => close.current?.focus(), [row.id]);
  const mayLog = rights.can('viewLog') || rights.can('viewUsersList');
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape closes it from each control in it
    <aside
      className="rack-panel"
      aria-label={name}
      onKeyDown={({ key, defaultPrevented, currentTarget, target }) => {
        // Escape in a dialog that was opened from here closes that dialog only.
        if (key === 'Escape' && !defaultPrevented && currentTarget.contains(target as Node)) onClose();
      }}
    >
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <div>
          <Text component="h2" fw={600} size="lg" lh={1.2} className="breakable">
            <bdi>{name}</bdi>
          </Text>
          <Text size="sm" c="dimmed">
            {[words.rack.place(row.outletIndex, row.bankName), row.receptacle].join(' · ')}
          </Text>
        </div>
        <CloseButton ref={close} aria-label={words.common.close} onClick={onClose} />
      </Group>
      <Group gap="md" align="center" className="rack-panel-state">
        <OutletState id={row.id} />
        <LiveValue list="outlets" id={row.id} text={(now) => watts(now?.watts)} />
        <Marks row={row} />
      </Group>
      <DrawsAgain id={row.id} />
      {row.consumers && (
        <Text size="sm" className="breakable">
          {words.outlets.powers(consumerNames(row.consumers))}
        </Text>
      )}
      <OutletWhy outletId={row.id} />
      {node && live.get('outlets', row.id)?.currentRms !== undefined && (
        <div>
          <LoadBar
            list="outlets"
            id={row.id}
            label={words.capacity.loadOf(name)}
            current={(outlet) => outlet?.currentRms}
            rated={node.ratedAmps}
          />
          <OverRating id={row.id} node={node} />
        </div>
      )}
      <OutletActions row={row} onCommand={onCommand} />
      <OutletPower outletId={row.id} />
      {mayLog && <OutletTimeline object={`outlet:${row.id}`} limit={5} />}
      <Anchor component={Link} to={`/outlets/${row.id}`} size="sm">
        {words.rack.wholePage}
      </Anchor>
    </aside>
  );
}

/** A warning that the current is above what the receptacle may carry. */
function OverRating({ id, node }: Pick<OutletPanelProps, 'node'> & { readonly id: string }) {
  const level = useLiveSummary(() => levelOf(live.get('outlets', id)?.currentRms, node));
  if (level === 'ok') return null;
  return (
    <Text size="sm" fw={600} c={`var(--${level})`} role="status">
      {level === 'bad' ? '✕' : '▲'} {words.outlets.overRating[level](amps(limitOf(level, node)))}
    </Text>
  );
}
