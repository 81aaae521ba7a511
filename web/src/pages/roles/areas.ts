import type { PermissionFlag } from '../../session/rights.js';
import type { Words } from '../../language/words.js';

export interface Area {
  readonly name: keyof Words['roles']['areas'];
  readonly view?: PermissionFlag;
  readonly modify?: PermissionFlag;
}

/** The permissions of a role by area. */
export const AREAS: readonly Area[] = [
  { name: 'inlets', view: 'viewInletStats', modify: 'modifyInletStats' },
  { name: 'banks', view: 'viewBankStats', modify: 'modifyBankStats' },
  { name: 'groups', view: 'viewOutletGroups', modify: 'modifyOutletGroups' },
  { name: 'ports', view: 'viewPortInfo', modify: 'modifyPortSettings' },
  { name: 'events', view: 'viewEventActions', modify: 'modifyEventActions' },
  { name: 'network', view: 'viewNetworkSettings', modify: 'modifyNetworkSettings' },
  { name: 'device', view: 'viewGlobalDeviceSettings', modify: 'modifyGlobalDeviceSettings' },
  { name: 'users', view: 'viewUsersList', modify: 'modifyUsers' },
  { name: 'log', view: 'viewLog' },
  { name: 'display', modify: 'modifyLcdSettings' },
];

const OF_HUB = ['network', 'device', 'users', 'log'];
/** Those that a hub has something of. */
export const HUB_AREAS = AREAS.filter(({ name }) => OF_HUB.includes(name));

/** Permissions that each allow one operation. */
export const OPERATIONS = ['modifyFirmwareVersion', 'allowPduRestart', 'allowFactoryReset'] as const;

const flagsOf = (areas: readonly Area[]): PermissionFlag[] =>
  areas.flatMap(({ view, modify }) => [view, modify].filter((flag) => flag !== undefined));
export const FLAGS: readonly PermissionFlag[] = [...flagsOf(AREAS), ...OPERATIONS];
export const HUB_FLAGS: readonly PermissionFlag[] = flagsOf(HUB_AREAS);
