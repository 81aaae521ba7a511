import { Checkbox, Stack, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { words } from '../language/words.js';
import { useConfirm } from './confirm.js';
import { changedMeanwhile, without, type Meanwhile } from './meanwhile.js';
import { BackToForm } from './error-note.js';

/** The label of a member, and the texts of its values if they are not their own; without them a list has none. */
type Label = string | readonly [label: string, textOf: (value: never) => string | undefined];
export type Labels = Readonly<Record<string, Label>>;

/** A longer value, such as a certificate, says nothing in a sentence. */
const LONGEST = 100;

/**
 * Asks before a form replaces what somebody else has changed since it was opened. The function answers what is left to be sent,
 * without the values of others that the user keeps; it rejects with `BackToForm` if the user goes back instead.
 * @param labels of the members that the form may send
 */
export function useMeanwhile(labels: Labels) {
  const confirm = useConfirm();
  /** @param read answers the object as it is now, with the members that it had before */
  return async <Changed extends object>(
    changed: Changed,
    before: object,
    read: () => Promise<object>,
  ): Promise<Changed> => {
    if (Object.keys(changed).length === 0) return changed;
    const others = changedMeanwhile(changed, before, await read());
    if (others.length === 0) return changed;
    const retained = new Set<string>();
    const body = <Others others={others} labels={labels} retained={retained} />;
    const question = { title: words.common.meanwhileTitle, body, confirm: words.common.save, danger: true };
    if (!(await confirm(question))) throw new BackToForm();
    return without(changed, retained);
  };
}

interface OthersProps {
  readonly others: readonly Meanwhile[];
  readonly labels: Labels;
  /** The names of those that are not replaced. */
  readonly retained: Set<string>;
}

const Others = ({ others, labels, retained }: OthersProps) => (
  <Stack gap="md">
    {others.map(({ name, value }) => {
      const [label, text] = textsOf(name, value, labels[name]);
      return (
        <div key={name}>
          <Text size="sm" mb="xs" className="breakable">
            {words.common.meanwhile(label, text)}
          </Text>
          <Checkbox
            label={words.common.keepOther}
            aria-label={words.common.keepOtherOf(label)}
            onChange={({ currentTarget: { checked } }) => (checked ? retained.add(name) : retained.delete(name))}
          />
        </div>
      );
    })}
  </Stack>
);

/** The label of a member and its value as a text; undefined if there is none that could be read. */
function textsOf(name: string, value: unknown, label: Label | undefined): [label: string, value: string | undefined] {
  if (typeof label === 'object') return [label[0], label[1](value as never)];
  return [label ?? name.slice(name.indexOf('.') + 1), textOf(value)];
}

function textOf(value: unknown): string | undefined {
  if (typeof value === 'boolean') return value ? words.common.on : words.common.off;
  const text = typeof value === 'number' ? String(value) : value;
  const isReadable = typeof text === 'string' && text !== '' && text.length <= LONGEST && !text.includes('\n');
  return isReadable ? text : undefined;
}

/** An object as it was before the first unsaved change: what others change is read again while the user types. */
export function useBefore<Value extends object>(value: Value, isChanged: boolean): () => Value {
  const before = useRef(value);
  useEffect(() => {
    if (!isChanged) before.current = value;
  });
  return () => before.current;
}
