import { Anchor, Button, CloseButton, Group, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { CommandButtons, labelsOf, type Command } from '../../components/command-buttons.js';
import { Icon } from '../../components/icons.js';
import { LiveValue } from '../../components/live-value.js';
import { LoadBar } from '../../components/load-bar.js';
import { outletTitle } from '../../components/outlet-title.js';
import { levelOf, type PowerNode } from '../../components/power-tree.js';
import { words } from '../../language/words.js';
import { amps, watts } from '../../language/format.js';
import { live, useLiveSummary } from '../../live/live.js';
import { useSession } from '../../session/session.js';
import { OutletPower, OutletTimeline, OutletWhy } from '../outlets/outlet-page.js';
import type { OutletRow } from '../outlets/outlet-rows.js';
import { OutletSettings } from '../outlets/outlet-settings.js';
import { OutletState } from '../outlets/outlet-state.js';
import { isAlready, refusalOf } from '../outlets/switch-plan.js';
import { Marks } from './marks.js';
import { limitOf } from './outlet-card.js';
import './outlet-panel.css';

interface OutletPanelProps {
  readonly row: OutletRow;
  readonly node: PowerNode | undefined;
  readonly onCommand: (command: Command) => void;
  readonly onClose: () => void;
}

/** One outlet beside the picture: its state and why, its commands, its settings, its chart and what happened to it. */
export function OutletPanel({ row, node, onCommand, onClose }: OutletPanelProps) {
  const { rights } = useSession();
  const [isEdited, setEdited] = useState(false);
  const close = useRef<HTMLButtonElement>(null);
  const name = outletTitle(row);
  useEffect(() => close.current?.focus(), [row.id]);
  const mayLog = rights.can('viewLog') || rights.can('viewUsersList');
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape closes it from each control in it
    <aside
      className="rack-panel"
      aria-label={name}
      onKeyDown={({ key, defaultPrevented }) => key === 'Escape' && !defaultPrevented && !isEdited && onClose()}
    >
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <div>
          <Text component="h2" fw={600} size="lg" lh={1.2} className="breakable">
            <bdi>{name}</bdi>
          </Text>
          <Text size="sm" c="dimmed">
            {[words.rack.place(row.outletIndex, row.bankName === row.bankId ? '' : row.bankName), row.receptacle].join(
              ' · ',
            )}
          </Text>
        </div>
        <CloseButton ref={close} aria-label={words.common.close} onClick={onClose} />
      </Group>
      <Group gap="md" align="center" className="rack-panel-state">
        <OutletState id={row.id} />
        <LiveValue list="outlets" id={row.id} text={(now) => watts(now?.watts)} />
        <Marks row={row} />
      </Group>
      <OutletWhy outletId={row.id} />
      {live.get('outlets', row.id)?.currentRms !== undefined && (
        <div>
          <LoadBar
            list="outlets"
            id={row.id}
            label={words.capacity.loadOf(name)}
            current={(outlet) => outlet?.currentRms}
            rated={node?.ratedAmps}
          />
          <OverRating id={row.id} node={node} />
        </div>
      )}
      {rights.maySwitch(row.id) && (
        <Group gap="xs">
          {row.protection === 'locked' && <Text size="sm">{words.outlets.lockedReason}</Text>}
          {row.protection === 'rebootOnly' && <Text size="sm">{words.outlets.rebootOnlyReason}</Text>}
          {row.state !== undefined && (
            <CommandButtons
              labels={labelsOf(name)}
              isLeftOut={(command) => refusalOf(row, command) !== undefined}
              isIdle={(command) => isAlready(row, command)}
              onCommand={onCommand}
            />
          )}
          <Button
            variant="default"
            leftSection={<Icon name="settings" size={14} />}
            aria-label={words.outlets.editOf(name)}
            onClick={() => setEdited(true)}
          >
            {words.rack.settings}
          </Button>
        </Group>
      )}
      <OutletPower outletId={row.id} />
      {mayLog && <OutletTimeline object={`outlet:${row.id}`} limit={5} />}
      <Anchor component={Link} to={`/outlets/${row.id}`} size="sm">
        {words.rack.wholePage}
      </Anchor>
      <OutletSettings id={isEdited ? row.id : undefined} onClose={() => setEdited(false)} />
    </aside>
  );
}

/** A warning that the current is above what the receptacle may carry. */
function OverRating({ id, node }: Pick<OutletPanelProps, 'node'> & { readonly id: string }) {
  const level = useLiveSummary(() => levelOf(live.get('outlets', id)?.currentRms, node));
  if (level === 'ok') return null;
  return (
    <Text size="sm" fw={600} c={`var(--${level})`} role="status">
      {level === 'bad' ? '✕' : '▲'} {words.rack.overRating[level](amps(limitOf(level, node)))}
    </Text>
  );
}
