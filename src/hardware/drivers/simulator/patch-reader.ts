import type { JsonObject } from '../../../common/body.js';
import type { ErrorDetail } from '../../../common/errors.js';
import { isObject } from '../../../common/objects.js';
import * as values from '../../../common/values.js';
import { FLAG, type ValueKind } from '../../../common/values.js';

/** A member of a patch: takes its value and returns the change to apply, or throws an error saying what is valid. */
export type Member = (value: unknown) => () => void;
export type Members = Readonly<Record<string, Member>>;
/** One object, or objects by id: a function from the id to the members of the object, undefined for an unknown id. */
export type PatchPart = Members | ((id: string) => Members | undefined);

const member =
  <T>(kind: ValueKind<T>, set: (value: T) => void): Member =>
  (given) => {
    const read = kind(given);
    if ('wrong' in read) throw new Error(`must be ${read.wrong}`);
    return () => set(read.value);
  };

export const flag = (set: (value: boolean) => void): Member => member(FLAG, set);

export const number = (min: number, max: number, set: (value: number) => void): Member =>
  member(values.number({ min, max }), set);

export const notSettable =
  (object: string): Member =>
  () => {
    throw new Error(`cannot be set on ${object}`);
  };

/** Longer keys are not ids; an error message shortens them. */
const MAX_ID_LENGTH = 60;

/** Reads a patch and collects its valid members and its errors. */
export class PatchReader {
  readonly problems: ErrorDetail[] = [];
  readonly changes: (() => void)[] = [];
  readonly accepted: Record<string, unknown> = {};

  part(name: string, value: unknown, part: PatchPart): void {
    if (!isObject(value)) this.#refuse(name, 'must be an object');
    else if (typeof part === 'function') this.#objects(name, value, part);
    else this.#object(name, value, part);
  }

  #objects(name: string, objects: JsonObject, find: (id: string) => Members | undefined): void {
    for (const [id, members] of Object.entries(objects)) {
      const path = `${name}.${id.slice(0, MAX_ID_LENGTH)}`;
      const known = find(id);
      if (!known) this.#refuse(path, 'is not part of this model');
      else if (!isObject(members)) this.#refuse(path, 'must be an object');
      else this.#object(path, members, known);
    }
  }

  #object(path: string, given: JsonObject, members: Members): void {
    for (const [name, member] of Object.entries(members)) {
      const value = given[name];
      if (value === undefined) continue;
      try {
        this.changes.push(member(value));
        this.accepted[`${path}.${name}`] = value;
      } catch (error) {
        this.#refuse(`${path}.${name}`, (error as Error).message);
      }
    }
  }

  #refuse(field: string, sentence: string): void {
    this.problems.push({ field, message: `${field} ${sentence}.` });
  }
}
