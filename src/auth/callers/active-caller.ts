import { Access, type Caller, type Credential } from '../../common/access.js';
import { completePermissions } from '../../roles/role-permissions.js';
import { UsersService } from '../../users/users.service.js';

interface Rights {
  readonly username: string;
  readonly access: Access;
  readonly isActive: boolean;
}

/** The access of a request that was under way when its user was deleted. */
const NO_ACCESS = new Access(completePermissions({}, { outlets: [] }), false);

/**
 * The caller behind one credential, always with the present name and permissions. They are looked up again only when a
 * user or a role has changed, so repeated requests are cheap.
 * @param isValid false once the credential has ended; one that has ended is never valid again
 */
export function activeCaller(
  users: UsersService,
  userId: string,
  credential: Credential,
  isValid: () => boolean,
): Caller {
  let rights: Rights = { username: '', access: NO_ACCESS, isActive: false };
  let revision: number | undefined;
  const current = (): Rights => {
    if (revision === users.revision) return rights;
    revision = users.revision;
    const user = users.current({ id: Number(userId) });
    rights = user
      ? { username: user.username, access: users.accessOf(user), isActive: users.isActive(user) }
      : { username: rights.username, access: NO_ACCESS, isActive: false };
    return rights;
  };
  return {
    userId,
    credential,
    get username() {
      return current().username;
    },
    get access() {
      return current().access;
    },
    get hasEnded() {
      return !isValid() || !current().isActive;
    },
  };
}
