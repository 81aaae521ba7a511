import { Anchor, Group, Text } from '@mantine/core';
import { Link } from 'react-router';
import type { Schema } from '../../api/client.js';
import { words } from '../../language/words.js';
import type { Column } from '../../components/data-table.js';
import { RowButton } from '../../components/row-button.js';
import { StateLabel } from '../../components/state-label.js';
import { codeName, paramText, type Action, type Catalogue } from './action-texts.js';

interface Commands {
  readonly mayUse: (action: Action) => boolean;
  readonly onEdit: (action: Action) => void;
  readonly onTest: (action: Action) => void;
  readonly onDelete: (action: Action) => void;
}

interface ActionColumns {
  readonly catalogue: Catalogue;
  readonly events: readonly Schema['EventView'][];
  /** Absent if the role may not change actions. */
  readonly commands?: Commands | undefined;
}

/** The columns of the list of actions. */
export function actionColumns({ catalogue, events, commands }: ActionColumns): Column<Action>[] {
  const columns: Column<Action>[] = [
    {
      key: 'name',
      header: words.common.name,
      cell: ({ name }) => <b style={{ overflowWrap: 'anywhere' }}>{name}</b>,
      sort: ({ name }) => name,
    },
    {
      key: 'what',
      header: words.actions.type,
      cell: (action) => (
        <>
          <Text size="sm" lh={1.2}>
            {codeName(catalogue, action)}
          </Text>
          <Text size="xs" c="dimmed" lh={1.2} style={{ overflowWrap: 'anywhere' }}>
            {paramText(action, catalogue)}
          </Text>
        </>
      ),
      sort: (action) => codeName(catalogue, action),
    },
    {
      key: 'state',
      header: words.actions.state,
      cell: ({ enabled, code }) => <State enabled={enabled} isAvailable={isAvailable(catalogue, code)} />,
      sort: ({ enabled }) => Number(!enabled),
      width: '160px',
    },
    {
      key: 'events',
      header: words.actions.usedBy,
      cell: ({ id }) => {
        const users = events.filter(({ actions }) => actions.includes(id));
        return users.map((event, place) => (
          <span key={event.id}>
            {place > 0 && ', '}
            <Anchor component={Link} to={`/events/${event.id}`} size="sm">
              {event.name}
            </Anchor>
          </span>
        ));
      },
    },
  ];
  if (!commands) return columns;
  columns.push({
    key: 'buttons',
    header: '',
    align: 'right',
    cell: (action) =>
      commands.mayUse(action) && (
        <Group gap={4} wrap="nowrap" justify="flex-end">
          <RowButton
            label={words.actions.testOf(action.name)}
            text={words.actions.test}
            variant="default"
            onClick={() => commands.onTest(action)}
          />
          <RowButton
            label={words.actions.editOf(action.name)}
            text={words.common.edit}
            onClick={() => commands.onEdit(action)}
          />
          <RowButton
            label={words.actions.deleteOf(action.name)}
            text={words.common.delete}
            onClick={() => commands.onDelete(action)}
          />
        </Group>
      ),
  });
  return columns;
}

const isAvailable = ({ codes }: Catalogue, code: number): boolean =>
  codes.find((each) => each.code === code)?.available !== false;

function State({ enabled, isAvailable: fits }: { readonly enabled: boolean; readonly isAvailable: boolean }) {
  if (!fits) return <StateLabel tone="warn">{words.rules.notHere}</StateLabel>;
  return <StateLabel tone={enabled ? 'ok' : 'quiet'}>{enabled ? words.actions.on : words.actions.off}</StateLabel>;
}
