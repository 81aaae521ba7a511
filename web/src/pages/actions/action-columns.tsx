import { Anchor, Button, Group, Text } from '@mantine/core';
import { Link } from 'react-router';
import type { Schema } from '../../api/client.js';
import { en } from '../../language/en.js';
import type { Column } from '../../parts/data-table.js';
import { Word } from '../../parts/word.js';
import { codeName, paramText, type Action, type Known } from './action-words.js';

interface Deeds {
  readonly mayUse: (action: Action) => boolean;
  readonly onEdit: (action: Action) => void;
  readonly onTest: (action: Action) => void;
  readonly onDelete: (action: Action) => void;
}

interface ActionColumns {
  readonly known: Known;
  readonly events: readonly Schema['EventView'][];
  /** Absent: the role may not. */
  readonly deeds?: Deeds | undefined;
}

/** The columns of the list of actions. */
export function actionColumns({ known, events, deeds }: ActionColumns): Column<Action>[] {
  const columns: Column<Action>[] = [
    {
      key: 'name',
      header: en.common.name,
      cell: ({ name }) => <b style={{ overflowWrap: 'anywhere' }}>{name}</b>,
      sort: ({ name }) => name,
    },
    {
      key: 'what',
      header: en.actions.what,
      cell: (action) => (
        <>
          <Text size="sm" lh={1.2}>
            {codeName(known, action)}
          </Text>
          <Text size="xs" c="dimmed" lh={1.2} style={{ overflowWrap: 'anywhere' }}>
            {paramText(action, known)}
          </Text>
        </>
      ),
      sort: (action) => codeName(known, action),
    },
    {
      key: 'state',
      header: en.actions.state,
      cell: ({ enabled, code }) => <State enabled={enabled} isAvailable={isAvailable(known, code)} />,
      sort: ({ enabled }) => Number(!enabled),
      width: '160px',
    },
    {
      key: 'events',
      header: en.actions.usedBy,
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
  if (!deeds) return columns;
  columns.push({
    key: 'deeds',
    header: '',
    align: 'right',
    cell: (action) =>
      deeds.mayUse(action) && (
        <Group gap={4} wrap="nowrap" justify="flex-end">
          <Button
            size="compact-xs"
            variant="default"
            aria-label={en.actions.testOf(action.name)}
            onClick={() => deeds.onTest(action)}
          >
            {en.actions.test}
          </Button>
          <Button
            size="compact-xs"
            variant="subtle"
            aria-label={en.actions.editOf(action.name)}
            onClick={() => deeds.onEdit(action)}
          >
            {en.common.edit}
          </Button>
          <Button
            size="compact-xs"
            variant="subtle"
            aria-label={en.actions.deleteOf(action.name)}
            onClick={() => deeds.onDelete(action)}
          >
            {en.common.delete}
          </Button>
        </Group>
      ),
  });
  return columns;
}

const isAvailable = ({ codes }: Known, code: number): boolean =>
  codes.find((each) => each.code === code)?.available !== false;

function State({ enabled, isAvailable: fits }: { readonly enabled: boolean; readonly isAvailable: boolean }) {
  if (!fits) return <Word tone="warn">{en.rules.notHere}</Word>;
  return <Word tone={enabled ? 'ok' : 'quiet'}>{enabled ? en.actions.on : en.actions.off}</Word>;
}
