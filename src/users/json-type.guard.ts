import { Injectable, UseGuards, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { ApiError } from '../common/errors.js';

const JSON_TYPE = /^\s*application\/json\s*(;|$)/i;

@Injectable()
class JsonTypeGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const type = context.switchToHttp().getRequest<Request>().headers['content-type'] ?? '';
    if (!JSON_TYPE.test(type)) throw new ApiError('BODY_NEEDS_JSON_TYPE');
    return true;
  }
}

/**
 * Refuses a request whose Content-Type is not application/json. Put it above `@UseGuards(ResourceExists(…))`, so that
 * an unknown id is refused first: decorators apply from the bottom up.
 */
export const NeedsJsonType = () => UseGuards(JsonTypeGuard);
