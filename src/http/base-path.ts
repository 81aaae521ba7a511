import type { IncomingMessage } from 'node:http';

/** A request as it is routed: without the base path, which stays noted for whatever names the place again. */
export type BasePathRequest = Pick<IncomingMessage, 'url'> & {
  /** The base path that was before {@link IncomingMessage.url}; undefined where there was none. */
  basePath?: string;
};

/** Takes the base path off the address of a request that has it; all others stay as they are. */
export function stripBasePath(request: BasePathRequest, basePath: string): void {
  if (basePath === '') return;
  const { url = '' } = request;
  // A proxy's form of request has the whole address in place of the path.
  const origin = url.startsWith('/') ? '' : (/^https?:\/\/[^/?#]*/i.exec(url)?.[0] ?? '');
  if (!url.startsWith(basePath, origin.length)) return;
  const rest = url.slice(origin.length + basePath.length);
  if (!/^([/?]|$)/.test(rest)) return;
  request.url = `${origin}${rest.startsWith('/') ? '' : '/'}${rest}`;
  request.basePath = basePath;
}
