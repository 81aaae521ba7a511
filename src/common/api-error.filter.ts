import { STATUS_CODES } from 'node:http';
import { Catch, HttpException, Logger, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { Request, Response } from 'express';
import { ApiError } from './errors.js';
import { storageProblem } from './storage-errors.js';

const BASIC = 'Basic realm="Rackfeed", charset="UTF-8"';

/** Turns every thrown error into the one error body of the API, which never contains a stack, SQL or a file path. */
@Catch()
export class ApiErrorFilter implements ExceptionFilter {
  readonly #logger = new Logger('ApiErrorFilter');

  catch(thrown: unknown, host: ArgumentsHost): void {
    const response = host.switchToHttp().getResponse<Response>();
    const error = this.#asApiError(thrown);
    if (response.headersSent) {
      response.destroy();
      return;
    }
    if (error.status === 401)
      response.setHeader('WWW-Authenticate', this.offersBasicTo?.(response.req) ? ['Bearer', BASIC] : ['Bearer']);
    if (error.status === 413) response.setHeader('Connection', 'close');
    if (error.retryAfter !== undefined) response.setHeader('Retry-After', String(error.retryAfter));
    response.status(error.status).type('json').json(errorBody(error));
  }

  /** True when a 401 to this request offers HTTP Basic beside Bearer; only a derived filter defines it. */
  protected offersBasicTo?(request: Request): boolean;

  #asApiError(thrown: unknown): ApiError {
    if (thrown instanceof ApiError) return thrown;
    // Nest and Express throw these for a path or method without a route and for a path that cannot be decoded.
    if (thrown instanceof HttpException && [400, 404, 405].includes(thrown.getStatus())) {
      return new ApiError('PATH_UNKNOWN');
    }
    const problem = storageProblem(thrown);
    // The log has it once, from what watches the database.
    if (problem !== 'DATABASE_UNREACHABLE') {
      this.#logger.error(thrown instanceof Error ? (thrown.stack ?? thrown.message) : thrown);
    }
    return new ApiError(problem ?? 'INTERNAL_ERROR');
  }
}

/** The error body of the contract, section 2. */
export const errorBody = (error: ApiError) => ({
  statusCode: error.status,
  error: STATUS_CODES[error.status] ?? 'Error',
  message: error.message,
  code: error.code,
  ...(error.details && { details: error.details }),
});
