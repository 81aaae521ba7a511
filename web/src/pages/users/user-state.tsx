import type { Schema } from '../../api/client.js';
import { words } from '../../language/words.js';
import { StateLabel } from '../../components/state-label.js';

type User = Schema['UserView'];

/** The state of an account as a short text. */
export function UserState({ user }: { readonly user: User }) {
  const { states } = words.users;
  if (!user.enabled) return <StateLabel tone="quiet">{states.disabled}</StateLabel>;
  return user.userIsLocked ? (
    <StateLabel tone="bad">{states.locked}</StateLabel>
  ) : (
    <StateLabel tone="ok">{states.active}</StateLabel>
  );
}
