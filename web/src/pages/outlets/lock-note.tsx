import { words } from '../../language/words.js';
import './lock-note.css';
import type { Refusal } from './switch-plan.js';

/** The note for each reason why an outlet has no button, and the reason as a sentence. */
const NOTES: Readonly<Record<Refusal | 'viewOnly', readonly [note: string, reason: string]>> = {
  locked: [words.outlets.locked, words.outlets.lockedReason],
  rebootOnly: [words.outlets.rebootOnly, words.outlets.rebootOnlyReason],
  viewOnly: [words.outlets.viewOnly, words.outlets.viewOnlyReason],
};

/** A note in place of a button whose command would be refused. */
export function LockNote({ why }: { readonly why: keyof typeof NOTES }) {
  const [note, reason] = NOTES[why];
  return (
    <span className="lock-note" title={reason}>
      <svg className="lock-icon" viewBox="0 0 12 12" aria-hidden="true">
        <path d="M3 5V4a3 3 0 0 1 6 0v1h1v6H2V5zm1.4 0h3.2V4a1.6 1.6 0 0 0-3.2 0z" fillRule="evenodd" />
      </svg>{' '}
      {note}
      <span className="visually-hidden">. {reason}</span>
    </span>
  );
}
