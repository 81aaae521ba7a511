import type { ReactNode } from 'react';
import type { LiveMessage } from '../src/live/live-store.js';

/** A part of the pages in one state. The modules `*.stories.tsx` beside the parts answer lists of them by name. */
export interface Story {
  /** The part as a user sees it. */
  readonly show: () => ReactNode;
  /** What the stream says; the PDU of `fixtures.ts` without it. */
  readonly message?: LiveMessage;
  /** It has a main region of its own, as pages outside the usual frame have. */
  readonly isScreen?: boolean;
  /** How the stream is: `old` values come from hardware that does not answer, `lost` ones from a closed stream. */
  readonly stream?: 'live' | 'old' | 'lost';
  /** Answers of the API by path; every other request is refused as not found. */
  readonly api?: Readonly<Record<string, unknown>>;
}

export type Stories = Readonly<Record<string, Story>>;
