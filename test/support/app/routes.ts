/** The route table of the running application, read from the controllers' own metadata: no list to maintain. */
import { RequestMethod, type INestApplication, type PipeTransform, type Type } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import { DtoPipe } from '../../../src/common/body.js';
import { VARIES_BY_ENCODING } from '../../../src/common/compression.js';
import { ROUTE_ACCESS, type RouteAccess } from '../../../src/common/access.js';

export interface Route {
  /** `PUT /api/outlets/:outletId` */
  readonly name: string;
  readonly method: string;
  readonly path: string;
  /** The path with an id in place of each parameter. */
  readonly example: string;
  readonly access: RouteAccess | undefined;
  /** The status of a success, if the route has one. */
  readonly status: number | undefined;
  /** True when a body that is not an object is refused before any effect. */
  readonly takesBody: boolean;
  /** Checks a body as the route does: with the pipe of all routes, then with its own. */
  readonly readBody: (body: unknown) => Promise<unknown>;
  /** True if the body is checked by a DTO. */
  readonly hasDto: boolean;
  /** True with the decorator `Compressed`. */
  readonly isCompressed: boolean;
}

export function routesOf(app: INestApplication): readonly Route[] {
  const controllers = [...app.get(ModulesContainer).values()].flatMap((module) =>
    [...module.controllers.values()].map(({ metatype }) => metatype as Type),
  );
  return [...new Set(controllers)].flatMap(routesOfController).sort((a, b) => a.name.localeCompare(b.name));
}

function routesOfController(controller: Type): Route[] {
  const prototype = controller.prototype as Record<string, object>;
  const handlers = Object.getOwnPropertyNames(prototype).filter((name) => name !== 'constructor');
  return handlers.flatMap((name) => {
    const handler = prototype[name] as object;
    const method = Reflect.getMetadata('method', handler) as RequestMethod | undefined;
    if (method === undefined) return [];
    const access = (Reflect.getMetadata(ROUTE_ACCESS, handler) ?? Reflect.getMetadata(ROUTE_ACCESS, controller)) as
      RouteAccess | undefined;
    const status = Reflect.getMetadata('__httpCode__', handler) as number | undefined;
    const verb = method === RequestMethod.ALL ? 'GET' : RequestMethod[method];
    return pathsOf(controller, handler).map((path) => ({
      name: `${verb} ${path}`,
      method: verb,
      path,
      example: path.replace(/[:*]\w+/g, '1'),
      access,
      status,
      takesBody: bodyOf(controller, name) !== undefined,
      ...readerOf(controller, name),
      isCompressed: isCompressed(handler),
    }));
  });
}

function isCompressed(handler: object): boolean {
  const headers = (Reflect.getMetadata('__headers__', handler) ?? []) as { name: string; value: string }[];
  return headers.some(({ name, value }) => name === 'Vary' && value === VARIES_BY_ENCODING);
}

interface Parameter {
  readonly index: number;
  readonly pipes: readonly PipeTransform[];
}

/** Nest stores the decorated parameters of a handler under "<kind>:<position>". */
function bodyOf(controller: Type, handler: string): Parameter | undefined {
  const parameters = (Reflect.getMetadata('__routeArguments__', controller, handler) ?? {}) as Record<
    string,
    Parameter
  >;
  return Object.entries(parameters).find(([key]) => key.startsWith(`${RouteParamtypes.BODY}:`))?.[1];
}

function readerOf(controller: Type, handler: string): Pick<Route, 'readBody' | 'hasDto'> {
  const body = bodyOf(controller, handler);
  const types = Reflect.getMetadata('design:paramtypes', controller.prototype as object, handler) as Type[] | undefined;
  const metatype = body && types?.[body.index];
  const metadata = { type: 'body', metatype } as const;
  const pipes = [new DtoPipe(), ...(body?.pipes ?? [])];
  return {
    hasDto: metatype !== undefined && metatype !== (Object as Type),
    readBody: (given) =>
      pipes.reduce<Promise<unknown>>(
        async (value, pipe) => pipe.transform(await value, metadata) as unknown,
        Promise.resolve(given),
      ),
  };
}

function pathsOf(controller: Type, handler: object): string[] {
  const listOf = (target: object): string[] =>
    [(Reflect.getMetadata('path', target) ?? '') as string | string[]].flat();
  return listOf(controller).flatMap((prefix) =>
    listOf(handler).map((path) => '/' + [prefix, path].join('/').split('/').filter(Boolean).join('/')),
  );
}
