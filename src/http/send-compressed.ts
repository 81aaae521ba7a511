import { pipeline, Readable } from 'node:stream';
import type { Response } from 'express';
import { compressed, compressor, MIN_COMPRESSED, VARIES_BY_ENCODING, type Encoding } from '../common/compression.js';
import type { ChunkedResponse } from '../common/json-in-slices.js';
import { acceptedEncoding } from './accepted-encoding.js';

const JSON_TYPE = 'application/json; charset=utf-8';

/** Sends JSON, or text that has a type, compressed if the route declares that; false for a response sent as it is. */
export function sendCompressed(response: Response, body: unknown, statusCode = response.statusCode): boolean {
  const encoding = encodingOf(response);
  if (encoding === undefined) return false;
  const text = textOf(body, response);
  if (text === undefined || text.length < MIN_COMPRESSED) return false;
  const bytes = Buffer.from(text);
  void compressed(bytes, encoding).then((smaller) => {
    response.statusCode = statusCode;
    if (smaller) response.setHeader('Content-Encoding', encoding);
    if (!response.hasHeader('Content-Type')) response.setHeader('Content-Type', JSON_TYPE);
    response.setHeader('Content-Length', (smaller ?? bytes).length);
    response.end(smaller ?? bytes);
  });
  return true;
}

/** Sends a plain object or array as JSON without what Express looks up for each response; false for any other. */
export function sendJson(response: Response, body: unknown, statusCode = response.statusCode): boolean {
  if (statusCode !== 200 || !isPlain(body) || response.hasHeader('Content-Type')) return false;
  const text = JSON.stringify(body);
  response.statusCode = statusCode;
  response.setHeader('Content-Type', JSON_TYPE);
  response.setHeader('Content-Length', Buffer.byteLength(text));
  response.end(text);
  return true;
}

/** Sends a large response piece by piece, compressed on the way if the route declares that. */
export function sendChunked(response: Response, { pieces, length }: ChunkedResponse, statusCode = 200): void {
  response.statusCode = statusCode;
  response.setHeader('Content-Type', JSON_TYPE);
  const encoding = length < MIN_COMPRESSED ? undefined : encodingOf(response);
  // A client that disconnects ends it; there is nothing to report.
  if (encoding === undefined) {
    response.setHeader('Content-Length', length);
    pipeline(Readable.from(pieces), response, () => undefined);
  } else {
    response.setHeader('Content-Encoding', encoding);
    pipeline(Readable.from(pieces), compressor(encoding), response, () => undefined);
  }
}

/** The content coding that the client accepts, on a route that is compressed; it may vary by more than that. */
const encodingOf = (response: Response): Encoding | undefined =>
  String(response.getHeader('Vary')).startsWith(VARIES_BY_ENCODING)
    ? acceptedEncoding(response.req.headers['accept-encoding'])
    : undefined;

function textOf(body: unknown, response: Response): string | undefined {
  if (typeof body === 'string') return response.hasHeader('Content-Type') ? body : undefined;
  return isPlain(body) ? JSON.stringify(body) : undefined;
}

const isPlain = (body: unknown): boolean =>
  Array.isArray(body) ||
  (typeof body === 'object' && body !== null && Object.getPrototypeOf(body) === Object.prototype);
