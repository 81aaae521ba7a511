import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { request as send } from 'node:https';
import { isIP } from 'node:net';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Millis } from '../common/clock.js';
import { ApiError } from '../common/errors.js';
import { withTimeLimit } from '../common/time-limit.js';
import { reasonOf } from '../outbound/delivery.js';
import type { OutboundPolicyService } from '../outbound/outbound-policy.service.js';
import { TargetRefusedError } from '../outbound/outbound-policy.service.js';
import type { ReceivedUpload, UploadTarget } from '../system/firmware/upload.js';

/** Time for a connection, and longest pause of a download. */
const TIMEOUT: Millis = 10_000;
/** Time for a whole download: no other update is accepted meanwhile. */
const DOWNLOAD_WITHIN: Millis = 30 * 60_000;
const MIB = 1024 * 1024;
const CHECK_EVERY = 256 * 1024;

/**
 * Downloads a firmware bundle from an https URL into a folder, from an address that the policy for outgoing messages
 * allows. Redirects are not followed. Throws FIRMWARE_INVALID with the reason, FIRMWARE_TOO_LARGE, and the error of
 * `check`.
 */
export async function downloadImage(
  url: URL,
  target: UploadTarget,
  policy: OutboundPolicyService,
): Promise<ReceivedUpload> {
  const path = join(target.folder, `${randomUUID()}.tar.gz`);
  const isComplete = await withTimeLimit(
    DOWNLOAD_WITHIN,
    (signal) => download(url, path, target, policy, signal),
    () => false,
  );
  if (!isComplete) throw new ApiError('FIRMWARE_INVALID', 'the image was not downloaded: it took too long');
  return { path, allowDowngrade: false };
}

async function download(
  url: URL,
  path: string,
  { limitMib, check }: UploadTarget,
  policy: OutboundPolicyService,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    const answer = await answerOf(url, policy, signal);
    const { statusCode = 0 } = answer;
    if (statusCode !== 200) {
      answer.destroy();
      const why = statusCode >= 300 && statusCode < 400 ? ': redirects are not followed' : '';
      throw new ApiError('FIRMWARE_INVALID', `the server of the image answered ${statusCode}${why}`);
    }
    const limited = async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
      let size = 0;
      for await (const chunk of chunks) {
        const before = size;
        size += chunk.length;
        if (size > limitMib * MIB) throw new ApiError('FIRMWARE_TOO_LARGE', limitMib);
        if (Math.floor(before / CHECK_EVERY) !== Math.floor(size / CHECK_EVERY)) await check(size);
        yield chunk;
      }
    };
    await pipeline(answer, limited, createWriteStream(path, { flags: 'wx', mode: 0o600 }), { signal });
    return true;
  } catch (error) {
    if (error instanceof ApiError) throw error;
    const reason = error instanceof TargetRefusedError ? error.message : reasonOf(error);
    throw new ApiError('FIRMWARE_INVALID', `the image was not downloaded: ${reason}`);
  }
}

async function answerOf(url: URL, policy: OutboundPolicyService, signal: AbortSignal): Promise<IncomingMessage> {
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const port = url.port === '' ? 443 : Number(url.port);
  const { address } = await policy.resolve(host, port);
  const request = send({
    host: address,
    port,
    path: url.pathname + url.search,
    ...(isIP(host) === 0 && { servername: host }),
    headers: { host: url.host },
    timeout: TIMEOUT,
    signal,
    agent: false,
  });
  request.on('timeout', () => request.destroy(new Error('no answer in time')));
  return new Promise((resolve, reject) => {
    request.on('error', reject);
    request.on('response', (answer) => {
      // From here on an error of the connection is that of the answer; without a listener it would end the controller.
      request.on('error', (error) => answer.destroy(error));
      answer.on('error', () => request.destroy());
      resolve(answer);
    });
    request.end();
  });
}
