import { applyDecorators, SetMetadata, UseGuards, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request, Response } from 'express';
import { refuseEnded, type CallerRequest } from './access.js';
import { readLargeBody, type LargeBody } from './body.js';

const READS_ITSELF = Symbol('rackfeed:reads-its-body-itself');

/** True for a request whose body its route reads. */
export type ReadsItself = (request: Request) => boolean;

/** The requests of a handler whose body it reads itself. */
export const readsItself = (handler: object): ReadsItself =>
  (Reflect.getMetadata(READS_ITSELF, handler) as ReadsItself | undefined) ?? (() => false);

/**
 * On a route: its body may be larger than others. It is read after the global guard has admitted the sender, and after
 * the guards whose decorators stand below this one.
 */
export function TakesLargeBody(body: LargeBody): MethodDecorator {
  class LargeBodyGuard implements CanActivate {
    async canActivate(context: ExecutionContext): Promise<boolean> {
      const http = context.switchToHttp();
      const request = http.getRequest<CallerRequest>();
      await readLargeBody(request, http.getResponse<Response>(), body);
      refuseEnded(request.user); // it may have taken minutes
      return true;
    }
  }
  const always: ReadsItself = () => true;
  return applyDecorators(SetMetadata(READS_ITSELF, always), UseGuards(LargeBodyGuard));
}

/** On a route: it streams the parts of a form; a body of another type is read like those of other routes. */
export const StreamsForm = (): MethodDecorator => {
  const isForm: ReadsItself = ({ headers }) => /^multipart\//i.test(headers['content-type'] ?? '');
  return SetMetadata(READS_ITSELF, isForm);
};
