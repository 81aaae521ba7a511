/** The examples of the API document of the built controller and of the built hub. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Examples } from '../../src/openapi/examples.js';
import { AnswerShapes, type ApiDocument } from '../support/answer-shape.js';
import { aHub } from '../support/app/hub.js';
import { ADMIN_PASSWORD, aPdu, type Pdu } from '../support/app/pdu.js';
import { routesOf, type Route } from '../support/app/routes.js';
import { ControllerProcess, removeFolder, temporaryFolder } from '../support/process/controller-process.js';

const HOW =
  'write `@example` into the comment of each member that is named here, or an example into the decorator of the route';

/** Bodies that no DTO checks, each with the request that checks it in the same way and changes a PDU of the test alone. */
const CHECKED_BY: Readonly<Record<string, string | undefined>> = {
  'POST /api/conf': 'POST /api/conf',
  'POST /api/mqtt/test': 'POST /api/conf',
  'PATCH /api/simulator': 'PATCH /api/simulator',
  'POST /api/config/plan': 'POST /api/config/plan',
  'POST /api/config/apply': 'POST /api/config/plan',
  'POST /login': undefined, // an unknown user and an invalid body are one refusal
  'POST /api/login': undefined,
};

type Schema = Parameters<AnswerShapes['deviations']>[0];

interface Media {
  readonly schema?: Schema & { readonly example?: unknown };
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}

type Content = Readonly<Record<string, Media>>;

interface Operation {
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly example?: unknown }[];
}

const JSON_TYPE = 'application/json';

const examplesOf = ({ schema, example, examples }: Media): readonly unknown[] => [
  ...[example, schema?.example].filter((each) => each !== undefined).slice(0, 1),
  ...Object.values(examples ?? {}).map(({ value }) => value),
];

const successOf = ({ responses }: Operation): Content =>
  Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1].content ?? {};

describe.each([
  ['controller', {}],
  ['hub', { RACKFEED_ROLE: 'hub', RACKFEED_FLEET_PORT: '0' }],
])('each operation of a %s', (role, environment) => {
  const folder = temporaryFolder();
  let built: ControllerProcess;
  let pdu: Pdu;
  let document: ApiDocument;
  let shapes: AnswerShapes;
  let routes: ReadonlyMap<string, Route>;
  /** By method and path of the document. */
  let operations: readonly (readonly [string, Operation])[];

  beforeAll(async () => {
    built = new ControllerProcess({
      ...{ RACKFEED_DATA_DIR: folder, RACKFEED_ADMIN_PASSWORD: ADMIN_PASSWORD, RACKFEED_SIMULATOR_CONTROL: 'true' },
      ...environment,
    });
    document = (await (await fetch(`${await built.ready()}/api/openapi.json`)).json()) as ApiDocument;
    shapes = new AnswerShapes(document);
    pdu = role === 'hub' ? await aHub() : await aPdu();
    const named = routesOf(pdu.app).map((route) => [route.name.replace(/:(\w+)/g, '{$1}'), route] as const);
    routes = new Map(named);
    operations = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const),
    );
  });
  afterAll(async () => {
    await pdu.stop();
    await built.kill('SIGKILL');
    removeFolder(folder);
  });

  /** The JSON of an operation that has no example, or as an answer to a GET an empty one. */
  const lackOf = (name: string, what: string, content: Content | undefined): string[] => {
    const media = content?.[JSON_TYPE];
    if (!media?.schema) return [];
    const [example] = examplesOf(media);
    if (example !== undefined && !(name.startsWith('GET ') && JSON.stringify(example) === '{}')) return [];
    const composed = new Examples(document.components.schemas as ConstructorParameters<typeof Examples>[0]);
    composed.of(media.schema as Parameters<Examples['of']>[0], what);
    return [`${name}: its ${what} has no example; ${HOW}: ${[...composed.missing].join(', ')}`];
  };

  it('has an example of its body and of its answer, if they are JSON', () => {
    expect(operations.length).toBeGreaterThan(50);
    const lacks = operations.flatMap(([name, operation]) => [
      ...lackOf(name, 'body', operation.requestBody?.content),
      ...lackOf(name, 'answer', successOf(operation)),
    ]);
    expect(lacks).toEqual([]);
  });

  it('has an example of its body and of its answer in any other named type', () => {
    const lacks = operations.flatMap(([name, operation]) =>
      [operation.requestBody?.content, successOf(operation)].flatMap((content = {}) =>
        Object.entries(content)
          .filter(([type, media]) => type !== JSON_TYPE && type !== '*/*' && examplesOf(media).length === 0)
          .map(([type]) => `${name}: ${type} has no example; write one into the decorator of the route`),
      ),
    );
    expect(lacks).toEqual([]);
  });

  it('names in an example of CSV the columns that it answers', async () => {
    const admin = await pdu.as('admin');
    const queries: Readonly<Record<string, string>> = {
      'GET /api/log': '',
      'GET /api/history': '&object=1-1200578&measure=activePower',
      'GET /api/energy/report': `&by=outlet&from=${new Date(pdu.clock.now()).toISOString().slice(0, 10)}`,
    };
    for (const [name, operation] of operations) {
      const example = successOf(operation)['text/csv']?.example;
      if (typeof example !== 'string') continue;
      const { body } = await admin.get(`${name.slice('GET '.length)}?format=csv${queries[name] ?? ''}`);
      expect([name, String(body).split('\r\n')[0]]).toEqual([name, example.split('\r\n')[0]]);
    }
  });

  it('has an example of each parameter of its path', () => {
    const lacks = operations.flatMap(([name, { parameters = [] }]) =>
      parameters
        .filter((parameter) => parameter.in === 'path' && parameter.example === undefined)
        .map((parameter) => `${name}: add ${parameter.name} to PATH_EXAMPLES in src/openapi/examples.ts`),
    );
    expect(lacks).toEqual([]);
  });

  it('leaves out the members that its body must not have', () => {
    const { schemas } = document.components as { schemas: Record<string, { properties: object }> };
    expect(Object.keys(schemas['CreateUserDto']?.properties ?? {})).toEqual(['username', 'roleId', 'password']);
    const changed = Object.keys(schemas['UpdateUserDto']?.properties ?? {});
    expect(changed).toContain('username');
    for (const member of ['password', 'role', 'created']) expect(changed).not.toContain(member);
  });

  it('has examples of the documented shape', () => {
    const deviations = operations.flatMap(([name, operation]) =>
      [operation.requestBody?.content, successOf(operation)].flatMap((content) => {
        const media = content?.[JSON_TYPE];
        return examplesOf(media ?? {}).flatMap((example) =>
          shapes.deviations(media?.schema ?? {}, example, `${name}: example`),
        );
      }),
    );
    expect(deviations).toEqual([]);
  });

  it('accepts its example of a body', async () => {
    const admin = await pdu.as('admin');
    const refusals: string[] = [];
    for (const [name, { requestBody }] of operations) {
      const media = requestBody?.content[JSON_TYPE];
      const route = routes.get(name);
      if (!media) continue;
      for (const example of examplesOf(media)) {
        if (route?.hasDto) {
          await route.readBody(example).catch((error: unknown) => refusals.push(`${name}: ${String(error)}`));
          continue;
        }
        if (!(name in CHECKED_BY)) refusals.push(`${name}: no DTO checks its body; say in CHECKED_BY what does`);
        const [method, path] = CHECKED_BY[name]?.split(' ') ?? [];
        if (method === undefined || path === undefined) continue;
        const { status, body } = await pdu.request(method, path, example, admin.headers);
        if (status !== 200) refusals.push(`${name}: ${JSON.stringify(body)}`);
      }
    }
    expect(refusals).toEqual([]);
  });
});
