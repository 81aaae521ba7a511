import type { Schema } from '../../api/client.js';
import { logTexts } from '../../language/en-log.js';

type Entry = Pick<Schema['LogEntryView'], 'kind' | 'object' | 'who' | 'via' | 'result'> & {
  readonly before?: object;
  readonly after?: object;
};
/** The current name of an object such as `group:7`; undefined if there is none, or the role may not see it. */
export type NameOf = (kind: string, id: string) => string | undefined;

/** The members in which an entry about an object holds its name, which remains known after the object is deleted. */
const NAME_MEMBERS = ['name', 'username'];

/** An entry of the activity log as a sentence: "admin turned outlet “Firewall” off." */
export function sentenceOf(entry: Entry, nameOf: NameOf): string {
  const { kind, via, who, result, after = {} } = entry;
  const operation = kind.slice(kind.indexOf('.') + 1);
  const subject = logTexts.subjects[via]?.(who) ?? who;
  const write = logTexts.kinds[kind] ?? logTexts.operations[operation];
  const object = objectText(entry, nameOf);
  return write?.(result === 'ok', subject, object, { ...after }) ?? `${subject}: ${kind} ${object}.`;
}

function objectText({ object, before, after }: Entry, nameOf: NameOf): string {
  const [kind = '', ...rest] = object.split(':');
  const id = rest.join(':');
  const members = new Map<string, unknown>([...Object.entries(before ?? {}), ...Object.entries(after ?? {})]);
  const stored = NAME_MEMBERS.map((member) => members.get(member)).find((name) => typeof name === 'string');
  return logTexts.objects[kind]?.(nameOf(kind, id) ?? stored ?? id) ?? object;
}
