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
import { ApiError } from './errors.js';

/** A service that finds the resource that a path names. */
interface ResourceFinder {
  /** Throws the 404 of its resource for an unknown id, and may throw 403 for one that the caller may not view. */
  find(id: string, access: Access): unknown;
}

/** The data of this process, which others like it may change too: hubs on one database. */
export abstract class SharedData {
  /** True where others may. */
  abstract readonly isShared: boolean;

  /** Resolves once all is known here that others have stored before; rejects with DATABASE_UNREACHABLE. */
  abstract catchUp(): Promise<void>;
}

type RequestWithResource = CallerRequest & { found?: unknown };

/**
 * Refuses an unknown id before the body is validated: guards run before pipes, and the contract puts 404 before 422.
 * Checks the path's first parameter, or the named one of the query; whether the query must have it, its DTO says. What it
 * finds is for the handler's {@link Found}. An id that another process may have stored just now is searched for once more.
 * Throws what the service throws, or DATABASE_UNREACHABLE where nobody can say whether there is such an id.
 */
export function ResourceExists(service: Type<ResourceFinder>, parameter?: string): Type<CanActivate> {
  class ResourceExistsGuard implements CanActivate {
    constructor(
      @Inject(service) private readonly finder: ResourceFinder,
      private readonly data: SharedData,
    ) {}

    canActivate(context: ExecutionContext): boolean | Promise<boolean> {
      const request = context.switchToHttp().getRequest<RequestWithResource>();
      const id = parameter === undefined ? String(Object.values(request.params)[0]) : request.query[parameter];
      if (typeof id !== 'string' || id === '') return true;
      try {
        request.found = this.finder.find(id, request.user.access);
        return true;
      } catch (error) {
        if (!this.data.isShared || !(error instanceof ApiError) || error.status !== 404) throw error;
        return this.#findWithOthers(request, id);
      }
    }

    async #findWithOthers(request: RequestWithResource, id: string): Promise<boolean> {
      await this.data.catchUp();
      request.found = this.finder.find(id, request.user.access);
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
