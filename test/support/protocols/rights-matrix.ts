/** The comparison of a protocol with HTTP: every role with every object and command, generated. */
import { inspect, isDeepStrictEqual } from 'node:util';
import { PERMISSION_FLAGS } from '../../../src/common/access.js';
import { UsersService } from '../../../src/users/users.service.js';
import type { Pdu } from '../app/pdu.js';
import { somePeople, type Person, type Rights } from '../app/people.js';

/** A user with a role, whose rights are generated. */
export interface MatrixUser {
  readonly person: Person;
  readonly roleId: number;
}

/** Users with: nothing, each single permission, one outlet to view or to modify, usual sets of rights, everything. */
export async function matrixUsers(pdu: Pdu): Promise<MatrixUser[]> {
  const outlets = pdu.model.outlets.map(({ id }) => id);
  const [first = ''] = outlets;
  const views = Object.fromEntries(PERMISSION_FLAGS.filter((flag) => flag.startsWith('view')).map((f) => [f, true]));
  const roles: readonly (readonly [string, Rights])[] = [
    ['nothing', {}],
    ...PERMISSION_FLAGS.map((flag) => [`only ${flag}`, { [flag]: true }] as const),
    ['views one outlet', { viewOutlets: [first] }],
    ['modifies one outlet', { modifyOutlets: [first] }],
    ['views and modifies one outlet', { viewOutlets: [first], modifyOutlets: [first] }],
    ['views everything', { ...views, viewOutlets: outlets }],
    ['switches everything that it does not view', { modifyOutlets: outlets, modifyPortSettings: true }],
    [
      'switches groups',
      { viewOutletGroups: true, modifyOutletGroups: true, viewOutlets: outlets, modifyOutlets: outlets },
    ],
    ['administrator', 'everything'],
  ];
  const users = pdu.app.get(UsersService);
  const people = await somePeople(pdu, roles);
  return people.map((person) => ({ person, roleId: users.find(person.userId).roleId }));
}

interface Matrix<User, Cell> {
  readonly users: readonly User[];
  /** The name of a user in the list of differences. */
  readonly nameOf: (user: User) => string;
  /** Objects that are read and commands that are sent. */
  readonly cells: readonly Cell[];
  readonly overHttp: (user: User, cell: Cell) => Promise<unknown>;
  readonly overProtocol: (user: User, cell: Cell) => Promise<unknown>;
}

/** Every cell of the matrix in which the protocol answers differently from HTTP, one per line. */
export async function differences<User, Cell extends { readonly name: string }>({
  users,
  nameOf,
  cells,
  overHttp,
  overProtocol,
}: Matrix<User, Cell>): Promise<string[]> {
  const found: string[] = [];
  for (const user of users) {
    for (const cell of cells) {
      const [http, protocol] = [await overHttp(user, cell), await overProtocol(user, cell)];
      if (isDeepStrictEqual(http, protocol)) continue;
      found.push(`${nameOf(user)} × ${cell.name}: HTTP ${inspect(http)}, here ${inspect(protocol)}`);
    }
  }
  return found;
}
