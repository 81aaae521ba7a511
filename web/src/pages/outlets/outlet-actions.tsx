import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { CommandButtons, labelsOf, type Command } from '../../components/command-buttons.js';
import { Icon } from '../../components/icons.js';
import { outletTitle } from '../../components/outlet-title.js';
import { words } from '../../language/words.js';
import { useSession } from '../../session/session.js';
import type { OutletRow } from './outlet-rows.js';
import { OutletSettings } from './outlet-settings.js';
import { isAlready, refusalOf } from './switch-plan.js';

interface OutletActionsProps {
  readonly row: OutletRow;
  readonly onCommand: (command: Command) => void;
}

/** The commands of one outlet and the way to its settings, or that the role may only view it. */
export function OutletActions({ row, onCommand }: OutletActionsProps) {
  const { rights } = useSession();
  const [isEdited, setEdited] = useState(false);
  if (!rights.maySwitch(row.id))
    return row.state !== undefined && <Text size="sm">{words.outlets.viewOnlyReason}</Text>;
  const name = outletTitle(row);
  return (
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
        {words.outlets.settings}
      </Button>
      <OutletSettings id={isEdited ? row.id : undefined} onClose={() => setEdited(false)} />
    </Group>
  );
}
