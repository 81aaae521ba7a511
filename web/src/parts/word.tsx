import './word.css';

export type Tone = 'ok' | 'warn' | 'bad' | 'quiet';

/** A state in a word, with a mark whose form differs too: nobody has to tell colours apart. */
export function Word({ tone, children }: { readonly tone: Tone; readonly children: string }) {
  return (
    <span className="word" data-tone={tone}>
      <span aria-hidden="true" className="word-mark">
        {MARKS[tone]}
      </span>
      {children}
    </span>
  );
}

const MARKS: Record<Tone, string> = { ok: '●', warn: '▲', bad: '✕', quiet: '○' };
