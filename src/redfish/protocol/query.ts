import { FilterError, parseFilter, type Filter } from './filter.js';
import { RedfishError } from './redfish-error.js';

/** The references that `$expand` follows: the resource's own (`.`), those below Links (`~`), or all (`*`). */
export interface Expand {
  readonly which: '.' | '*' | '~';
  readonly levels: number;
}

/** The query parameters of a GET. */
export interface Query {
  readonly only: boolean;
  readonly expand?: Expand;
  readonly select?: readonly string[];
  readonly filter?: Filter;
  readonly top?: number;
  readonly skip?: number;
  /** The parameters other than `$skip` and `$top`, for the link to the next page. */
  readonly others: readonly (readonly [string, string])[];
}

export const MAX_LEVELS = 4;

const NONE: Query = { only: false, others: [] };

/**
 * Reads the query of a GET. Throws 400 for a wrong value, and 501 for a parameter with `$` that is not known; others are
 * ignored.
 */
export function readQuery(text: string): Query {
  if (text === '') return NONE;
  const params = [...new URLSearchParams(text)];
  const query: { -readonly [Key in keyof Query]: Query[Key] } = { only: false, others: [] };
  for (const [name, value] of params) {
    if (name === 'only') {
      if (value !== '') throw wrong('only');
      query.only = true;
    } else if (name === '$expand') query.expand = expandOf(value);
    else if (name === '$select') query.select = selectOf(value);
    else if (name === '$filter') query.filter = filterOf(value);
    else if (name === '$top') query.top = countOf(name, value);
    else if (name === '$skip') query.skip = countOf(name, value);
    else if (name.startsWith('$')) throw RedfishError.of(501, 'QueryParameterUnsupported', [name]);
  }
  if (query.only && (query.expand ?? query.filter ?? query.select ?? query.top ?? query.skip) !== undefined) {
    throw wrong('only');
  }
  query.others = params.filter(([name]) => /^\$(expand|select|filter)$/.test(name));
  return query;
}

const wrong = (name: string): RedfishError => RedfishError.of(400, 'QueryParameterValueError', [name]);

function expandOf(value: string): Expand {
  const [, which, levels = '1'] = /^([.*~])(?:\(\$levels=(\d{1,3})\))?$/.exec(value) ?? [];
  const count = Number(levels);
  if (which === undefined || count < 1 || count > MAX_LEVELS) throw wrong('$expand');
  return { which: which as Expand['which'], levels: count };
}

function selectOf(value: string): string[] {
  const names = value.split(',').map((name) => name.trim());
  if (!names.every((name) => /^[@A-Za-z][\w.@/*-]*$/.test(name))) throw wrong('$select');
  return names.map((name) => name.split('/')[0] ?? '');
}

function filterOf(value: string): Filter {
  try {
    return parseFilter(value);
  } catch (error) {
    if (error instanceof FilterError) throw wrong('$filter');
    throw error;
  }
}

function countOf(name: string, value: string): number {
  if (!/^\d{1,9}$/.test(value)) throw wrong(name);
  return Number(value);
}
