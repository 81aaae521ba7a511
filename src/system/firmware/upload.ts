import { randomUUID } from 'node:crypto';
import type { Request, Response } from 'express';
import { ApiError } from '../../kernel/errors.js';

const MIB = 1024 * 1024;
/** What a refused upload may still send while its answer waits: a client that is cut off would not read the answer. */
const MAX_DISCARDED = 8 * MIB;

export interface Received {
  /** Where the bytes are now; the name is ours. */
  readonly path: string;
  readonly allowDowngrade: boolean;
}

/** Streams the one file of a multipart body into a folder. Throws BODY_TOO_LARGE's and FIRMWARE_FILE_MISSING's kin. */
export async function receive(
  request: Request,
  response: Response,
  folder: string,
  limitMib: number,
): Promise<Received> {
  const { default: multer } = await import('multer'); // needed once in a year
  const storage = multer.diskStorage({
    destination: folder,
    filename: (_request, _file, done) => done(null, `${randomUUID()}.tar.gz`),
  });
  const limits = { fileSize: limitMib * MIB, files: 1, fields: 4, fieldSize: 100, fieldNameSize: 100, headerPairs: 20 };
  await new Promise<void>((resolve, reject) => {
    multer({ storage, limits }).any()(request, response, (error: unknown) => {
      if (error === undefined || error === null) resolve();
      else reject(refusalOf(error, limitMib));
    });
  });
  const [file] = (request.files ?? []) as Express.Multer.File[];
  if (!file) throw new ApiError('FIRMWARE_FILE_MISSING');
  const { allowDowngrade } = (request.body ?? {}) as { allowDowngrade?: unknown };
  return { path: file.path, allowDowngrade: allowDowngrade === 'true' || allowDowngrade === '1' };
}

/** What the head of the request says already. Throws before anything of the body is kept. */
export function checkHead({ headers }: Request, limitMib: number): void {
  if (!/^multipart\/form-data\s*;/i.test(headers['content-type'] ?? '')) throw new ApiError('FIRMWARE_FILE_MISSING');
  // The parts' own heads come on top of the file.
  if (Number(headers['content-length'] ?? 0) > limitMib * MIB + MIB) throw new ApiError('FIRMWARE_TOO_LARGE', limitMib);
}

/** Reads what is left of a refused upload, as long as it is little. */
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

function refusalOf(error: unknown, limitMib: number): Error {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'LIMIT_FILE_SIZE') return new ApiError('FIRMWARE_TOO_LARGE', limitMib);
  if (code === 'LIMIT_FILE_COUNT') return new ApiError('FIRMWARE_FILE_MISSING');
  const isOfStorage = typeof code === 'string' && /^E[A-Z]+$/.test(code) && code !== 'ECONNRESET';
  return isOfStorage ? (error as Error) : new ApiError('FIRMWARE_INVALID', `the upload cannot be read (${message})`);
}
