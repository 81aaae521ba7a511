import { UnstyledButton } from '@mantine/core';
import { RelayButton } from '../../components/relay-button.js';
import { outletTitle } from '../../components/outlet-title.js';
import { words } from '../../language/words.js';
import type { Command } from '../../components/command-buttons.js';
import { useSession } from '../../session/session.js';
import { LockNote } from '../outlets/lock-note.js';
import type { OutletRow } from '../outlets/outlet-rows.js';
import { refusalOf } from '../outlets/switch-plan.js';
import { OutletFace } from './outlet-tile.js';
import type { PictureProps } from './rack-grid.js';

interface RackListProps extends PictureProps {
  readonly onSwitch: (row: OutletRow, command: Command) => void;
}

/** The outlets on a phone: one card of one line each, with one button that switches it over, or why there is none. */
export function RackList(props: RackListProps) {
  const { rows, nodes, plan, sparks, alarmed, selected, onSelect, isSelecting, onOpen, onSwitch } = props;
  const { rights } = useSession();
  const hasButtons = !isSelecting && !plan.isOn && rights.switchesOutlets;
  const toggle = (id: string): void => {
    const next = new Set(selected);
    if (!next.delete(id)) next.add(id);
    onSelect?.(next);
  };
  return (
    <ul className="rack-list" aria-label={words.rack.picture}>
      {rows.map((row) => {
        const command = row.state === 'ON' ? 'OFF' : 'ON';
        const maySwitch = rights.maySwitch(row.id);
        const refusal = maySwitch ? refusalOf(row, command) : 'viewOnly';
        return (
          <li key={row.id}>
            <UnstyledButton
              className="rack-tile"
              data-outlet={row.id}
              data-alarm={alarmed.get(row.id)}
              data-breaks={plan.broken.has(row.id) || undefined}
              data-selected={selected.has(row.id) || undefined}
              {...(isSelecting && { 'aria-pressed': selected.has(row.id), disabled: !maySwitch })}
              onClick={() => (isSelecting ? toggle(row.id) : onOpen(row.id))}
            >
              <OutletFace
                row={row}
                node={nodes.get(row.id)}
                planned={plan.nodes?.get(row.id)}
                added={plan.added.get(row.id)}
                spark={sparks.get(row.id)}
              />
            </UnstyledButton>
            {hasButtons && row.state !== undefined && !refusal && (
              <RelayButton
                aria-label={(command === 'ON' ? words.outlets.turnOnOf : words.outlets.turnOffOf)(outletTitle(row))}
                onClick={() => onSwitch(row, command)}
              >
                {command === 'ON' ? words.outlets.turnOn : words.outlets.turnOff}
              </RelayButton>
            )}
            {hasButtons && row.state !== undefined && refusal && <LockNote why={refusal} />}
          </li>
        );
      })}
    </ul>
  );
}
