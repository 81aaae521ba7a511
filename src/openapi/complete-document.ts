import type { OpenAPIObject } from '@nestjs/swagger';
import type { RouteAccess } from '../common/access.js';
import { Examples, PATH_EXAMPLES } from './examples.js';

/** The properties of an operation that determine its possible errors. */
interface OperationFacts {
  readonly path: string;
  readonly method: string;
  readonly isPublic: boolean;
  readonly hasBody: boolean;
  readonly hasQuery: boolean;
}

interface StatusRow {
  readonly status: number;
  readonly description: string;
  readonly when: (operation: OperationFacts) => boolean;
}

const isSignIn = ({ path }: OperationFacts): boolean => path.endsWith('/login');
/** True where a caller is needed, or becomes known. */
const hasCaller = (operation: OperationFacts): boolean => !operation.isPublic || isSignIn(operation);
const changesUser = ({ path, method }: OperationFacts): boolean => path.startsWith('/api/users') && method !== 'get';
/** True for paths that exist only on some models. */
const mayBeUnavailable = ({ path }: OperationFacts): boolean =>
  /^\/api\/(outlets?|relayOutputs?|simulator)\b/.test(path);

/** The errors that follow from the kind of a request; a controller names those of its own with `Errors`. */
const ROWS: readonly StatusRow[] = [
  { status: 400, description: 'Reserved name, or the built-in administrator.', when: changesUser },
  { status: 401, description: 'The credential is missing, wrong or has ended.', when: hasCaller },
  {
    status: 403,
    description: "The role does not allow it, or the request comes from another site's page.",
    when: hasCaller,
  },
  {
    status: 404,
    description: 'The object does not exist, or this model does not have it.',
    when: (operation) => operation.path.includes('{') || mayBeUnavailable(operation),
  },
  { status: 413, description: 'The body is too large.', when: ({ hasBody }) => hasBody },
  {
    status: 422,
    description: 'The body or the query is not valid; the sentence says what is wrong.',
    when: ({ hasBody, hasQuery }) => hasBody || hasQuery,
  },
  {
    status: 429,
    description: 'Too many attempts, commands or reports; Retry-After says when to try again.',
    when: hasCaller,
  },
  { status: 500, description: 'The hardware or the storage failed, or a relay did not follow.', when: () => true },
  {
    status: 503,
    description: 'Rackfeed is stopping, all places are taken, or its database does not answer; try again in a moment.',
    when: hasCaller,
  },
];

/** The error statuses of an operation with their descriptions. */
const errorStatuses = (operation: OperationFacts): readonly { status: number; description: string }[] =>
  ROWS.filter(({ when }) => when(operation)).map(({ status, description }) => ({ status, description }));

type Schema = NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>[string];

export const ERROR_SCHEMA_NAME = 'Error';
export const ERROR_SCHEMA_REF = `#/components/schemas/${ERROR_SCHEMA_NAME}`;

/** The one error body of the API. */
export const ERROR_SCHEMA: Schema = {
  type: 'object',
  required: ['statusCode', 'error', 'message', 'code'],
  properties: {
    statusCode: { type: 'integer', description: 'The HTTP status again.' },
    error: { type: 'string', description: "The status's name.", example: 'Unprocessable Entity' },
    message: { type: 'string', description: 'One sentence that a user can act on.' },
    code: { type: 'string', description: 'Stable name of the error, for programs.', example: 'VALIDATION_FAILED' },
    details: {
      type: 'array',
      description: 'Only for bodies that are not valid: one entry for each wrong member.',
      items: {
        type: 'object',
        required: ['field', 'message'],
        properties: { field: { type: 'string' }, message: { type: 'string' } },
      },
    },
  },
};

/** A sentence about the access rule of an operation. */
export function accessLine(access: RouteAccess): string {
  switch (access.kind) {
    case 'public':
      return 'Open to everybody.';
    case 'signedIn':
      return 'Needs any valid credential.';
    case 'administrator':
      return 'Needs the Administrator role.';
    case 'flags': {
      const own = access.orOwn ? `, or that {${access.orOwn}} is the caller` : '';
      return `Needs the permission ${access.anyOf.join(' or ')}${own}.`;
    }
    case 'outlet':
      return access.param
        ? `Needs the outlet in the role's ${access.list}.`
        : `Needs at least one outlet in the role's ${access.list}.`;
  }
}

export const METHODS = ['get', 'put', 'post', 'delete', 'patch', 'head', 'options'] as const;

type PathItem = OpenAPIObject['paths'][string];
type Operation = NonNullable<PathItem['get']>;
type Responses = Operation['responses'];

/** Adds to each operation of a scanned document its errors, its access rule and its examples. */
export function completeDocument(document: OpenAPIObject): OpenAPIObject {
  const examples = new Examples(document.components?.schemas ?? {});
  const paths = Object.entries(document.paths).map(
    ([path, item]) => [path, completePath(path, item, examples)] as const,
  );
  const schemas = { ...document.components?.schemas, [ERROR_SCHEMA_NAME]: ERROR_SCHEMA };
  return { ...document, paths: Object.fromEntries(paths), components: { ...document.components, schemas } };
}

function completePath(path: string, item: PathItem, examples: Examples): PathItem {
  const completed: PathItem = { ...item };
  for (const method of METHODS) {
    const operation = item[method];
    if (operation) completed[method] = completeOperation(path, method, operation, examples);
  }
  return completed;
}

function completeOperation(path: string, method: string, operation: Operation, examples: Examples): Operation {
  const access = accessOf(operation);
  const isPublic = access?.kind === 'public';
  const hasQuery = (operation.parameters ?? []).some((parameter) => 'in' in parameter && parameter.in === 'query');
  const facts = { path, method, isPublic, hasQuery, hasBody: operation.requestBody !== undefined };
  const lines = [operation.description, access && accessLine(access)].filter((line) => line);
  const { parameters, requestBody: body } = operation;
  return {
    ...operation,
    ...(parameters && { parameters: parameters.map(parameterWithExample) }),
    ...(body && 'content' in body && { requestBody: { ...body, content: contentWithExample(body.content, examples) } }),
    ...(lines.length > 0 && { description: lines.join('\n\n') }),
    security: isPublic ? [] : [...(operation.security ?? []), { basic: [] }],
    responses: { ...describedResponses(operation.responses, examples), ...errorResponses(facts, operation.responses) },
  };
}

const accessOf = (operation: Operation & { 'x-access'?: RouteAccess }): RouteAccess | undefined =>
  operation['x-access'];

const errorContent = { 'application/json': { schema: { $ref: ERROR_SCHEMA_REF } } };

/** Responses with a description each; an error that a controller declares by itself has the common error body. */
const describedResponses = (responses: Responses, examples: Examples): Responses =>
  Object.fromEntries(
    Object.entries(responses).map(([status, response]) => {
      const described = { ...response, description: descriptionOf(response) || 'Success.' };
      const content = contentOf(response, examples) ?? (Number(status) >= 400 ? errorContent : undefined);
      return [status, { ...described, ...(content && { content }) }] as const;
    }),
  );

const contentOf = (response: Responses[string], examples: Examples): Content | undefined =>
  response && 'content' in response && response.content ? contentWithExample(response.content, examples) : undefined;

type Content = NonNullable<Exclude<Operation['requestBody'], { $ref: string } | undefined>>['content'];
type Parameter = NonNullable<Operation['parameters']>[number];

/** Content with an example of its schema where it is JSON; one that its controller states stays. */
const contentWithExample = (content: Content, examples: Examples): Content => {
  const { 'application/json': json, ...others } = content;
  if (!json?.schema || json.example !== undefined || json.examples) return content;
  return { 'application/json': { ...json, example: examples.of(json.schema) }, ...others };
};

const parameterWithExample = (parameter: Parameter): Parameter =>
  'in' in parameter && parameter.in === 'path' && parameter.name in PATH_EXAMPLES
    ? { ...parameter, example: PATH_EXAMPLES[parameter.name] }
    : parameter;

const descriptionOf = (response: Responses[string]): string =>
  response && 'description' in response ? response.description : '';

/** The statuses of the table that the controller has not declared. */
const errorResponses = (facts: Parameters<typeof errorStatuses>[0], declared: Responses): Responses =>
  Object.fromEntries(
    errorStatuses(facts)
      .filter(({ status }) => !(String(status) in declared))
      .map(({ status, description }) => [String(status), { description, content: errorContent }]),
  );
