import { words } from '../language/words.js';
import { useChangeCount } from './use-change-count.js';
import './state-label.css';

export type Tone = 'ok' | 'warn' | 'bad' | 'quiet';

interface StateLabelProps {
  readonly tone: Tone;
  /** The state comes from the live stream: it loses its colour when the stream is lost, and is highlighted when it changes. */
  readonly isLive?: boolean;
  readonly children: string;
}

/** A state as a short text, with a symbol of its own shape, so that the colour is not the only difference. */
export function StateLabel({ tone, isLive = false, children }: StateLabelProps) {
  const changes = useChangeCount(isLive && children !== words.common.unknown ? tone : undefined);
  return (
    // A new element begins its animation from the start.
    <span
      key={changes}
      className={isLive ? 'state-label live' : 'state-label'}
      data-tone={tone}
      data-changed={changes > 0 || undefined}
    >
      <span aria-hidden="true" className="state-label-mark">
        {STATE_MARKS[tone]}
      </span>
      {children}
    </span>
  );
}

export const STATE_MARKS: Record<Tone, string> = { ok: '●', warn: '▲', bad: '✕', quiet: '○' };
