import { Code, Text } from '@mantine/core';
import type { Schema } from '../../api/client.js';
import { en } from '../../language/en.js';
import type { Times } from '../../language/format.js';
import type { Column } from '../../parts/data-table.js';
import { Word } from '../../parts/word.js';

type Entry = Schema['LogEntryView'];

export const logColumns = (times: Times): Column<Entry>[] => [
  {
    key: 'time',
    header: en.log.time,
    width: '19ch',
    cell: ({ time }) => <span className="no-wrap">{times.dateTime(time)}</span>,
  },
  { key: 'who', header: en.log.who, cell: ({ who, via }) => <Who who={who} via={via} /> },
  { key: 'kind', header: en.log.kind, cell: ({ kind }) => <span className="breakable">{kind}</span> },
  { key: 'object', header: en.log.object, cell: ({ object }) => <span className="breakable">{object}</span> },
  { key: 'change', header: en.log.change, cell: (entry) => <Change entry={entry} /> },
  { key: 'address', header: en.log.address, isMinor: true, cell: ({ address }) => address },
  {
    key: 'result',
    header: en.log.result,
    cell: ({ result }) => (result === 'ok' ? <Word tone="ok">{en.log.ok}</Word> : <Word tone="bad">{result}</Word>),
  },
];

function Who({ who, via }: Pick<Entry, 'who' | 'via'>) {
  return (
    <>
      {who}{' '}
      <Text span size="xs" c="dimmed">
        {via}
      </Text>
    </>
  );
}

/** What it was and what it became, short; the whole of it on opening. */
function Change({ entry: { before, after } }: { readonly entry: Entry }) {
  const lines = differences(before, after);
  if (lines.length === 0) return null;
  if (lines.length <= 2) return <span className="breakable">{lines.join('; ')}</span>;
  return (
    <details className="breakable">
      <summary>{lines.slice(0, 2).join('; ')} …</summary>
      <Code block>{lines.join('\n')}</Code>
    </details>
  );
}

/** `state: ON → OFF`, a line for each member. */
function differences(before: object = {}, after: object = {}): string[] {
  const [from, to] = [new Map(Object.entries(before)), new Map(Object.entries(after))];
  return [...new Set([...from.keys(), ...to.keys()])].map((name) => {
    const [was, is] = [text(from.get(name)), text(to.get(name))];
    if (was === undefined) return `${name}: ${is ?? ''}`;
    return is === undefined ? `${name}: ${was} →` : `${name}: ${was} → ${is}`;
  });
}

const text = (value: unknown): string | undefined =>
  value === undefined || typeof value === 'string' ? value : JSON.stringify(value);
