import { api, ApiFailure, type Schema } from '../../api/client.js';
import { words } from '../../language/words.js';
import type { Permissions } from '../../session/rights.js';
import { isViewOnly, WALL_ROLE } from './wall-role.js';

export interface WallAccount {
  /** The user whose link is replaced; undefined for a new screen. */
  readonly userId: string | undefined;
  /** The name of a new user. */
  readonly username: string;
}

/**
 * Makes the role if it is missing and the user if it is new, and then a token for it. Rejects with the server's reason,
 * or if the role may do more than read.
 */
export async function makeWallToken(
  { userId, username }: WallAccount,
  roles: readonly Schema['RoleView'][],
  permissions: Partial<Permissions>,
): Promise<string> {
  const known = roles.find(({ name }) => name.toLowerCase() === WALL_ROLE.toLowerCase());
  if (known && !isViewOnly(known.permissions)) {
    throw new ApiFailure(0, 'ROLE_CHANGES', words.wallLink.roleChanges(known.name));
  }
  const role = known ?? (await api.post('/api/roles', { body: { name: WALL_ROLE, permissions } }));
  const id =
    userId ?? (await api.post('/api/users', { body: { username, roleId: role.id, password: unknownPassword() } })).id;
  const { accessToken } = await api.post('/api/users/{userId}/token', { path: { userId: id } });
  return accessToken;
}

/** Nobody signs in as a wall screen with a password. */
const unknownPassword = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => byte.toString(16).padStart(2, '0')).join('');
