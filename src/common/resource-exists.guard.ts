import { Inject, mixin, type CanActivate, type ExecutionContext, type Type } from '@nestjs/common';
import type { Request } from 'express';

/** A service that can look up the resource a path names. */
interface ResourceFinder {
  /** Throws the 404 of its resource for an id nobody has. */
  find(id: string): unknown;
}

/**
 * Refuses an unknown id before the body is looked at: guards run before pipes, and the contract puts 404 before 422.
 * Takes the path's first parameter.
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
