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
 * The caller behind one credential: one object for as long as the credential is valid, with the present name and
 * permissions. They are looked up again only when a user or a role has changed, so repeated requests are cheap.
 */
export class ActiveCaller {
  readonly #caller: Caller;
  #rights: Rights | undefined;
  #revision = -1;
  #hasEnded = false;

  constructor(
    private readonly users: UsersService,
    readonly userId: string,
    readonly credential: Credential,
  ) {
    const rights = (): Rights => this.#currentRights();
    const hasEnded = (): boolean => this.#hasEnded || !this.#currentRights().isActive;
    this.#caller = {
      userId,
      credential,
      get username() {
        return rights().username;
      },
      get access() {
        return rights().access;
      },
      get hasEnded() {
        return hasEnded();
      },
    };
  }

  /** The caller; undefined while the user is deleted, disabled or locked by an administrator. */
  get current(): Caller | undefined {
    return this.#currentRights().isActive ? this.#caller : undefined;
  }

  /** Invalidates the credential: commands of its requests that still wait are refused. */
  end(): void {
    this.#hasEnded = true;
  }

  #currentRights(): Rights {
    const { revision } = this.users;
    if (this.#rights === undefined || this.#revision !== revision) {
      this.#rights = this.#lookUp();
      this.#revision = revision;
    }
    return this.#rights;
  }

  #lookUp(): Rights {
    const user = this.users.current({ id: Number(this.userId) });
    if (!user) return { username: this.#rights?.username ?? '', access: NO_ACCESS, isActive: false };
    return { username: user.username, access: this.users.accessOf(user), isActive: this.users.isActive(user) };
  }
}
