/** Compares answers with the shapes that the API document promises. */

export interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly nullable?: boolean;
  readonly enum?: readonly unknown[];
  readonly example?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly allOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
}

type Content = Readonly<Record<string, { readonly schema?: Schema }>>;

export interface Operation {
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly schema?: Schema }[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
}

export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

const JSON_TYPE = 'application/json';

/** The shapes of a document. */
export class AnswerShapes {
  constructor(private readonly document: ApiDocument) {}

  /** The shape of the answer of an operation with this status; undefined where it is no JSON. */
  of(method: string, path: string, status: number): Schema | undefined {
    return this.document.paths[path]?.[method]?.responses[String(status)]?.content?.[JSON_TYPE]?.schema;
  }

  /** The names of the parameters of a query. */
  queryOf(method: string, path: string): string[] {
    const { parameters = [] } = this.document.paths[path]?.[method] ?? {};
    return parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name);
  }

  takesBody(method: string, path: string): boolean {
    return this.document.paths[path]?.[method]?.requestBody !== undefined;
  }

  /** The documented success of an operation: its status, and the types of content that it may have. */
  successOf(method: string, path: string): { readonly status: number; readonly types: readonly string[] } | undefined {
    const responses = Object.entries(this.document.paths[path]?.[method]?.responses ?? {});
    const [status, answer] = responses.find(([each]) => each.startsWith('2')) ?? [];
    return answer && { status: Number(status), types: Object.keys(answer.content ?? {}) };
  }

  /** The places where a value leaves its shape, as sentences: members that are missing, of another type or not documented. */
  deviations(shape: Schema, value: unknown, at = 'answer'): string[] {
    const schema = this.#resolved(shape);
    const choices = schema.oneOf ?? schema.anyOf ?? (schema.allOf?.length === 1 ? schema.allOf : undefined);
    if (choices) {
      const each = choices.map((choice) => this.deviations(choice, value, at));
      return each.some(({ length }) => length === 0) ? [] : (each[0] ?? []);
    }
    if (value === null) return schema.nullable === true || schema.type === undefined ? [] : [`${at} is null`];
    if (schema.enum && !schema.enum.includes(value)) return [`${at} is ${JSON.stringify(value)}, which is no choice`];
    if (schema.type === 'array') {
      if (!Array.isArray(value)) return [`${at} is no list`];
      return value.flatMap((entry) => this.deviations(schema.items ?? {}, entry, `${at}[]`));
    }
    if (schema.type === 'object') return this.#membersOf(schema, value, at);
    return isOfType(schema.type, value) ? [] : [`${at} is no ${schema.type}`];
  }

  #membersOf({ properties, required = [], additionalProperties }: Schema, value: unknown, at: string): string[] {
    if (typeof value !== 'object' || Array.isArray(value)) return [`${at} is no object`];
    const missing = required
      .filter((name) => !Object.hasOwn(value as object, name))
      .map((name) => `${at}.${name} is missing`);
    const others = Object.entries(value as object).flatMap(([name, member]: [string, unknown]) => {
      const known = properties && Object.hasOwn(properties, name) ? properties[name] : undefined;
      if (known) return this.deviations(known, member, `${at}.${name}`);
      if (typeof additionalProperties === 'object') return this.deviations(additionalProperties, member, `${at}.*`);
      return properties && additionalProperties !== true ? [`${at}.${name} is not documented`] : [];
    });
    return [...missing, ...others];
  }

  #resolved(schema: Schema): Schema {
    if (schema.$ref === undefined) return schema;
    return this.#resolved(this.document.components.schemas[schema.$ref.split('/').pop() ?? ''] ?? {});
  }
}

function isOfType(type: string | undefined, value: unknown): boolean {
  if (type === 'integer') return Number.isInteger(value);
  return type === undefined || typeof value === type;
}
