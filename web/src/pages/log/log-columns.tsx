import { Code, Text } from '@mantine/core';
import type { Schema } from '../../api/client.js';
import type { Column } from '../../components/data-table.js';
import { StateLabel } from '../../components/state-label.js';
import { words } from '../../language/words.js';
import { withoutOverrides } from '../../language/direction.js';
import type { Times } from '../../language/format.js';
import { SAID_WHY } from '../../translation/said-why.js';

type Entry = Schema['LogEntryView'];

const viaOf = (via: string): string => words.log.vias[via] ?? via;

export const logColumns = (times: Times): Column<Entry>[] => [
  {
    key: 'time',
    header: words.log.time,
    width: '19ch',
    cell: ({ time }) => <span className="no-wrap">{times.dateTime(time)}</span>,
  },
  { key: 'name', header: words.log.activity, cell: (entry) => <Activity entry={entry} /> },
  { key: 'via', header: words.log.via, isMinor: true, cell: ({ via }) => viaOf(via) },
  { key: 'address', header: words.log.address, isMinor: true, cell: ({ address }) => address },
  {
    key: 'result',
    header: words.log.result,
    width: '17ch',
    cell: ({ result }) =>
      result === 'ok' ? (
        <StateLabel tone="ok">{words.log.ok}</StateLabel>
      ) : (
        <>
          <StateLabel tone="bad">{words.log.failed}</StateLabel>
          <Text size="xs" c="dimmed" className="breakable">
            {result}
          </Text>
        </>
      ),
  },
];

/** The sentence of an entry; the changed members, the kind and the id are in details that the user opens. */
function Activity({ entry }: { readonly entry: Entry }) {
  const { kind, object, sentence, via, before, after } = entry;
  const { reason, ...rest } = { ...after } as { readonly reason?: unknown };
  const isInSentence = typeof reason === 'string' && SAID_WHY.has(via);
  const changes = differences(before, isInSentence ? rest : after);
  return (
    <div className="breakable">
      {withoutOverrides(sentence)}
      <details>
        <Text component="summary" size="xs" c="dimmed">
          {changes.length === 1 ? changes[0] : words.log.details}
        </Text>
        <Code block>{[`${kind} ${object}`, ...changes].join('\n')}</Code>
      </details>
    </div>
  );
}

/** One line for each member, such as `state: ON → OFF`. */
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
