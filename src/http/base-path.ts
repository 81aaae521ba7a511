import type { IncomingMessage } from 'node:http';

/** A request as it is routed: without the base path, which stays on the request for links and redirects. */
export type BasePathRequest = Pick<IncomingMessage, 'url'> & {
  /** The base path that was stripped from {@link IncomingMessage.url}; undefined where there was none. */
  basePath?: string;
};

/** Strips the base path from the URL of a request that has it; other requests stay as they are. */
export function stripBasePath(request: BasePathRequest, basePath: string): void {
  if (basePath === '') return;
  const { url = '' } = request;
  // A request to a proxy has an absolute URL in place of the path.
  const origin = url.startsWith('/') ? '' : (/^https?:\/\/[^/?#]*/i.exec(url)?.[0] ?? '');
  if (!url.startsWith(basePath, origin.length)) return;
  const rest = url.slice(origin.length + basePath.length);
  if (!/^([/?]|$)/.test(rest)) return;
  request.url = `${origin}${rest.startsWith('/') ? '' : '/'}${rest}`;
  request.basePath = basePath;
}
