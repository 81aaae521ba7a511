import {
  createParamDecorator,
  Inject,
  mixin,
  type CanActivate,
  type ExecutionContext,
  type Type,
} from '@nestjs/common';
import { ApiParam } from '@nestjs/swagger';
import type { Access, CallerRequest } from './access.js';

/** A service that finds the resource that a path names. */
interface ResourceFinder {
  /** Throws the 404 of its resource for an unknown id, and may throw 403 for one that the caller may not view. */
  find(id: string, access: Access): unknown;
}

type RequestWithResource = CallerRequest & { found?: unknown };

/**
 * Refuses an unknown id before the body is validated: guards run before pipes, and the contract puts 404 before 422.
 * Checks the path's first parameter, or the named one of the query; whether the query must have it, its DTO says. What it
 * finds is for the handler's {@link Found}.
 */
export function ResourceExists(service: Type<ResourceFinder>, parameter?: string): Type<CanActivate> {
  class ResourceExistsGuard implements CanActivate {
    constructor(@Inject(service) private readonly finder: ResourceFinder) {}

    canActivate(context: ExecutionContext): boolean {
      const request = context.switchToHttp().getRequest<RequestWithResource>();
      const id = parameter === undefined ? String(Object.values(request.params)[0]) : request.query[parameter];
      if (typeof id === 'string' && id !== '') request.found = this.finder.find(id, request.user.access);
      return true;
    }
  }
  return mixin(ResourceExistsGuard);
}

const found = createParamDecorator(
  (_: unknown, context: ExecutionContext): unknown => context.switchToHttp().getRequest<RequestWithResource>().found,
);

/**
 * The resource that {@link ResourceExists} found by this parameter of the path. A row that users change is that of now:
 * a change decides by the row of its transaction, and takes the id only.
 */
export const Found =
  (pathParameter: string): ParameterDecorator =>
  (controller, method = '', place) => {
    const handler = Object.getOwnPropertyDescriptor(controller, method);
    if (handler) ApiParam({ name: pathParameter, type: String })(controller, method, handler);
    found()(controller, method, place);
  };
