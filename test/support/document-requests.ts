/** Requests as the API document describes them, and some that are slightly wrong, for property tests. */
import fc from 'fast-check';
import type { ApiDocument, Operation, Schema } from './answer-shape.js';

/** A request to an operation. */
export interface DescribedRequest {
  readonly method: string;
  /** With the names of its parameters. */
  readonly path: string;
  /** With their values, and the query. */
  readonly address: string;
  readonly body: unknown;
}

const JSON_TYPE = 'application/json';
const MAX_DEPTH = 6;
/** The longest text of a value, so that a body stays far below its limit. */
const MAX_TEXT = 300;

const odd = fc.constantFrom<unknown>(
  ...[null, '', ' ', 'x', '0', '-1', '9'.repeat(400), 'a\u0000b', '\ud800', '../x', '%', '${x}', true, 0, -1, 3.5],
  ...[1e21, 1e308, [], {}, [[]], [null], ['a', 'a'], '2026-02-30', '+275761-01-01T00:00:00Z', '1-1200578', '\r\nX: y'],
  ...['::1', 'http://127.0.0.1:1/x', 'Europe/Berlin', '__proto__'],
);

export class DescribedRequests {
  /** @param ids values of the parameters of paths, by their names; 1 to 4 for others */
  constructor(
    private readonly api: ApiDocument,
    private readonly ids: Readonly<Record<string, readonly string[]>>,
  ) {}

  /** Requests to the operations that are wanted, such as `put /api/outlets/{outletId}`. */
  of(isWanted: (operation: string) => boolean): fc.Arbitrary<DescribedRequest> {
    const operations = Object.entries(this.api.paths).flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([method]) => isWanted(`${method} ${path}`))
        .map(([method, operation]) => ({ method, path, operation })),
    );
    return fc
      .constantFrom(...operations)
      .chain(({ method, path, operation }) =>
        fc
          .tuple(this.#address(path), this.#query(operation), this.#body(operation))
          .map(([address, query, body]) => ({ method: method.toUpperCase(), path, address: address + query, body })),
      );
  }

  #address(path: string): fc.Arbitrary<string> {
    const parts = path.split(/\{(\w+)\}/);
    return fc
      .tuple(...parts.map((part, place) => (place % 2 === 0 ? fc.constant(part) : this.#id(part))))
      .map((all) => all.join(''));
  }

  #id(name: string): fc.Arbitrary<string> {
    const known = fc.constantFrom(...(this.ids[name] ?? ['1', '2', '3', '4']));
    return fc.oneof({ weight: 9, arbitrary: known }, fc.constantFrom('none', '0', '%00', '__proto__', '1e3', '%F0%9F'));
  }

  #query({ parameters = [] }: Operation): fc.Arbitrary<string> {
    const names = parameters.filter((parameter) => parameter.in === 'query');
    const members = Object.fromEntries(names.map(({ name, schema = {} }) => [name, this.#value(schema, 0)]));
    return fc.record(members, { requiredKeys: [] }).map((query) => {
      const given = Object.entries(query).map(([name, value]): [string, string] => [name, textOf(value)]);
      return given.length === 0 ? '' : `?${new URLSearchParams(given).toString()}`;
    });
  }

  #body({ requestBody }: Operation): fc.Arbitrary<unknown> {
    const schema = requestBody?.content[JSON_TYPE]?.schema;
    return schema ? this.#value(schema, 0) : fc.constant(undefined);
  }

  #value(schema: Schema, depth: number): fc.Arbitrary<unknown> {
    const right = this.#rightValue(schema, depth);
    return fc.oneof({ weight: 40, arbitrary: right }, { weight: 1, arbitrary: odd });
  }

  #rightValue(schema: Schema, depth: number): fc.Arbitrary<unknown> {
    const { $ref, oneOf, anyOf, allOf, enum: values, example } = schema;
    if (depth > MAX_DEPTH) return fc.constant(example ?? null);
    if ($ref !== undefined) return this.#rightValue(this.#named($ref), depth);
    const choices = oneOf ?? anyOf ?? allOf;
    if (choices) return fc.oneof(...choices.map((choice) => this.#value(choice, depth + 1)));
    if (values) return fc.constantFrom(...values);
    const described = this.#ofType(schema, depth);
    return example === undefined ? described : fc.oneof(fc.constant(example), described);
  }

  #ofType(schema: Schema, depth: number): fc.Arbitrary<unknown> {
    const { minimum = 0, maximum = 100, minLength = 0, maxLength = 20, maxItems = 4, items = {} } = schema;
    switch (schema.type) {
      case 'string':
        return fc.string({ minLength, maxLength: Math.min(maxLength, MAX_TEXT), unit: 'grapheme' });
      case 'integer':
        return fc.oneof(fc.integer({ min: minimum, max: maximum }), fc.constantFrom(minimum - 1, maximum + 1));
      case 'number':
        return fc.double({ min: minimum, max: maximum, noNaN: true });
      case 'boolean':
        return fc.boolean();
      case 'array':
        return fc.array(this.#value(items, depth + 1), { maxLength: Math.min(maxItems, 4) });
      default:
        return this.#object(schema, depth);
    }
  }

  #object({ properties = {}, required = [], additionalProperties }: Schema, depth: number): fc.Arbitrary<unknown> {
    const members = Object.fromEntries(
      Object.entries(properties).map(([name, member]) => [name, this.#value(member, depth + 1)]),
    );
    const requiredKeys = required.filter((name) => name in members);
    const known = fc.record(members, { requiredKeys });
    if (typeof additionalProperties !== 'object') return known;
    const names = fc.constantFrom('1', '1-1200578', 'x');
    const others = fc.dictionary(names, this.#value(additionalProperties, depth + 1), { maxKeys: 2 });
    return fc.tuple(known, others).map(([one, other]) => ({ ...one, ...other }));
  }

  #named(reference: string): Schema {
    return this.api.components.schemas[reference.split('/').pop() ?? ''] ?? {};
  }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
