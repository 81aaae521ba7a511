import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request, Response } from 'express';
import { readLargeBody } from '../common/body.js';

/** Reads the document, which may be larger than other bodies, after the global guard has accepted its sender. */
@Injectable()
export class LargeBodyGuard implements CanActivate {
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    await readLargeBody(http.getRequest<Request>(), http.getResponse<Response>());
    return true;
  }
}
