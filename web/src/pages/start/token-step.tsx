import { useSession } from '../../session/session.js';
import { TokenPanel } from '../users/token-panel.js';
import { StepButtons } from './step-buttons.js';
import type { StepProps } from './step-props.js';

/** A token for scripts. */
export function TokenStep({ onDone, isPassed }: StepProps) {
  const { user } = useSession();
  return (
    <>
      <TokenPanel user={user} mayChange />
      <StepButtons isPassed={isPassed} onSkip={onDone} />
    </>
  );
}
