import { Text, VisuallyHidden } from '@mantine/core';

interface LockNoteProps {
  readonly text: string;
  /** The reason, in a sentence. */
  readonly reason: string;
}

/** Stands in place of a button that would be refused. */
export function LockNote({ text, reason }: LockNoteProps) {
  return (
    <Text span size="xs" fw={600} c="dimmed" className="no-wrap" title={reason}>
      <svg className="lock-icon" viewBox="0 0 12 12" aria-hidden="true">
        <path d="M3 5V4a3 3 0 0 1 6 0v1h1v6H2V5zm1.4 0h3.2V4a1.6 1.6 0 0 0-3.2 0z" fillRule="evenodd" />
      </svg>{' '}
      {text}
      <VisuallyHidden>. {reason}</VisuallyHidden>
    </Text>
  );
}
