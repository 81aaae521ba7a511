import { aMessage } from './fixtures.js';
import type { Story } from './story.js';

/** What a story says instead of a controller: the stream sends its message, and requests have its answers. */
export function replaceNetwork({ message = aMessage(), stream = 'live', api = {} }: Story): void {
  const sent = stream === 'old' ? { ...message, device: { ...message.device, readingAge: 34 } } : message;
  let isLost = false; // and stays so, whenever the page connects again
  class Stream {
    static readonly OPEN = 1;
    readonly readyState = 1;
    onmessage: ((event: { data: string }) => void) | null = null;
    onclose: ((event: { code: number }) => void) | null = null;
    readonly send = (): void => undefined;
    readonly close = (): void => undefined;
    constructor() {
      setTimeout(() => this.say());
    }
    say(): void {
      if (!isLost) this.onmessage?.({ data: JSON.stringify(sent) });
      isLost = stream === 'lost';
      if (isLost) this.onclose?.({ code: 1006 });
      else setTimeout(() => this.say(), 1_000);
    }
  }
  Object.assign(globalThis, {
    WebSocket: Stream,
    fetch: (url: string | URL | Request) => {
      const { pathname } = new URL(url instanceof Request ? url.url : url, location.href);
      const answer = api[pathname];
      const refusal = { error: { code: 'NOT_FOUND', message: 'This story has no answer.' } };
      const status = answer === undefined ? 404 : 200;
      return Promise.resolve(new Response(JSON.stringify(answer ?? refusal), { status }));
    },
  });
}
