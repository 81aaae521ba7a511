import { yieldWhenDue } from '../../common/time-slices.js';
import type { Json } from './provider.js';
import type { Expand } from './query.js';
import { RedfishError } from './redfish-error.js';

/** Most bytes of an expanded resource. */
export const MAX_EXPANDED = 2 * 1024 * 1024;

/** Reads the resource of a reference; undefined for one that the caller may not read, which stays a reference. */
export type ReadReference = (uri: string) => Promise<Json | undefined> | Json | undefined;

/**
 * Puts the resources in the place of the references to them. Throws QueryNotSupportedOnOperation when that becomes
 * larger than 2 MiB.
 */
export async function expand(resource: Json, { which, levels }: Expand, read: ReadReference): Promise<Json> {
  let left = MAX_EXPANDED;

  const expanded = async (uri: string, depth: number): Promise<Json | undefined> => {
    await yieldWhenDue();
    const found = await read(uri);
    if (found === undefined) return undefined;
    left -= JSON.stringify(found).length;
    if (left < 0) throw RedfishError.of(400, 'QueryNotSupportedOnOperation');
    return depth > 1 ? walk(found, depth - 1, false) : found;
  };

  const value = async (given: unknown, depth: number, isLink: boolean): Promise<unknown> => {
    if (Array.isArray(given)) {
      const entries: unknown[] = [];
      for (const each of given) entries.push(await value(each, depth, isLink));
      return entries;
    }
    if (typeof given !== 'object' || given === null) return given;
    const uri = referenceOf(given as Json);
    if (uri === undefined) return walk(given as Json, depth, isLink);
    return (await expanded(uri, depth)) ?? given;
  };

  const walk = async (given: Json, depth: number, inLinks: boolean): Promise<Json> => {
    const result: Json = {};
    for (const [name, member] of Object.entries(given)) {
      const isLink = inLinks || name === 'Links';
      const follows = typeof member === 'object' && member !== null && name !== 'Actions';
      const wanted = which === '*' || isLink === (which === '~');
      // An object that is no reference may hold Links, which `~` follows.
      const goesIn = follows && (wanted || (which === '~' && !isLink && !isReferring(member)));
      result[name] = goesIn ? await value(member, depth, isLink) : member;
    }
    return result;
  };

  return walk(resource, levels, false);
}

const referenceOf = (given: Json): string | undefined => {
  const uri = given['@odata.id'];
  if (typeof uri !== 'string' || uri.includes('#')) return undefined;
  for (const name in given) if (name !== '@odata.id') return undefined;
  return uri;
};

const isReferring = (given: object): boolean =>
  Array.isArray(given)
    ? given.some((each) => typeof each === 'object' && each !== null && isReferring(each as object))
    : referenceOf(given as Json) !== undefined;
