import { Alert, List, Text } from '@mantine/core';
import type { Schema } from '../../api/client.js';
import { words } from '../../language/words.js';
import { DataTable, type Column } from '../../components/data-table.js';
import { StateLabel, type Tone } from '../../components/state-label.js';
import { membersOf, objectOf, type NamesByPath } from './config-plan-texts.js';
import { useConfigNames } from './use-config-names.js';

type Plan = Schema['ConfigPlan'];
type Change = Plan['changes'][number];

const TONES: Record<Change['kind'], Tone> = { created: 'ok', changed: 'warn', removed: 'bad' };

const columnsFor = (names: NamesByPath): readonly Column<Change>[] => [
  {
    key: 'kind',
    header: words.common.state,
    width: '12ch',
    cell: ({ kind }) => <StateLabel tone={TONES[kind]}>{words.configuration.kinds[kind]}</StateLabel>,
  },
  {
    key: 'path',
    header: words.configuration.where,
    cell: (change) => (
      <>
        <bdi>{objectOf(change, names)}</bdi>
        <Text size="xs" c="dimmed">
          <code>{change.path}</code>
        </Text>
      </>
    ),
    sort: (change) => objectOf(change, names),
  },
  { key: 'change', header: words.configuration.change, cell: (change) => <Members change={change} /> },
];

/** The changes of a configuration document: current and new values side by side. */
export function ConfigurationPlan({ plan: { changes, warnings, applied } }: { readonly plan: Plan }) {
  const texts = words.configuration;
  const names = useConfigNames();
  return (
    <div role="status">
      {warnings.length > 0 && (
        <Alert color="yellow" variant="light" title={texts.warnings} mb="sm">
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
          columns={columnsFor(names)}
          rows={changes}
          rowKey={({ path }) => path}
          rowName={(change) => objectOf(change, names)}
          searchText={(change) => objectOf(change, names) + JSON.stringify(change)}
        />
      )}
    </div>
  );
}

/** The members of a change, one a line: the value before, an arrow, the value after. */
function Members({ change }: { readonly change: Change }) {
  const texts = words.configuration;
  return membersOf(change).map(({ label, before, after }) => (
    <Text key={label} size="sm" style={{ overflowWrap: 'anywhere' }}>
      {label !== '' && <>{label}: </>}
      {before !== undefined && after !== undefined ? (
        <>
          <bdi>{before}</bdi> {texts.becomes} <b>{after}</b>
        </>
      ) : (
        <bdi>{after ?? before}</bdi>
      )}
    </Text>
  ));
}
