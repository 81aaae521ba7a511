import { Group, Text } from '@mantine/core';
import type { Column } from '../../components/data-table.js';
import { RowButton } from '../../components/row-button.js';
import { StateLabel, type Tone } from '../../components/state-label.js';
import { words } from '../../language/words.js';
import type { Webhook } from './use-webhook-commands.js';

interface Commands {
  readonly onDeliveries: (webhook: Webhook) => void;
  /** Absent if the role may not change webhooks. */
  readonly change?: Readonly<Record<'onEdit' | 'onTest' | 'onRotate' | 'onDelete', (webhook: Webhook) => void>>;
}

const TONES: Readonly<Record<Webhook['state'], Tone>> = {
  off: 'quiet',
  working: 'ok',
  failing: 'warn',
  suspended: 'quiet',
  gone: 'warn',
  givenUp: 'bad',
};

/** The columns of the list of webhooks. */
export function webhookColumns({ onDeliveries, change }: Commands): Column<Webhook>[] {
  const texts = words.webhooks;
  return [
    {
      key: 'name',
      header: words.common.name,
      cell: ({ name, url }) => (
        <>
          <b style={{ overflowWrap: 'anywhere' }}>{name}</b>
          <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {url}
          </Text>
        </>
      ),
      sort: ({ name }) => name,
    },
    { key: 'types', header: texts.types, cell: ({ types }) => <Text size="sm">{types.join(', ')}</Text> },
    {
      key: 'state',
      header: texts.state,
      cell: ({ state, waiting }) => (
        <>
          <StateLabel tone={TONES[state]}>{texts.states[state]}</StateLabel>
          {waiting > 0 && (
            <Text size="xs" c="dimmed">
              {texts.waiting(waiting)}
            </Text>
          )}
        </>
      ),
      sort: ({ state }) => texts.states[state],
    },
    {
      key: 'buttons',
      header: '',
      align: 'right',
      cell: (webhook) => (
        <Group gap={4} justify="flex-end">
          <RowButton
            label={texts.deliveriesOf(webhook.name)}
            text={texts.deliveries}
            onClick={() => onDeliveries(webhook)}
          />
          {change && (
            <>
              <RowButton label={texts.testOf(webhook.name)} text={texts.test} onClick={() => change.onTest(webhook)} />
              <RowButton
                label={texts.rotateOf(webhook.name)}
                text={texts.rotate}
                onClick={() => change.onRotate(webhook)}
              />
              <RowButton
                label={texts.editOf(webhook.name)}
                text={words.common.edit}
                onClick={() => change.onEdit(webhook)}
              />
              <RowButton
                label={texts.deleteOf(webhook.name)}
                text={words.common.delete}
                onClick={() => change.onDelete(webhook)}
              />
            </>
          )}
        </Group>
      ),
    },
  ];
}
