import { RackfeedError } from './rackfeed-error.js';
import type { components } from './schema.js';

type Schemas = components['schemas'];

export type StreamPart = 'device' | 'inlets' | 'banks' | 'outlets' | 'sensors' | 'relayOutputs';

/** The state of the PDU, as far as the owner of the token may view it; parts that were not asked for are absent. */
export interface StreamMessage {
  readonly device?: { readonly uptime: number; readonly time: string; readonly readingAge?: number };
  readonly timeline?: number;
  readonly inlets?: readonly Schemas['InletView'][];
  readonly banks?: readonly Schemas['BankView'][];
  readonly outlets?: readonly Schemas['OutletView'][];
  readonly sensors?: readonly Schemas['SensorView'][];
  readonly relayOutputs?: readonly Schemas['RelayOutputView'][];
}

export interface StreamOptions {
  /** All of them if absent. */
  readonly parts?: readonly StreamPart[];
  /** Ends the stream. */
  readonly signal?: AbortSignal;
}

const DATA = 'data: ';

/**
 * The messages of the live stream, one at once and then one a second, until the PDU ends it or the loop is left. Throws
 * {@link RackfeedError} where it is refused.
 *
 *     for await (const { outlets } of readStream(url, token, { parts: ['outlets'] })) …
 */
export async function* readStream(
  url: string,
  token: string,
  { parts, signal }: StreamOptions = {},
): AsyncGenerator<StreamMessage, void, undefined> {
  const query = parts ? `?parts=${parts.join(',')}` : '';
  const headers = { authorization: `Bearer ${token}`, accept: 'text/event-stream' };
  const response = await fetch(`${url.replace(/\/+$/, '')}/api/stream${query}`, { headers, ...(signal && { signal }) });
  if (!response.ok || !response.body) throw await RackfeedError.of(response);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  try {
    let unread = '';
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      const lines = (unread + part.value).split('\n');
      unread = lines.pop() ?? '';
      for (const line of lines) {
        if (line.startsWith(DATA)) yield JSON.parse(line.slice(DATA.length)) as StreamMessage;
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
