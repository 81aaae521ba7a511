import type { UserChange } from '../users/user-edit.js';

/** True when a change takes every credential from its user: an administrator has locked, disabled or deleted him. */
export const endsEverything = ({ kind }: UserChange): boolean =>
  kind === 'lock' || kind === 'disable' || kind === 'delete';
