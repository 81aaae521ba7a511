import { UnstyledButton } from '@mantine/core';
import { RelayButton } from '../../components/relay-button.js';
import { outletTitle } from '../../components/outlet-title.js';
import { words } from '../../language/words.js';
import type { Command } from '../../components/command-buttons.js';
import { useSession } from '../../session/session.js';
import type { OutletRow } from '../outlets/outlet-rows.js';
import { refusalOf } from '../outlets/switch-plan.js';
import { OutletFace } from './outlet-tile.js';
import type { Plan } from './use-plan.js';
import type { NodesById } from './use-power-tree.js';

interface RackListProps {
  readonly rows: readonly OutletRow[];
  readonly nodes: NodesById;
  readonly plan: Plan;
  readonly onOpen: (id: string) => void;
  readonly onSwitch: (row: OutletRow, command: Command) => void;
}

/** The outlets on a phone: one card of one line each, with one button that switches it over. */
export function RackList({ rows, nodes, plan, onOpen, onSwitch }: RackListProps) {
  const { rights } = useSession();
  return (
    <ul className="rack-list" aria-label={words.rack.picture}>
      {rows.map((row) => {
        const command = row.state === 'ON' ? 'OFF' : 'ON';
        const mayBe = row.state !== undefined && rights.maySwitch(row.id) && !refusalOf(row, command);
        return (
          <li key={row.id}>
            <UnstyledButton
              className="rack-tile"
              data-outlet={row.id}
              data-breaks={plan.broken.has(row.id) || undefined}
              onClick={() => onOpen(row.id)}
            >
              <OutletFace row={row} node={nodes.get(row.id)} planned={plan.nodes?.get(row.id)} />
            </UnstyledButton>
            {mayBe && (
              <RelayButton
                variant="default"
                aria-label={(command === 'ON' ? words.outlets.turnOnOf : words.outlets.turnOffOf)(outletTitle(row))}
                onClick={() => onSwitch(row, command)}
              >
                {command === 'ON' ? words.outlets.turnOn : words.outlets.turnOff}
              </RelayButton>
            )}
          </li>
        );
      })}
    </ul>
  );
}
