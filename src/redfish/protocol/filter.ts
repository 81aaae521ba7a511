import type { Json } from './provider.js';

type Literal = string | number | boolean | null;
type Comparison = 'eq' | 'ne' | 'gt' | 'ge' | 'lt' | 'le';

/** A condition on a resource, as `$filter` writes it. */
export type Filter =
  | { readonly kind: 'compare'; readonly path: readonly string[]; readonly by: Comparison; readonly to: Literal }
  | { readonly kind: 'and' | 'or'; readonly left: Filter; readonly right: Filter }
  | { readonly kind: 'not'; readonly of: Filter };

/** A text that is no condition. */
export class FilterError extends Error {}

const TOKEN = /\s*(\(|\)|'(?:[^']|'')*'|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w/])|[@\w][\w.@/-]*)/y;
const COMPARISONS = new Set<string>(['eq', 'ne', 'gt', 'ge', 'lt', 'le'] satisfies Comparison[]);
const MAX_LENGTH = 2000;
const MAX_DEPTH = 50;

/** Reads a condition: `or` binds weaker than `and`, `and` weaker than `not`. Throws FilterError. */
export function parseFilter(text: string): Filter {
  if (text.length > MAX_LENGTH) throw new FilterError('too long');
  return new Parser(tokensOf(text)).whole();
}

function tokensOf(text: string): string[] {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  const end = text.trimEnd().length;
  for (let from = 0; from < end; from = TOKEN.lastIndex) {
    TOKEN.lastIndex = from;
    const token = TOKEN.exec(text)?.[1];
    if (token === undefined) throw new FilterError(`unreadable at ${from}`);
    tokens.push(token);
  }
  return tokens;
}

class Parser {
  #next = 0;
  #depth = 0;

  constructor(private readonly tokens: readonly string[]) {}

  whole(): Filter {
    const filter = this.#or();
    if (this.#next < this.tokens.length) throw new FilterError('something follows');
    return filter;
  }

  #or(): Filter {
    let left = this.#and();
    while (this.#accept('or')) left = { kind: 'or', left, right: this.#and() };
    return left;
  }

  #and(): Filter {
    let left = this.#not();
    while (this.#accept('and')) left = { kind: 'and', left, right: this.#not() };
    return left;
  }

  #not(): Filter {
    if (++this.#depth > MAX_DEPTH) throw new FilterError('too deep');
    try {
      if (this.#accept('not')) return { kind: 'not', of: this.#not() };
      if (!this.#accept('(')) return this.#comparison();
      const inner = this.#or();
      if (!this.#accept(')')) throw new FilterError('a bracket is open');
      return inner;
    } finally {
      this.#depth--;
    }
  }

  #comparison(): Filter {
    const path = this.#take();
    if (!/^[@A-Za-z_]/.test(path)) throw new FilterError('a member is missing');
    const by = this.#take();
    if (!isComparison(by)) throw new FilterError('a comparison is missing');
    const to = literalOf(this.#take());
    const isOrder = by !== 'eq' && by !== 'ne';
    if (isOrder && (to === null || typeof to === 'boolean')) throw new FilterError('it has no order');
    return { kind: 'compare', path: path.split('/'), by, to };
  }

  #accept(word: string): boolean {
    if (this.tokens[this.#next] !== word) return false;
    this.#next++;
    return true;
  }

  #take(): string {
    const token = this.tokens[this.#next++];
    if (token === undefined || token === '(' || token === ')') throw new FilterError('something is missing');
    return token;
  }
}

const isComparison = (word: string): word is Comparison => COMPARISONS.has(word);

function literalOf(token: string): Literal {
  if (token.startsWith("'")) return token.slice(1, -1).replaceAll("''", "'");
  if (token === 'true' || token === 'false') return token === 'true';
  if (token === 'null') return null;
  if (/^-?\d/.test(token)) return Number(token);
  throw new FilterError('a value is missing');
}

/** True if the condition holds for a resource. A member that is absent equals null; of a list any entry may hold. */
export function matches(filter: Filter, resource: Json): boolean {
  switch (filter.kind) {
    case 'and':
      return matches(filter.left, resource) && matches(filter.right, resource);
    case 'or':
      return matches(filter.left, resource) || matches(filter.right, resource);
    case 'not':
      return !matches(filter.of, resource);
    case 'compare':
      return valuesAt(resource, filter.path).some((value) => holds(value, filter.by, filter.to));
  }
}

function valuesAt(value: unknown, path: readonly string[]): unknown[] {
  if (Array.isArray(value)) return value.flatMap((each) => valuesAt(each, path));
  const [name, ...rest] = path;
  if (name === undefined) return [value ?? null];
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return [null];
  return valuesAt((value as Json)[name], rest);
}

function holds(value: unknown, by: Comparison, to: Literal): boolean {
  if (by === 'eq') return value === to;
  if (by === 'ne') return value !== to;
  if (typeof value !== typeof to || (typeof value !== 'number' && typeof value !== 'string')) return false;
  const order = value < (to as typeof value) ? -1 : value > (to as typeof value) ? 1 : 0;
  return { gt: order > 0, ge: order >= 0, lt: order < 0, le: order <= 0 }[by];
}
