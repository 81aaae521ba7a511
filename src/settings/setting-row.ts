import type { Role, RuntimeConfig } from '../config/runtime-config.js';
import type { Access, PermissionFlag } from '../common/access.js';
import type { FormatName } from '../common/formats.js';
import type { ValueKind } from '../common/values.js';

/** The groups of settings, with the permissions to read and write them (contract, section 4). */
export const SETTING_GROUPS = {
  device: { read: 'viewGlobalDeviceSettings', write: 'modifyGlobalDeviceSettings' },
  power: { read: 'viewGlobalDeviceSettings', write: 'modifyGlobalDeviceSettings' },
  network: { read: 'viewNetworkSettings', write: 'modifyNetworkSettings' },
  web: { read: 'viewNetworkSettings', write: 'modifyNetworkSettings' },
  mail: { read: 'viewNetworkSettings', write: 'modifyNetworkSettings' },
  snmp: { read: 'viewNetworkSettings', write: 'modifyNetworkSettings' },
  syslog: { read: 'viewNetworkSettings', write: 'modifyNetworkSettings' },
  ssh: { read: 'viewNetworkSettings', write: 'modifyNetworkSettings' },
  modbus: { read: 'viewNetworkSettings', write: 'modifyNetworkSettings' },
  nut: { read: 'viewNetworkSettings', write: 'modifyNetworkSettings' },
  mqtt: { read: 'viewNetworkSettings', write: 'modifyNetworkSettings' },
  fleet: { read: 'viewNetworkSettings', write: 'modifyNetworkSettings' },
  autoping: { read: 'viewGlobalDeviceSettings', write: 'modifyGlobalDeviceSettings' },
  lcd: { read: 'viewGlobalDeviceSettings', write: 'modifyLcdSettings' },
  ports: { read: 'viewGlobalDeviceSettings', write: 'modifyPortSettings' },
} as const satisfies Record<string, { readonly read: PermissionFlag; readonly write: PermissionFlag }>;

export type SettingGroup = keyof typeof SETTING_GROUPS;

/** A default; a function if it depends on the installation. */
type Default<T> = T | ((config: RuntimeConfig) => T);

interface Row {
  readonly group: SettingGroup;
  /** A second group, whose permissions are enough too. */
  readonly alsoIn?: SettingGroup;
  /** The processes that have it; absent: a controller only. */
  readonly of?: readonly Role[];
  /** One sentence for the manual and the form. */
  readonly about: string;
  /** True for a setting that clients can read but not write. */
  readonly readOnly?: boolean;
  /** False for a setting that is only stored, for clients that know it, and has no effect. */
  readonly served?: false;
}

export interface FlagRow extends Row {
  readonly type: 'flag';
  readonly default: Default<boolean>;
}

interface NumberLimits {
  readonly min: number;
  readonly max: number;
  readonly unit?: 's' | 'ms' | 'baud' | '°' | '%';
  /** The only valid values. */
  readonly oneOf?: readonly number[];
}

/** A whole number: no setting has a fraction. */
export interface NumberRow extends Row, NumberLimits {
  readonly type: 'number';
  readonly default: Default<number>;
  /** The number is the id of a role; 0 names none. */
  readonly references?: 'role';
}

export interface WordRow<Word extends string = string> extends Row {
  readonly type: 'word';
  readonly default: Word;
  readonly words: readonly Word[];
}

interface TextLimits {
  /** Minimum number of characters; with 0 the text may be empty, which means not set, whatever the format. */
  readonly min: number;
  /** Maximum number of characters. */
  readonly max: number;
  readonly format?: FormatName;
  readonly multiline?: boolean;
}

export interface TextRow extends Row, TextLimits {
  readonly type: 'text';
  readonly default: Default<string>;
}

/** A secret: encrypted in the database, never in a response. Empty: not set; otherwise `min` to `max` characters. */
export interface SecretRow extends Row {
  readonly type: 'secret';
  readonly default: '';
  readonly min: number;
  readonly max: number;
  readonly format?: FormatName;
  readonly multiline?: boolean;
}

/** An object with members of its own: frozen, and replaced as a whole. */
export interface ObjectRow<T extends object = object> extends Row {
  readonly type: 'object';
  readonly default: T;
  readonly kind: ValueKind<T>;
  /** Its JSON schema. */
  readonly schema: object;
}

export type SettingRow = FlagRow | NumberRow | WordRow | TextRow | SecretRow | ObjectRow;

const isAllowed = (right: 'read' | 'write', { group, alsoIn }: SettingRow, access: Access): boolean =>
  access.can(SETTING_GROUPS[group][right]) || (alsoIn !== undefined && access.can(SETTING_GROUPS[alsoIn][right]));

export const mayRead = (row: SettingRow, access: Access): boolean => isAllowed('read', row, access);
/** True also for a setting that no client can write. */
export const mayWrite = (row: SettingRow, access: Access): boolean => isAllowed('write', row, access);

export const flag = (group: SettingGroup, fallback: FlagRow['default'], about: string): FlagRow => ({
  type: 'flag',
  group,
  default: fallback,
  about,
});

export const number = (
  group: SettingGroup,
  fallback: NumberRow['default'],
  limits: NumberLimits,
  about: string,
): NumberRow => ({ type: 'number', group, default: fallback, ...limits, about });

/** The id of a role, 0 for none. A role that a setting names must exist and cannot be deleted. */
export const role = (group: SettingGroup, about: string): NumberRow => ({
  ...number(group, 0, { min: 0, max: 999_999_999 }, about),
  references: 'role',
});

export const word = <const Words extends readonly string[]>(
  group: SettingGroup,
  fallback: Words[number],
  words: Words,
  about: string,
): WordRow<Words[number]> => ({ type: 'word', group, default: fallback, words, about });

export const text = (
  group: SettingGroup,
  fallback: TextRow['default'],
  limits: TextLimits,
  about: string,
): TextRow => ({
  type: 'text',
  group,
  default: fallback,
  ...limits,
  about,
});

export const secret = (
  group: SettingGroup,
  limits: Pick<SecretRow, 'min' | 'max' | 'format' | 'multiline'>,
  about: string,
): SecretRow => ({
  type: 'secret',
  group,
  default: '',
  ...limits,
  about,
});

export const object = <T extends object>(
  group: SettingGroup,
  fallback: T,
  { kind, schema }: Pick<ObjectRow<T>, 'kind' | 'schema'>,
  about: string,
): ObjectRow<T> => ({ type: 'object', group, default: fallback, kind, schema, about });

/** Gives a setting to those who may read and write another group too. */
export const alsoIn = <R extends SettingRow>(group: SettingGroup, row: R): R & { readonly alsoIn: SettingGroup } => ({
  ...row,
  alsoIn: group,
});

const CONTROLLER: readonly Role[] = ['controller'];
const BOTH: readonly Role[] = ['controller', 'hub'];

/** Gives a setting to a hub as well as to a controller. */
export const ofBoth = <R extends SettingRow>(row: R): R & { readonly of: readonly Role[] } => ({ ...row, of: BOTH });

/** The processes that have a setting. */
export const rolesOf = ({ of = CONTROLLER }: SettingRow): readonly Role[] => of;

/** Marks a setting that this version only stores. Remove it once the setting has an effect. */
export const unserved = <R extends SettingRow>(row: R): R & { readonly served: false } => ({ ...row, served: false });

export const readOnly = <R extends SettingRow>(row: R): R & { readonly readOnly: true } => ({ ...row, readOnly: true });
