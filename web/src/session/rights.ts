import type { Schema } from '../api/client.js';

type User = Schema['UserView'];
export type Permissions = NonNullable<NonNullable<User['role']>['permissions']>;
type Flag = {
  [Name in keyof Permissions]: Permissions[Name] extends boolean ? Name : never;
}[keyof Permissions];
export type PermissionFlag = NonNullable<Flag>;

const ADMINISTRATOR = 1;

/** The rights of the signed-in user, by which the pages offer operations; the server checks each request itself. */
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

  /** True if the role may read all or some settings. */
  get readsSettings(): boolean {
    return this.can('viewGlobalDeviceSettings') || this.can('viewNetworkSettings');
  }

  get viewsOutlets(): boolean {
    return this.#view.size > 0;
  }

  get switchesOutlets(): boolean {
    return this.#modify.size > 0;
  }

  /** True if the role may reset the extremes and the energy counter of an object. */
  mayReset({ id, kind }: Pick<Schema['HistoryObjectView'], 'id' | 'kind'>): boolean {
    if (kind === 'outlet') return this.maySwitch(id);
    if (kind === 'sensor') return this.can('modifyPortSettings');
    return this.can(kind === 'bank' ? 'modifyBankStats' : 'modifyInletStats');
  }

  mayView(outletId: string): boolean {
    return this.#view.has(outletId);
  }

  maySwitch(outletId: string): boolean {
    return this.#modify.has(outletId);
  }
}
