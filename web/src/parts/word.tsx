import './word.css';

export type Tone = 'ok' | 'warn' | 'bad' | 'quiet';

interface WordProps {
  readonly tone: Tone;
  /** It comes from the live stream: it loses its colour when the stream does not confirm it any more. */
  readonly isLive?: boolean;
  readonly children: string;
}

/** A state in a word, with a mark whose form differs too: nobody has to tell colours apart. */
export function Word({ tone, isLive = false, children }: WordProps) {
  return (
    <span className={isLive ? 'word live' : 'word'} data-tone={tone}>
      <span aria-hidden="true" className="word-mark">
        {MARKS[tone]}
      </span>
      {children}
    </span>
  );
}

const MARKS: Record<Tone, string> = { ok: '●', warn: '▲', bad: '✕', quiet: '○' };
