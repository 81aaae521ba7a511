import { Access, PERMISSION_FLAGS, type Permissions } from '../../src/kernel/access.js';

/** A role's permissions: none but those given. */
export const permissions = (given: Partial<Permissions> = {}): Permissions =>
  Object.assign(
    { viewOutlets: [], modifyOutlets: [] } as Pick<Permissions, 'viewOutlets' | 'modifyOutlets'>,
    Object.fromEntries(PERMISSION_FLAGS.map((flag) => [flag, false])) as Record<
      (typeof PERMISSION_FLAGS)[number],
      boolean
    >,
    given,
  );

export const accessWith = (given: Partial<Permissions> = {}): Access => new Access(permissions(given), false);
export const ADMINISTRATOR = new Access(permissions(), true);
