import { matches } from './filter.js';
import { expand, type ReadReference } from './expand.js';
import type { Json } from './provider.js';
import type { Query } from './query.js';
import { RedfishError } from './redfish-error.js';

/**
 * Applies `only`, `$filter`, `$skip`, `$top`, `$expand` and `$select` to a resource, in this order. Throws 400 for those
 * of a collection on another resource.
 */
export async function applyQuery(resource: Json, query: Query, uri: string, read: ReadReference): Promise<Json> {
  const { only, filter, top, skip, select } = query;
  const { Members: members } = resource;
  if (!Array.isArray(members)) {
    if (only || filter || top !== undefined || skip !== undefined) {
      throw RedfishError.of(400, 'QueryNotSupportedOnResource');
    }
    const whole = query.expand ? await expand(resource, query.expand, read) : resource;
    return select ? selected(whole, select) : whole;
  }
  if (only) {
    const [first] = members as Json[];
    const single = members.length === 1 && first ? await memberOf(first, read) : undefined;
    return single ?? resource;
  }
  let list = members as Json[];
  let count = resource['Members@odata.count'];
  if (filter) {
    const matching: Json[] = [];
    for (const member of list) {
      const whole = await memberOf(member, read);
      if (whole && matches(filter, whole)) matching.push(member);
    }
    list = matching;
    count = matching.length;
  }
  const from = skip ?? 0;
  const to = top === undefined ? list.length : from + top;
  const page = list.slice(from, to);
  const next = to < list.length && top !== 0 ? nextLink(uri, query, to) : undefined;
  const paged: Json = { ...resource, 'Members@odata.count': count, Members: page };
  if (filter || next !== undefined || skip !== undefined) delete paged['Members@odata.nextLink'];
  if (next !== undefined) paged['Members@odata.nextLink'] = next;
  const whole = query.expand ? await expand(paged, query.expand, read) : paged;
  return select ? selected(whole, select) : whole;
}

const memberOf = (member: Json, read: ReadReference): Promise<Json | undefined> | Json | undefined => {
  const uri = member['@odata.id'];
  return Object.keys(member).length === 1 && typeof uri === 'string' ? read(uri) : member;
};

function nextLink(uri: string, { others, top }: Query, skip: number): string {
  const page = [...(top === undefined ? [] : [['$top', String(top)] as const]), ['$skip', String(skip)] as const];
  const params = [...others, ...page];
  const text = params.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');
  return `${uri}?${text}`;
}

/** The members of these names; annotations and counts stay. Members of a collection keep only what was selected. */
function selected(resource: Json, names: readonly string[]): Json {
  const wanted = new Set(names);
  const keep = (name: string): boolean => {
    if (name.startsWith('@odata.') || wanted.has('*')) return true;
    const [member = '', annotation] = name.split('@');
    return wanted.has(name) || wanted.has(member) || (annotation !== undefined && /\.count$|\.nextLink$/.test(name));
  };
  const reduced = Object.fromEntries(Object.entries(resource).filter(([name]) => keep(name)));
  const { Members: members } = resource;
  if (!Array.isArray(members)) return reduced;
  const isExpanded = (members as Json[]).some((member) => Object.keys(member).length > 1);
  return {
    ...reduced,
    Name: resource['Name'],
    Members: isExpanded ? (members as Json[]).map((member) => selected(member, names)) : members,
  };
}
