import type { CSSProperties, ReactNode } from 'react';
import type { WallOptions } from './wall-options.js';

interface WallFrameProps {
  readonly options: WallOptions;
  readonly isDim: boolean;
  /** The colour of the frame. */
  readonly tone?: 'warn' | 'bad' | undefined;
  readonly children: ReactNode;
}

/** The whole screen, turned if it hangs on its side, with a frame in the colour of the worst alarm. */
export function WallFrame({ options: { rotate, dim }, isDim, tone, children }: WallFrameProps) {
  return (
    <main className="wall" data-rotate={rotate} data-tone={tone}>
      <div className="wall-content">{children}</div>
      {isDim && <div className="wall-night" style={{ '--wall-dim': `${dim}%` } as CSSProperties} />}
    </main>
  );
}
