import { Alert, Code, List, Text } from '@mantine/core';
import type { Schema } from '../../api/client.js';
import { en } from '../../language/en.js';
import { DataTable, type Column } from '../../parts/data-table.js';
import { Word, type Tone } from '../../parts/word.js';

type Plan = Schema['ConfigPlan'];
type Change = Plan['changes'][number];

const TONES: Record<Change['kind'], Tone> = { created: 'ok', changed: 'warn', removed: 'bad' };

const COLUMNS: readonly Column<Change>[] = [
  {
    key: 'kind',
    header: en.common.state,
    width: '12ch',
    cell: ({ kind }) => <Word tone={TONES[kind]}>{en.configuration.kinds[kind]}</Word>,
  },
  { key: 'path', header: en.configuration.where, cell: ({ path }) => path, sort: ({ path }) => path },
  { key: 'before', header: en.configuration.before, cell: ({ before }) => <Shown value={before} /> },
  { key: 'after', header: en.configuration.after, cell: ({ after }) => <Shown value={after} /> },
];

/** What a document changes: what is now beside what will be. */
export function ConfigurationPlan({ plan: { changes, warnings, applied } }: { readonly plan: Plan }) {
  const words = en.configuration;
  return (
    <div role="status">
      {warnings.length > 0 && (
        <Alert color="yellow" variant="light" title={words.warnings} mb="sm" c="var(--warn)">
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
        {applied && `${words.applied} `}
        {changes.length === 0 ? words.nothing : words.changes(changes.length)}
      </Text>
      {changes.length > 0 && (
        <DataTable
          label={words.plan}
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
