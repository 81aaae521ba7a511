import { Inject, mixin, type CanActivate, type ExecutionContext, type Type } from '@nestjs/common';
import type { Request } from 'express';

/** A service that finds the resource that a path names. */
interface ResourceFinder {
  /** Throws the 404 of its resource for an unknown id. */
  find(id: string): unknown;
}

/**
 * Refuses an unknown id before the body is validated: guards run before pipes, and the contract puts 404 before 422.
 * Checks the path's first parameter.
 */
export function ResourceExists(service: Type<ResourceFinder>): Type<CanActivate> {
  class ResourceExistsGuard implements CanActivate {
    constructor(@Inject(service) private readonly finder: ResourceFinder) {}

    canActivate(context: ExecutionContext): boolean {
      const [id] = Object.values(context.switchToHttp().getRequest<Request>().params);
      this.finder.find(String(id));
      return true;
    }
  }
  return mixin(ResourceExistsGuard);
}
