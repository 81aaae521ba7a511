import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Request, Response } from 'express';
import type { StorageEngine } from 'multer';
import { ApiError, type ApiErrorCode } from '../../common/errors.js';

const MIB = 1024 * 1024;
/** Most bytes that are still read of a refused upload: a client that is cut off would not read the response. */
const MAX_DISCARDED = 8 * MIB;

export interface ReceivedUpload {
  /** Path of the uploaded file, under a name that the controller has chosen. */
  readonly path: string;
  readonly allowDowngrade: boolean;
}

/** An upload with the other fields of its form. */
export interface ReceivedForm extends ReceivedUpload {
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Bytes between two checks of the space during an upload, whose length need not be known in advance. */
const CHECK_EVERY = 256 * 1024;

export interface UploadTarget {
  readonly folder: string;
  readonly limitMib: number;
  /** Rejects when this many bytes are too many for the disk. */
  readonly check: (bytes: number) => Promise<void>;
}

/**
 * Streams the one file of a multipart body into a folder. Throws FIRMWARE_TOO_LARGE, FIRMWARE_FILE_MISSING, FORM_INCOMPLETE,
 * FORM_MALFORMED or FORM_TOO_LARGE, and the error of `check` as soon as that rejects.
 */
export async function receive(
  request: Request,
  response: Response,
  { folder, limitMib, check }: UploadTarget,
): Promise<ReceivedForm> {
  const { default: multer } = await import('multer'); // needed once in a year
  let refuse: (error: unknown) => void = () => undefined;
  const refused = new Promise<never>((_, reject) => (refuse = reject));
  const storage: StorageEngine = {
    _handleFile(_request, { stream }, done) {
      const path = join(folder, `${randomUUID()}.tar.gz`);
      const checked = async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
        let size = 0;
        for await (const chunk of chunks) {
          const before = size;
          size += chunk.length;
          if (Math.floor(before / CHECK_EVERY) !== Math.floor(size / CHECK_EVERY)) await check(size);
          yield chunk;
        }
      };
      pipeline(stream, checked, createWriteStream(path, { flags: 'wx', mode: 0o600 })).then(
        () => done(null, { path }),
        (error: unknown) => {
          if (error instanceof ApiError || isStorageFailure(error)) refuse(error);
          done(error);
        },
      );
    },
    _removeFile(_request, { path }, done) {
      rm(path, { force: true }).then(() => done(null), done);
    },
  };
  const limits = {
    fileSize: limitMib * MIB,
    files: 1,
    fields: 4,
    fieldSize: 4096,
    fieldNameSize: 100,
    headerPairs: 20,
  };
  const received = new Promise<void>((resolve, reject) => {
    multer({ storage, limits }).any()(request, response, (error: unknown) => {
      if (error === undefined || error === null) resolve();
      else reject(refusalOf(error, limitMib));
    });
  });
  await Promise.race([received, refused, brokenOff(request)]).catch((error: unknown) => {
    // The response is sent at once, however long the client may go on sending.
    if (!response.headersSent) response.setHeader('Connection', 'close');
    throw error;
  });
  const [file] = (request.files ?? []) as Express.Multer.File[];
  if (!file) throw new ApiError('FIRMWARE_FILE_MISSING');
  const fields = { ...(request.body as Record<string, unknown> | undefined) };
  const { allowDowngrade } = fields;
  return { path: file.path, allowDowngrade: allowDowngrade === 'true' || allowDowngrade === '1', fields };
}

/**
 * Rejects when the client disconnects before it has sent everything. Multer notices that only while it listens: a
 * client that disconnected before would block the upload, and every later one, indefinitely.
 */
function brokenOff(request: Request): Promise<never> {
  return new Promise((_, reject) => {
    const end = (): void => {
      if (!request.complete) reject(new ApiError('FORM_INCOMPLETE'));
    };
    if (request.destroyed) end();
    else request.once('close', end);
  });
}

/** Checks the headers of the request. Throws before anything of the body is stored. */
export function checkHead({ headers }: Request, limitMib: number): void {
  if (!/^multipart\/form-data\s*;/i.test(headers['content-type'] ?? '')) throw new ApiError('FIRMWARE_FILE_MISSING');
  // The headers of the parts come on top of the file.
  if (Number(headers['content-length'] ?? 0) > limitMib * MIB + MIB) throw new ApiError('FIRMWARE_TOO_LARGE', limitMib);
}

/** Reads and drops the rest of a refused upload, if it is small. */
export async function discard(request: Request): Promise<void> {
  let left = MAX_DISCARDED;
  if (Number(request.headers['content-length'] ?? Infinity) > left) return;
  request.resume();
  await new Promise<void>((resolve) => {
    if (request.readableEnded || request.destroyed) resolve();
    request.once('end', resolve).once('close', resolve);
    request.on('data', (chunk: Buffer) => {
      left -= chunk.length;
      if (left < 0) resolve();
    });
  });
}

function isStorageFailure(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return typeof code === 'string' && /^E[A-Z]+$/.test(code) && code !== 'ECONNRESET';
}

function refusalOf(error: unknown, limitMib: number): Error {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'LIMIT_FILE_SIZE') return new ApiError('FIRMWARE_TOO_LARGE', limitMib);
  if (code === 'LIMIT_FILE_COUNT') return new ApiError('FIRMWARE_FILE_MISSING');
  if (error instanceof ApiError) return error;
  return isStorageFailure(error) ? (error as Error) : new ApiError(formProblem(error as NodeJS.ErrnoException));
}

/** The library names its own limits and parts; for whoever sends a form only these cases differ. */
function formProblem({ code = '', message }: NodeJS.ErrnoException): ApiErrorCode {
  if (/^(Unexpected end|Request )/.test(message) || code === 'ERR_STREAM_PREMATURE_CLOSE') return 'FORM_INCOMPLETE';
  return code.startsWith('LIMIT_') ? 'FORM_TOO_LARGE' : 'FORM_MALFORMED';
}
