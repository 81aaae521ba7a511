import { Anchor, CloseButton, Group, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { CommandButtons, labelsOf, type Command } from '../../components/command-buttons.js';
import { LiveValue } from '../../components/live-value.js';
import { LoadBar } from '../../components/load-bar.js';
import { outletTitle } from '../../components/outlet-title.js';
import { words } from '../../language/words.js';
import { watts } from '../../language/format.js';
import { useSession } from '../../session/session.js';
import { OutletPower, OutletTimeline } from '../outlets/outlet-page.js';
import type { OutletRow } from '../outlets/outlet-rows.js';
import { OutletReason, OutletState } from '../outlets/outlet-state.js';
import { isAlready, refusalOf } from '../outlets/switch-plan.js';
import type { PowerNode } from './use-power-tree.js';

interface OutletPanelProps {
  readonly row: OutletRow;
  readonly node: PowerNode | undefined;
  readonly onCommand: (command: Command) => void;
  readonly onClose: () => void;
}

/** One outlet beside the picture: its state and why, its commands, its last hour and what happened to it. */
export function OutletPanel({ row, node, onCommand, onClose }: OutletPanelProps) {
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
      onKeyDown={({ key, defaultPrevented }) => key === 'Escape' && !defaultPrevented && onClose()}
    >
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <div>
          <Text component="h2" fw={600} size="lg" lh={1.2} className="breakable">
            <bdi>{name}</bdi>
          </Text>
          <Text size="sm" c="dimmed">
            {[words.outlets.numbered(row.outletIndex, row.bankName), row.receptacle].join(' · ')}
          </Text>
        </div>
        <CloseButton ref={close} aria-label={words.common.close} onClick={onClose} />
      </Group>
      <Group gap="md" align="baseline">
        <OutletState id={row.id} />
        <LiveValue list="outlets" id={row.id} text={(now) => watts(now?.watts)} />
      </Group>
      <OutletReason id={row.id} />
      {node?.nowAmps !== undefined && (
        <LoadBar
          list="outlets"
          id={row.id}
          label={words.capacity.loadOf(name)}
          current={(outlet) => outlet?.currentRms}
          rated={node.ratedAmps}
        />
      )}
      {row.state !== undefined && rights.maySwitch(row.id) && (
        <Group gap="xs">
          {row.protection === 'locked' && <Text size="sm">{words.outlets.lockedReason}</Text>}
          {row.protection === 'rebootOnly' && <Text size="sm">{words.outlets.rebootOnlyReason}</Text>}
          <CommandButtons
            labels={labelsOf(name)}
            isLeftOut={(command) => refusalOf(row, command) !== undefined}
            isIdle={(command) => isAlready(row, command)}
            onCommand={onCommand}
          />
        </Group>
      )}
      <Anchor component={Link} to={`/outlets/${row.id}`} size="sm">
        {words.rack.wholePage}
      </Anchor>
      <OutletPower outletId={row.id} />
      {mayLog && <OutletTimeline object={`outlet:${row.id}`} limit={5} />}
    </aside>
  );
}
