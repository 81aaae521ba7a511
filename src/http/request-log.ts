import { Logger } from '@nestjs/common';
import type { RackfeedExpressAdapter } from './rackfeed-express.adapter.js';
import { addressOf } from '../common/access.js';

/**
 * Logs every request at level debug with an id, which the response has as `X-Request-Id`. The query is left out: tools
 * put secrets into it.
 */
export function logRequests(adapter: RackfeedExpressAdapter): void {
  const logger = new Logger('HTTP');
  let count = 0;
  adapter.onResponse = (request, response, duration) => {
    const id = `r${++count}`;
    if (!response.headersSent) response.setHeader('X-Request-Id', id);
    const path = (request.url ?? '').split('?')[0];
    const who = request.user === undefined ? '' : ` ${request.user.username}`;
    const took = `${duration.toFixed(1)} ms`;
    logger.debug(`${id} ${addressOf(request)}${who} ${request.method} ${path} ${response.statusCode} ${took}`);
  };
}
