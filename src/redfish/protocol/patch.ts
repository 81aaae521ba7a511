import type { Json, Place, Writable, WritableMembers } from './provider.js';
import { baseMessage, RedfishError, type Message } from './redfish-error.js';

const MAX_WARNINGS = 50;

/** The changes that the members of a PATCH have read, and warnings about those that cannot be changed. */
export interface PatchRequest {
  readonly change: Json;
  readonly warnings: readonly Message[];
}

/**
 * Reads the body of a PATCH. A member that is unknown or read-only becomes a warning. Throws 400 for a wrong value, with
 * the warnings alone if there is nothing else, and NoOperation for an empty body.
 */
export function readPatch(body: Json, members: WritableMembers, resource: Json): PatchRequest {
  const reader = new PatchReader();
  reader.read(body, members, resource, '');
  const { change, warnings, wrong } = reader;
  if (wrong.length > 0) throw new RedfishError(400, [...wrong, ...warnings]);
  if (Object.keys(change).length > 0) return { change, warnings };
  if (warnings.length > 0) throw new RedfishError(400, warnings);
  throw RedfishError.of(400, 'NoOperation');
}

class PatchReader {
  change: Json = {};
  readonly warnings: Message[] = [];
  readonly wrong: Message[] = [];

  read(body: Json, members: WritableMembers, resource: Json, parent: string): void {
    for (const [name, value] of Object.entries(body)) {
      if (name.includes('@')) continue; // annotations say nothing that is to change
      const at: Place = { name, pointer: `${parent}/${name}` };
      const member = Object.hasOwn(members, name) ? members[name] : undefined;
      if (member === undefined) this.#warn(at, Object.hasOwn(resource, name));
      else if (isWritable(member)) this.#take(member, value, at);
      else this.#nested(member, value, resource[name], at);
    }
  }

  #nested(members: WritableMembers, value: unknown, present: unknown, at: Place): void {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      const args = [JSON.stringify(value).slice(0, 100), at.name];
      this.wrong.push(baseMessage('PropertyValueTypeError', args, { related: [at.pointer] }));
      return;
    }
    this.read(value as Json, members, (present ?? {}) as Json, at.pointer);
  }

  #take(member: Writable, value: unknown, at: Place): void {
    try {
      Object.assign(this.change, member.read(value, at));
    } catch (error) {
      if (!(error instanceof RedfishError)) throw error;
      this.wrong.push(...error.messages);
    }
  }

  #warn({ name, pointer }: Place, isKnown: boolean): void {
    if (this.warnings.length >= MAX_WARNINGS) return;
    const key = isKnown ? 'PropertyNotWritable' : 'PropertyUnknown';
    this.warnings.push(baseMessage(key, [name], { related: [pointer] }));
  }
}

export const isWritable = (member: Writable | WritableMembers): member is Writable =>
  typeof (member as Partial<Writable>).read === 'function';
