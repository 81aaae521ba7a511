import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { request as send } from 'node:https';
import { isIP } from 'node:net';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Millis } from '../common/clock.js';
import { ApiError } from '../common/errors.js';
import { reasonOf } from '../outbound/delivery.js';
import type { OutboundPolicyService } from '../outbound/outbound-policy.service.js';
import { TargetRefusedError } from '../outbound/outbound-policy.service.js';
import type { ReceivedUpload, UploadTarget } from '../system/firmware/upload.js';

/** Time for a connection, and longest pause of a download. */
const TIMEOUT: Millis = 10_000;
const MIB = 1024 * 1024;
const CHECK_EVERY = 256 * 1024;

/**
 * Downloads a firmware bundle from an https URL into a folder, from an address that the policy for outgoing messages
 * allows. Redirects are not followed. Throws FIRMWARE_INVALID with the reason, FIRMWARE_TOO_LARGE, and the error of
 * `check`.
 */
export async function downloadImage(
  url: URL,
  { folder, limitMib, check }: UploadTarget,
  policy: OutboundPolicyService,
): Promise<ReceivedUpload> {
  const path = join(folder, `${randomUUID()}.tar.gz`);
  try {
    const answer = await answerOf(url, policy);
    const { statusCode = 0 } = answer;
    if (statusCode !== 200) {
      answer.destroy();
      throw new ApiError('FIRMWARE_INVALID', `the server of the image answered ${statusCode}`);
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
    await pipeline(answer, limited, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
  } catch (error) {
    if (error instanceof ApiError) throw error;
    const reason = error instanceof TargetRefusedError ? error.message : reasonOf(error);
    throw new ApiError('FIRMWARE_INVALID', `the image was not downloaded: ${reason}`);
  }
  return { path, allowDowngrade: false };
}

async function answerOf(url: URL, policy: OutboundPolicyService): Promise<IncomingMessage> {
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
    agent: false,
  });
  request.on('timeout', () => request.destroy(new Error('no answer in time')));
  request.end();
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  answer.on('error', () => request.destroy());
  return answer;
}
