import { createRequire } from 'node:module';

/**
 * Gives back what a start has left: objects and compiled code that nothing uses any more. V8 itself collects the whole heap only
 * once it has grown a good deal, which at rest takes hours. The process stands still meanwhile, a moment that belongs to the start.
 */
export function giveBackUnusedMemory(): void {
  try {
    // An inspector that only this process speaks to; it opens no port.
    const { Session } = createRequire(import.meta.url)('node:inspector') as typeof import('node:inspector');
    const session = new Session();
    session.connect();
    // It must not end while it answers, or Node stands still for ever.
    session.post('HeapProfiler.collectGarbage', () => setImmediate(() => session.disconnect()));
  } catch {
    // A Node that was built without an inspector keeps the memory.
  }
}
