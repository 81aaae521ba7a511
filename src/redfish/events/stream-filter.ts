import { FilterError, parseFilter, type Filter } from '../protocol/filter.js';
import { RedfishError } from '../protocol/redfish-error.js';
import { NO_FILTERS } from './event-record.js';
import type { EventFilters } from './subscription.entity.js';

/** The members by which a stream can be filtered, and the filters of a subscription that do the same. */
const MEMBERS: Readonly<Record<string, 'RegistryPrefixes' | 'ResourceTypes' | 'MessageIds' | 'OriginResources'>> = {
  RegistryPrefix: 'RegistryPrefixes',
  ResourceType: 'ResourceTypes',
  MessageId: 'MessageIds',
  OriginResource: 'OriginResources',
};

/**
 * The `$filter` of an event stream: values of one member are joined by `or`, members by `and`. Throws
 * QueryParameterValueError for any other condition.
 */
export function parseStreamFilter(text: string): EventFilters {
  try {
    return filtersOf(parseFilter(text));
  } catch (error) {
    if (error instanceof FilterError) throw RedfishError.of(400, 'QueryParameterValueError', ['$filter']);
    throw error;
  }
}

function filtersOf(filter: Filter): EventFilters {
  if (filter.kind === 'and') {
    const [left, right] = [filtersOf(filter.left), filtersOf(filter.right)];
    const merged = { ...NO_FILTERS };
    for (const member of Object.values(MEMBERS)) {
      if (left[member].length > 0 && right[member].length > 0) throw new FilterError('a member is named twice');
      merged[member] = left[member].length > 0 ? left[member] : right[member];
    }
    return merged;
  }
  const values = alternatives(filter);
  const [first] = values;
  if (first === undefined || values.some(({ name }) => name !== first.name)) throw new FilterError('members are mixed');
  if (first.name === 'EventFormatType') {
    if (values.every(({ value }) => value === 'Event')) return NO_FILTERS;
    throw new FilterError('only events are sent');
  }
  const member = Object.hasOwn(MEMBERS, first.name) ? MEMBERS[first.name] : undefined;
  if (member === undefined) throw new FilterError('there is no such member');
  return { ...NO_FILTERS, [member]: values.map(({ value }) => value) };
}

function alternatives(filter: Filter): { readonly name: string; readonly value: string }[] {
  if (filter.kind === 'or') return [...alternatives(filter.left), ...alternatives(filter.right)];
  if (filter.kind !== 'compare' || filter.by !== 'eq' || typeof filter.to !== 'string') {
    throw new FilterError('only eq with text can be used');
  }
  return [{ name: filter.path.join('/'), value: filter.to }];
}
