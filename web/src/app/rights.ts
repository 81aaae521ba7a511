import type { Schema } from '../api/client.js';

type User = Schema['UserView'];
export type Permissions = NonNullable<NonNullable<User['role']>['permissions']>;
type Flag = {
  [Name in keyof Permissions]: Permissions[Name] extends boolean ? Name : never;
}[keyof Permissions];
export type PermissionFlag = NonNullable<Flag>;

const ADMINISTRATOR = 1;

/** What the signed-in user may do. The pages offer nothing else; the server refuses it all the same. */
export class Rights {
  readonly isAdministrator: boolean;
  readonly #permissions: Partial<Permissions>;
  readonly #view: ReadonlySet<string>;
  readonly #modify: ReadonlySet<string>;

  constructor(user: User) {
    this.#permissions = user.role?.permissions ?? {};
    this.isAdministrator = user.roleId === ADMINISTRATOR;
    this.#view = new Set(this.#permissions.viewOutlets);
    this.#modify = new Set(this.#permissions.modifyOutlets);
  }

  can(flag: PermissionFlag): boolean {
    return this.#permissions[flag] === true;
  }

  /** True for who may read settings, or a part of them. */
  get readsSettings(): boolean {
    return this.can('viewGlobalDeviceSettings') || this.can('viewNetworkSettings');
  }

  get viewsOutlets(): boolean {
    return this.#view.size > 0;
  }

  get switchesOutlets(): boolean {
    return this.#modify.size > 0;
  }

  maySwitch(outletId: string): boolean {
    return this.#modify.has(outletId);
  }
}
