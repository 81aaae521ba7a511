import type { OpenAPIObject } from '@nestjs/swagger';

type Schemas = NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>;
type SchemaOrRef = Schemas[string];
type Schema = Exclude<SchemaOrRef, { $ref: string }>;

/** Example of each parameter of a path. */
export const PATH_EXAMPLES: Readonly<Record<string, string>> = {
  actionId: '1',
  alarmId: 'event-mhk3l1o0-1200578',
  bankId: '1200578',
  commandId: '8d0a4c5e-6f1b-4c7e-9a52-0c6a2f1e7b31',
  enrolmentId: '1',
  eventId: '3',
  file: 'swagger-ui.css',
  fingerprint: '59:b5:26:54:33:e1:29:23:cc:63:25:43:a8:d2:45:82',
  groupId: '1',
  inletId: 'I1-1000036',
  outletId: '1-1200578',
  pduId: 'pdu-7f3a',
  relayOutputId: 'R1-1000036',
  roleId: '2',
  sensorId: 'SA-1000036',
  sessionId: '13ef261ffb5be3400fa1714e',
  userId: '2',
  webhookId: '1',
};

const TIME = '2026-11-02T08:15:00.000Z';
const IS_TIME = /^(time|since|until|expires|at)$|[a-z](At|Since|Until)$/;

const isEmpty = (value: unknown): boolean =>
  value === undefined || (typeof value === 'object' && value !== null && Object.keys(value).length === 0);

/**
 * Examples of bodies and answers, composed of those that the members of DTOs and views have in their comments
 * (`@example 12`). A required member needs none where a rule gives it: a choice its first one, a flag true, a time
 * always the same, a member that may be null null. An optional member is shown if it has one, or is of a class that
 * has; an empty list leaves it out.
 */
export class Examples {
  readonly #known = new Map<string, unknown>();
  /** The required members that have no example and that no rule gives one, as `OutletView.outletName`. */
  readonly missing = new Set<string>();

  constructor(private readonly schemas: Schemas) {}

  /** Undefined where a part of it has none. */
  of(schema: SchemaOrRef, name = ''): unknown {
    if ('$ref' in schema) return this.#ofClass(schema.$ref.split('/').pop() ?? '');
    const { allOf, enum: choices, type, items, properties, nullable } = schema;
    if (schema.example !== undefined) return schema.example;
    const base = allOf?.[0];
    if (base) return this.of(base, name);
    if (choices) return choices[0];
    if (type === 'boolean') return true;
    if (type === 'array' && items) return listOf(this.of(items, name));
    if (type === 'object' && (properties ?? !schema.additionalProperties)) return this.#ofMembers(schema, name);
    if (nullable) return null;
    return type === 'string' && IS_TIME.test(name.replace(/.*\./, '')) ? TIME : undefined;
  }

  #ofClass(name: string): unknown {
    if (!this.#known.has(name)) this.#known.set(name, this.of(this.schemas[name] ?? {}, name));
    return this.#known.get(name);
  }

  #ofMembers({ properties = {}, required = [] }: Schema, name: string): unknown {
    const members = Object.entries(properties).map(([key, schema]) => {
      const isRequired = required.includes(key);
      const value = isRequired || isStated(schema) ? this.of(schema, `${name}.${key}`) : undefined;
      if (isRequired && value === undefined) this.missing.add(`${name}.${key}`);
      return { key, value, isRequired };
    });
    if (members.some(({ value, isRequired }) => isRequired && value === undefined)) return undefined;
    const shown = members.filter(({ value, isRequired }) => isRequired || !isEmpty(value));
    if (shown.length === 0 && members.length > 0) return undefined;
    return Object.fromEntries(shown.map(({ key, value }) => [key, value]));
  }
}

const listOf = (entry: unknown): unknown[] | undefined => (entry === undefined ? undefined : [entry]);

/** True for an optional member with an example of its own, or of a class. */
const isStated = (schema: SchemaOrRef): boolean => {
  if ('$ref' in schema) return true;
  const { allOf, items } = schema;
  return schema.example !== undefined || allOf !== undefined || (items !== undefined && '$ref' in items);
};
