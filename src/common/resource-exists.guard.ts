import { Inject, mixin, type CanActivate, type ExecutionContext, type Type } from '@nestjs/common';
import type { Access, CallerRequest } from './access.js';

/** A service that finds the resource that a path names. */
interface ResourceFinder {
  /** Throws the 404 of its resource for an unknown id, and may throw 403 for one that the caller may not view. */
  find(id: string, access: Access): unknown;
}

/**
 * Refuses an unknown id before the body is validated: guards run before pipes, and the contract puts 404 before 422.
 * Checks the path's first parameter, or the named one of the query; whether the query must have it, its DTO says.
 */
export function ResourceExists(service: Type<ResourceFinder>, parameter?: string): Type<CanActivate> {
  class ResourceExistsGuard implements CanActivate {
    constructor(@Inject(service) private readonly finder: ResourceFinder) {}

    canActivate(context: ExecutionContext): boolean {
      const { params, query, user } = context.switchToHttp().getRequest<CallerRequest>();
      const id = parameter === undefined ? String(Object.values(params)[0]) : query[parameter];
      if (typeof id === 'string' && id !== '') this.finder.find(id, user.access);
      return true;
    }
  }
  return mixin(ResourceExistsGuard);
}
