import { Alert, Code, List, Text } from '@mantine/core';
import type { Schema } from '../../api/client.js';
import { words } from '../../language/words.js';
import { DataTable, type Column } from '../../components/data-table.js';
import { StateLabel, type Tone } from '../../components/state-label.js';

type Plan = Schema['ConfigPlan'];
type Change = Plan['changes'][number];

const TONES: Record<Change['kind'], Tone> = { created: 'ok', changed: 'warn', removed: 'bad' };

const COLUMNS: readonly Column<Change>[] = [
  {
    key: 'kind',
    header: words.common.state,
    width: '12ch',
    cell: ({ kind }) => <StateLabel tone={TONES[kind]}>{words.configuration.kinds[kind]}</StateLabel>,
  },
  { key: 'path', header: words.configuration.where, cell: ({ path }) => path, sort: ({ path }) => path },
  { key: 'before', header: words.configuration.before, cell: ({ before }) => <Shown value={before} /> },
  { key: 'after', header: words.configuration.after, cell: ({ after }) => <Shown value={after} /> },
];

/** The changes of a configuration document: current and new values side by side. */
export function ConfigurationPlan({ plan: { changes, warnings, applied } }: { readonly plan: Plan }) {
  const texts = words.configuration;
  return (
    <div role="status">
      {warnings.length > 0 && (
        <Alert color="yellow" variant="light" title={texts.warnings} mb="sm" c="var(--warn)">
          <List size="sm">
            {warnings.map(({ path, message }) => (
              <List.Item key={path + message}>
                {path}: {message}
              </List.Item>
            ))}
          </List>
        </Alert>
      )}
      <Text mb="xs">
        {applied && `${texts.applied} `}
        {changes.length === 0 ? texts.nothing : texts.changes(changes.length)}
      </Text>
      {changes.length > 0 && (
        <DataTable
          label={texts.plan}
          columns={COLUMNS}
          rows={changes}
          rowKey={({ path }) => path}
          rowName={({ path }) => path}
          searchText={(change) => JSON.stringify(change)}
        />
      )}
    </div>
  );
}

function Shown({ value }: { readonly value: unknown }) {
  if (value === undefined) return null;
  return <Code style={{ whiteSpace: 'pre-wrap' }}>{typeof value === 'string' ? value : JSON.stringify(value)}</Code>;
}
