import { lazy, type ComponentType } from 'react';
import type { en } from '../language/en.js';
import type { Rights } from '../session/rights.js';

type Loader = () => Promise<{ default: ComponentType }>;

/** One page of the application. */
export interface PageRow {
  /** `:name` stands for an id. The server answers exactly these paths (see web/build/page-list.ts). */
  readonly path: string;
  readonly title: keyof typeof en.titles;
  /** The section of the navigation; absent for a page that is reached from another page. */
  readonly section?: keyof typeof en.sections;
  /** True if a user with these rights may see the page. */
  readonly may: (rights: Rights) => boolean;
  /** The page exists only where the simulator runs and may be controlled. */
  readonly simulatorOnly?: true;
  readonly component: ComponentType;
}

const page = (load: Loader): ComponentType => lazy(load);
const anybody = (): boolean => true;

/** The page registry, one row for each page; a page is loaded when it is first opened. */
export const PAGES: readonly PageRow[] = [
  {
    path: '/',
    title: 'overview',
    section: 'power',
    may: anybody,
    component: page(() => import('../pages/overview/overview-page.js')),
  },
  {
    path: '/outlets',
    title: 'outlets',
    section: 'power',
    may: (rights) => rights.viewsOutlets,
    component: page(() => import('../pages/outlets/outlets-page.js')),
  },
  {
    path: '/outlets/:outletId',
    title: 'outlet',
    may: (rights) => rights.viewsOutlets,
    component: page(() => import('../pages/outlets/outlet-page.js')),
  },
  {
    path: '/groups',
    title: 'groups',
    section: 'power',
    may: (rights) => rights.can('viewOutletGroups'),
    component: page(() => import('../pages/groups/groups-page.js')),
  },
  {
    path: '/groups/:groupId',
    title: 'group',
    may: (rights) => rights.can('viewOutletGroups'),
    component: page(() => import('../pages/groups/group-page.js')),
  },
  {
    path: '/capacity',
    title: 'capacity',
    section: 'power',
    may: (rights) => rights.viewsOutlets || rights.can('viewInletStats') || rights.can('viewBankStats'),
    component: page(() => import('../pages/capacity/capacity-page.js')),
  },
  {
    path: '/relays',
    title: 'relays',
    section: 'power',
    may: (rights) => rights.can('viewPortInfo'),
    component: page(() => import('../pages/relays/relays-page.js')),
  },
  {
    path: '/events',
    title: 'events',
    section: 'automation',
    may: (rights) => rights.can('viewEventActions'),
    component: page(() => import('../pages/events/events-page.js')),
  },
  {
    path: '/events/:eventId',
    title: 'event',
    may: (rights) => rights.can('viewEventActions'),
    component: page(() => import('../pages/events/event-page.js')),
  },
  {
    path: '/actions',
    title: 'actions',
    section: 'automation',
    may: (rights) => rights.can('viewEventActions'),
    component: page(() => import('../pages/actions/actions-page.js')),
  },
  {
    path: '/history',
    title: 'history',
    section: 'records',
    may: (rights) =>
      rights.viewsOutlets || rights.can('viewInletStats') || rights.can('viewBankStats') || rights.can('viewPortInfo'),
    component: page(() => import('../pages/history/history-page.js')),
  },
  {
    path: '/energy',
    title: 'energy',
    section: 'records',
    may: (rights) => rights.viewsOutlets || rights.can('viewInletStats') || rights.can('viewBankStats'),
    component: page(() => import('../pages/energy/energy-page.js')),
  },
  {
    path: '/log',
    title: 'log',
    section: 'records',
    may: (rights) => rights.can('viewLog') || rights.can('viewUsersList'),
    component: page(() => import('../pages/log/log-page.js')),
  },
  {
    path: '/settings/users',
    title: 'users',
    section: 'settings',
    may: (rights) => rights.can('viewUsersList'),
    component: page(() => import('../pages/users/users-page.js')),
  },
  {
    path: '/settings/users/:userId',
    title: 'user',
    may: (rights) => rights.can('viewUsersList'),
    component: page(() => import('../pages/users/user-page.js')),
  },
  {
    path: '/settings/roles',
    title: 'roles',
    section: 'settings',
    may: (rights) => rights.can('viewUsersList'),
    component: page(() => import('../pages/roles/roles-page.js')),
  },
  {
    path: '/settings/roles/:roleId',
    title: 'role',
    may: (rights) => rights.can('viewUsersList'),
    component: page(() => import('../pages/roles/role-page.js')),
  },
  {
    path: '/settings/account',
    title: 'account',
    section: 'settings',
    may: anybody,
    component: page(() => import('../pages/account/account-page.js')),
  },
  {
    path: '/network/web',
    title: 'web',
    section: 'network',
    may: (rights) => rights.can('viewNetworkSettings'),
    component: page(() => import('../pages/network/web-page.js')),
  },
  {
    path: '/network/mail',
    title: 'mail',
    section: 'network',
    may: (rights) => rights.can('viewNetworkSettings'),
    component: page(() => import('../pages/network/mail-page.js')),
  },
  {
    path: '/network/snmp',
    title: 'snmp',
    section: 'network',
    may: (rights) => rights.can('viewNetworkSettings'),
    component: page(() => import('../pages/network/snmp-page.js')),
  },
  {
    path: '/network/ssh',
    title: 'ssh',
    section: 'network',
    may: (rights) => rights.can('viewNetworkSettings'),
    component: page(() => import('../pages/network/ssh-page.js')),
  },
  {
    path: '/network/nut',
    title: 'nut',
    section: 'network',
    may: (rights) => rights.can('viewNetworkSettings'),
    component: page(() => import('../pages/network/nut-page.js')),
  },
  {
    path: '/network/modbus',
    title: 'modbus',
    section: 'network',
    may: (rights) => rights.can('viewNetworkSettings'),
    component: page(() => import('../pages/network/modbus-page.js')),
  },
  {
    path: '/network/time',
    title: 'time',
    section: 'network',
    may: (rights) => rights.can('viewGlobalDeviceSettings'),
    component: page(() => import('../pages/network/time-page.js')),
  },
  {
    path: '/system',
    title: 'system',
    section: 'device',
    may: (rights) =>
      rights.can('viewGlobalDeviceSettings') || rights.can('allowPduRestart') || rights.can('allowFactoryReset'),
    component: page(() => import('../pages/system/system-page.js')),
  },
  {
    path: '/system/firmware',
    title: 'firmware',
    section: 'device',
    may: (rights) => rights.can('modifyFirmwareVersion') || rights.can('viewGlobalDeviceSettings'),
    component: page(() => import('../pages/system/firmware-page.js')),
  },
  {
    path: '/system/configuration',
    title: 'configuration',
    section: 'device',
    may: (rights) => rights.isAdministrator,
    component: page(() => import('../pages/system/configuration-page.js')),
  },
  {
    path: '/simulator',
    title: 'simulator',
    section: 'device',
    may: (rights) => rights.isAdministrator,
    simulatorOnly: true,
    component: page(() => import('../pages/simulator/simulator-page.js')),
  },
];

/** The sign-in page is outside the registry, because it needs no session; the server answers its path too. */
export const SIGN_IN = {
  path: '/login',
} as const;
