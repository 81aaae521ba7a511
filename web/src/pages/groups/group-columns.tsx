import { Anchor, Group as Row } from '@mantine/core';
import { Link } from 'react-router';
import { words } from '../../language/words.js';
import { watts } from '../../language/format.js';
import { live, useLiveSummary } from '../../live/live.js';
import type { Column } from '../../components/data-table.js';
import { RowButton } from '../../components/row-button.js';
import { SequenceWord } from './sequence.js';
import { SwitchButtons } from './switch-buttons.js';
import { delayText, type useGroupCommands } from './use-group-commands.js';
import type { Group } from './use-groups.js';

interface GroupColumns {
  readonly commands: ReturnType<typeof useGroupCommands>;
  readonly maySwitch: (group: Group) => boolean;
  readonly mayBuild: boolean;
  readonly onEdit: (group: Group) => void;
}

/** The columns of the list of groups. */
export const groupColumns = ({ commands, maySwitch, mayBuild, onEdit }: GroupColumns): Column<Group>[] => [
  {
    key: 'name',
    header: words.common.name,
    cell: ({ id, groupName }) => (
      <Anchor component={Link} to={`/groups/${id}`} size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
        {groupName}
      </Anchor>
    ),
    sort: ({ groupName }) => groupName,
    width: '190px',
  },
  {
    key: 'state',
    header: words.common.state,
    cell: (group) => <SequenceWord group={group} />,
    width: '170px',
  },
  {
    key: 'load',
    header: words.groups.load,
    cell: (group) => <Load group={group} />,
    align: 'right',
    width: '110px',
  },
  {
    key: 'delay',
    header: words.groups.delayColumn,
    cell: delayText,
    sort: ({ groupRebootSequenceDelay }) => groupRebootSequenceDelay,
    isMinor: true,
    width: '110px',
  },
  {
    key: 'outlets',
    header: words.groups.outlets,
    cell: ({ outlets }) => words.common.names(outlets.map(({ outletName }) => outletName)) || words.groups.noOutlets,
    isMinor: true,
  },
  {
    key: 'buttons',
    header: '',
    align: 'right',
    cell: (group) => (
      <Row gap={4} wrap="nowrap" justify="flex-end">
        {maySwitch(group) && <SwitchButtons group={group} commands={commands} size="compact-xs" />}
        {mayBuild && (
          <RowButton
            label={words.groups.editOf(group.groupName)}
            text={words.common.edit}
            onClick={() => onEdit(group)}
          />
        )}
      </Row>
    ),
  },
];

/** The current power of a group. */
export function Load({ group: { outlets } }: { readonly group: Group }) {
  const text = useLiveSummary(() => {
    const loads = outlets.flatMap(({ id }) => live.get('outlets', id)?.watts ?? []);
    return watts(loads.length === 0 ? undefined : loads.reduce((sum, each) => sum + each, 0));
  });
  return <span className="live">{text}</span>;
}
