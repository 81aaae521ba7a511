import type { OpenAPIObject } from '@nestjs/swagger';
import type { RouteAccess } from '../kernel/access.js';
import { accessLine } from './access-line.js';
import { ERROR_SCHEMA, ERROR_SCHEMA_NAME, ERROR_SCHEMA_REF } from './error-schema.js';
import { errorStatuses } from './error-statuses.js';

export const METHODS = ['get', 'put', 'post', 'delete', 'patch', 'head', 'options'] as const;

type PathItem = OpenAPIObject['paths'][string];
type Operation = NonNullable<PathItem['get']>;
type Responses = Operation['responses'];

/** Adds to each operation of a scanned document what no decorator says: its errors, and who may call it. */
export function completeDocument(document: OpenAPIObject): OpenAPIObject {
  const paths = Object.entries(document.paths).map(([path, item]) => [path, completePath(path, item)] as const);
  const schemas = { ...document.components?.schemas, [ERROR_SCHEMA_NAME]: ERROR_SCHEMA };
  return { ...document, paths: Object.fromEntries(paths), components: { ...document.components, schemas } };
}

function completePath(path: string, item: PathItem): PathItem {
  const completed: PathItem = { ...item };
  for (const method of METHODS) {
    const operation = item[method];
    if (operation) completed[method] = completeOperation(path, method, operation);
  }
  return completed;
}

function completeOperation(path: string, method: string, operation: Operation): Operation {
  const access = accessOf(operation);
  const isPublic = access?.kind === 'public';
  const facts = { path, method, isPublic, hasBody: operation.requestBody !== undefined };
  const lines = [operation.description, access && accessLine(access)].filter((line) => line);
  return {
    ...operation,
    ...(lines.length > 0 && { description: lines.join('\n\n') }),
    security: isPublic ? [] : [...(operation.security ?? []), { basic: [] }],
    responses: { ...describedResponses(operation.responses), ...errorResponses(facts, operation.responses) },
  };
}

const accessOf = (operation: Operation & { 'x-access'?: RouteAccess }): RouteAccess | undefined =>
  operation['x-access'];

const errorContent = { 'application/json': { schema: { $ref: ERROR_SCHEMA_REF } } };

/** Each response says what it is; an error that a controller declares by itself has the same body as all. */
const describedResponses = (responses: Responses): Responses =>
  Object.fromEntries(
    Object.entries(responses).map(([status, response]) => {
      const described = { ...response, description: descriptionOf(response) || 'Success.' };
      return [status, Number(status) >= 400 ? { ...described, content: errorContent } : described];
    }),
  );

const descriptionOf = (response: Responses[string]): string =>
  response && 'description' in response ? response.description : '';

/** The statuses of the table that the controller has not declared. */
const errorResponses = (facts: Parameters<typeof errorStatuses>[0], declared: Responses): Responses =>
  Object.fromEntries(
    errorStatuses(facts)
      .filter(({ status }) => !(String(status) in declared))
      .map(({ status, description }) => [String(status), { description, content: errorContent }]),
  );
