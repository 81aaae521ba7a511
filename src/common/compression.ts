import { promisify } from 'node:util';
import {
  brotliCompress,
  constants,
  createBrotliCompress,
  createGzip,
  gzip,
  type BrotliCompress,
  type BrotliOptions,
  type Gzip,
} from 'node:zlib';
import { Header } from '@nestjs/common';
import { Mutex } from './mutex.js';

/** A content coding of HTTP. */
export type Encoding = 'br' | 'gzip';

/** Responses of fewer bytes are sent as they are: they fit into one packet. */
export const MIN_COMPRESSED: number = 1024;

/** The compressions that wait at once; beyond them responses are sent as they are. */
const MAX_WAITING = 32;

/**
 * Quality 5 takes 1.5 to 2 times as long and saves 5 %; the window of 256 KiB holds any list.
 */
const BROTLI: BrotliOptions = {
  params: {
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_QUALITY]: 4,
    [constants.BROTLI_PARAM_LGWIN]: 18,
  },
};

const withBrotli = promisify<Buffer, BrotliOptions, Buffer>(brotliCompress);
const withGzip = promisify<Buffer, Buffer>(gzip);

/** One at a time, in a thread of its own: the other threads are for the database and for passwords. */
const compressions = new Mutex();
let waiting = 0;

/** The compressed bytes; undefined where too many others wait, or without memory for it. Never rejects. */
export async function compressed(bytes: Buffer, encoding: Encoding): Promise<Buffer | undefined> {
  if (waiting >= MAX_WAITING) return undefined;
  waiting++;
  try {
    return await compressions.run(() => (encoding === 'br' ? withBrotli(bytes, BROTLI) : withGzip(bytes)));
  } catch {
    return undefined;
  } finally {
    waiting--;
  }
}

/** Compresses a large response piece by piece. */
export const compressor = (encoding: Encoding): BrotliCompress | Gzip =>
  encoding === 'br' ? createBrotliCompress(BROTLI) : createGzip();

/** The value of `Vary` of a response that is compressed for clients who accept that. */
export const VARIES_BY_ENCODING = 'Accept-Encoding';

/**
 * Marks a route whose response is compressed. All others are not: a secret must never be compressed together with a text
 * that somebody else may choose, because the length would then reveal it.
 */
export const Compressed = (): MethodDecorator => Header('Vary', VARIES_BY_ENCODING);
