import type { Schema } from '../../api/client.js';
import { en } from '../../language/en.js';
import { Word } from '../../parts/word.js';

type User = Schema['UserView'];

/** Whether the account can sign in, in a word. */
export function UserState({ user }: { readonly user: User }) {
  const { states } = en.users;
  if (!user.enabled) return <Word tone="quiet">{states.disabled}</Word>;
  return user.userIsLocked ? <Word tone="bad">{states.locked}</Word> : <Word tone="ok">{states.active}</Word>;
}
