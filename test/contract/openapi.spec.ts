import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ControllerProcess, removeFolder, temporaryFolder } from '../support/process/controller-process.js';
import { aPdu } from '../support/app/pdu.js';
import { OUTLET_LISTS, PERMISSION_DESCRIPTIONS } from '../../src/common/access.js';
import { routesOf } from '../support/app/routes.js';

/** The document as the built controller serves it: the compiler adds what types and comments say. */
interface Document {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Record<string, object>; readonly securitySchemes: Record<string, object> };
}

interface Operation {
  readonly operationId: string;
  readonly summary?: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly security?: readonly Record<string, unknown>[];
  readonly requestBody?: { readonly content: Record<string, { readonly schema?: object }> };
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly required?: boolean }[];
  readonly responses: Readonly<
    Record<string, { readonly description: string; readonly content?: Record<string, { schema?: Schema }> }>
  >;
}

interface Schema {
  readonly $ref?: string;
}

/** Their 503 has the body of their 200, which programs that watch the controller read. */
const HEALTH = ['GET /health', 'GET /health/live'];
const ERROR = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } };

const folder = temporaryFolder();
/** True for the routes that answer 404 for every path that nobody serves. */
const isCatchAll = (path: string): boolean => path === '/api' || path.includes('*');
/** The browser UI, and the files that only a browser loads: no part of the API. */
const PAGES = ['/', '/build.json', '/manifest.webmanifest', '/service-worker.js'];
const isPage = (path: string): boolean => PAGES.includes(path) || path.startsWith('/assets/');

let controller: ControllerProcess;
let document: Document;
let operations: { name: string; path: string; operation: Operation }[];
beforeAll(async () => {
  controller = new ControllerProcess({ RACKFEED_DATA_DIR: folder, RACKFEED_ADMIN_PASSWORD: 'correct horse battery' });
  document = (await (await fetch(`${await controller.ready()}/api/openapi.json`)).json()) as Document;
  operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, path, operation })),
  );
});
afterAll(async () => {
  await controller.kill('SIGTERM');
  removeFolder(folder);
});

/** The names of the operations that do not hold. */
const except = (holds: (operation: Operation, path: string) => boolean): string[] =>
  operations.filter(({ operation, path }) => !holds(operation, path)).map(({ name }) => name);

function referencesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]: [string, unknown]) =>
    key === '$ref' && typeof member === 'string' ? [member] : referencesIn(member),
  );
}

describe('the OpenAPI document of the built controller', () => {
  it('is OpenAPI 3 with a title and a version', () => {
    expect(document.openapi).toMatch(/^3\.\d+\.\d+$/);
    expect(document.info).toMatchObject({ title: 'Rackfeed', version: expect.stringMatching(/^\d+\.\d+\.\d+/) });
    expect(document.components.securitySchemes).toMatchObject({
      session: { type: 'apiKey', in: 'cookie', name: 'SPID' },
      token: { type: 'http', scheme: 'bearer' },
      basic: { type: 'http', scheme: 'basic' },
    });
  });

  it('has every route of the application', async () => {
    const pdu = await aPdu();
    const documented = new Set(operations.map(({ name }) => name));
    const missing = routesOf(pdu.app)
      .filter(({ path }) => !isCatchAll(path) && !isPage(path))
      .map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`)
      .filter((name) => !documented.has(name));
    await pdu.stop();
    expect(missing).toEqual([]);
  });

  it('refers only to schemas that it has', () => {
    const known = Object.keys(document.components.schemas).map((name) => `#/components/schemas/${name}`);
    expect(referencesIn(document).filter((reference) => !known.includes(reference))).toEqual([]);
  });

  it('has no schema without members', () => {
    const empty = Object.entries(document.components.schemas).filter(
      ([, schema]) => 'properties' in schema && Object.keys(schema.properties as object).length === 0,
    );
    expect(empty.map(([name]) => name)).toEqual([]);
  });

  it('gives each operation an id of its own, a tag and a summary', () => {
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(ids.filter((id, place) => ids.indexOf(id) !== place)).toEqual([]);
    expect(except(({ operationId }) => /^[a-z]\w+$/.test(operationId))).toEqual([]);
    expect(except(({ tags = [] }) => tags.length === 1)).toEqual([]);
    expect(except(({ summary = '' }) => summary !== '')).toEqual([]);
  });

  it('says of each operation who may call it', () => {
    expect(except(({ description = '' }) => /Needs |Open to everybody/.test(description))).toEqual([]);
  });

  it('says of each success what it answers with', () => {
    const answers = ({ responses }: Operation): boolean => {
      const success = Object.entries(responses).filter(([status]) => status.startsWith('2'));
      return (
        success.length === 1 &&
        success.every(([status, { content, description }]) => {
          const schemas = Object.values(content ?? {}).map(({ schema }) => schema);
          return status === '200' && (schemas.some((schema) => schema !== undefined) || /empty/i.test(description));
        })
      );
    };
    expect(except(answers)).toEqual([]);
  });

  it('shows the one error body for every error', () => {
    const errors = ({ responses }: Operation) => Object.entries(responses).filter(([status]) => Number(status) >= 400);
    const isError = (operation: Operation): boolean =>
      errors(operation).every(([, { content }]) => JSON.stringify(content) === JSON.stringify(ERROR));
    expect(except(isError)).toEqual(HEALTH);
    expect(except((operation) => '500' in operation.responses)).toEqual([]);
  });

  it('names the parameters of each path', () => {
    const declares = ({ parameters = [] }: Operation, path: string): boolean =>
      [...path.matchAll(/\{(\w+)\}/g)].every(([, name]) =>
        parameters.some(
          (parameter) => parameter.name === name && parameter.in === 'path' && parameter.required === true,
        ),
      );
    expect(except(declares)).toEqual([]);
  });

  it('describes every body that is sent', () => {
    const described = ({ requestBody }: Operation): boolean =>
      requestBody === undefined || Object.values(requestBody.content).every(({ schema }) => schema !== undefined);
    expect(except(described)).toEqual([]);
  });

  it('takes the limits of a body from its DTO and the units from the comments', () => {
    expect(document.components.schemas.UpdateBankDto).toMatchObject({
      required: ['bankName'],
      properties: { bankName: { type: 'string', minLength: 1, maxLength: 100 } },
    });
    expect(document.components.schemas.BankView).toMatchObject({
      properties: { activePower: { type: 'number', description: 'W.' } },
    });
  });

  it('describes each permission, where a role is sent and where it is answered', () => {
    const permissions = Object.fromEntries([
      ...Object.entries(PERMISSION_DESCRIPTIONS).map(([flag, description]) => [flag, { type: 'boolean', description }]),
      ...OUTLET_LISTS.map((list) => [list, { type: 'array', items: { type: 'string' } }]),
    ]);
    const { PermissionsDto, RoleView } = document.components.schemas;
    expect(PermissionsDto).toMatchObject({ type: 'object', properties: permissions });
    expect(PermissionsDto).not.toHaveProperty('required');
    expect(RoleView).toMatchObject({
      properties: { permissions: { properties: permissions, required: Object.keys(permissions) } },
    });
  });
});
