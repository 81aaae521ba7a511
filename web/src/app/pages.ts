import type { ComponentType } from 'react';
import { matchPath } from 'react-router';
import { loadedOnce, type LoadedOnce } from '../components/loaded-once.js';
import { loadWords, type Area, type Words } from '../language/words.js';
import type { PathWith } from '../api/client.js';
import type { Rights } from '../session/rights.js';

/** One page of the application. */
export interface PageRow extends LoadedOnce<object> {
  /** `:name` stands for an id. The server answers exactly these paths (see web/build/page-list.ts). */
  readonly path: string;
  readonly title: keyof Words['titles'];
  /** The section of the navigation; absent for a page that is reached from another page. */
  readonly section?: keyof Words['sections'];
  /** True if a user with these rights may see the page. */
  readonly may: (rights: Rights) => boolean;
  /** The paths that the page reads first, which every user of it may read. */
  readonly reads?: readonly PathWith<'get'>[];
  /** Reads what only the page itself can name, such as the object in its address. */
  readonly readAhead?: () => Promise<void>;
  /** The page exists only where the simulator runs and may be controlled. */
  readonly simulatorOnly?: true;
}

/** A page with the texts that it needs. */
export const page = (load: () => Promise<{ default: ComponentType }>, ...areas: readonly Area[]): LoadedOnce<object> =>
  loadedOnce(async () => {
    await loadWords(...areas);
    return load();
  });

const anybody = (): boolean => true;

/** The page registry, one row for each page; a page is loaded when it is first opened. */
export const PAGES: readonly PageRow[] = [
  {
    path: '/',
    title: 'rack',
    section: 'power',
    may: anybody,
    reads: ['/api/capacity', '/api/alarms'],
    ...page(() => import('../pages/rack/rack-page.js'), 'rack', 'capacity', 'history'),
  },
  {
    path: '/overview',
    title: 'overview',
    section: 'power',
    may: anybody,
    reads: ['/api/alarms'],
    ...page(() => import('../pages/overview/overview-page.js'), 'history'),
  },
  {
    path: '/outlets',
    title: 'outlets',
    section: 'power',
    may: (rights) => rights.viewsOutlets,
    reads: ['/api/capacity'],
    ...page(() => import('../pages/outlets/outlets-page.js')),
  },
  {
    path: '/outlets/edit',
    title: 'outletTable',
    may: (rights) => rights.viewsOutlets && rights.switchesOutlets,
    ...page(() => import('../pages/outlets/table/outlet-table-page.js'), 'setup'),
  },
  {
    path: '/outlets/:outletId',
    title: 'outlet',
    may: (rights) => rights.viewsOutlets,
    ...page(() => import('../pages/outlets/outlet-page.js'), 'history'),
  },
  {
    path: '/groups',
    title: 'groups',
    section: 'power',
    may: (rights) => rights.can('viewOutletGroups'),
    ...page(() => import('../pages/groups/groups-page.js'), 'groups'),
  },
  {
    path: '/groups/:groupId',
    title: 'group',
    may: (rights) => rights.can('viewOutletGroups'),
    ...page(() => import('../pages/groups/group-page.js'), 'groups'),
  },
  {
    path: '/capacity',
    title: 'capacity',
    section: 'power',
    may: (rights) => rights.viewsOutlets || rights.can('viewInletStats') || rights.can('viewBankStats'),
    ...page(() => import('../pages/capacity/capacity-page.js'), 'capacity'),
  },
  {
    path: '/relays',
    title: 'relays',
    section: 'power',
    may: (rights) => rights.can('viewPortInfo'),
    ...page(() => import('../pages/relays/relays-page.js'), 'relays'),
  },
  {
    path: '/events',
    title: 'events',
    section: 'automation',
    may: (rights) => rights.can('viewEventActions'),
    ...page(() => import('../pages/events/events-page.js'), 'automation'),
  },
  {
    path: '/events/new',
    title: 'rule',
    may: (rights) => rights.can('modifyEventActions'),
    ...page(() => import('../pages/events/rule/rule-page.js'), 'automation', 'history'),
  },
  {
    path: '/events/:eventId/edit',
    title: 'ruleEdit',
    may: (rights) => rights.can('modifyEventActions'),
    ...page(() => import('../pages/events/rule/rule-page.js'), 'automation', 'history'),
  },
  {
    path: '/events/:eventId',
    title: 'event',
    may: (rights) => rights.can('viewEventActions'),
    ...page(() => import('../pages/events/event-page.js'), 'automation'),
  },
  {
    path: '/actions',
    title: 'actions',
    section: 'automation',
    may: (rights) => rights.can('viewEventActions'),
    ...page(() => import('../pages/actions/actions-page.js'), 'automation'),
  },
  {
    path: '/webhooks',
    title: 'webhooks',
    section: 'automation',
    may: (rights) => rights.can('viewEventActions'),
    ...page(() => import('../pages/webhooks/webhooks-page.js'), 'automation'),
  },
  {
    path: '/history',
    title: 'history',
    section: 'records',
    may: (rights) =>
      rights.viewsOutlets || rights.can('viewInletStats') || rights.can('viewBankStats') || rights.can('viewPortInfo'),
    ...page(() => import('../pages/history/history-page.js'), 'history'),
    readAhead: async () => (await import('../pages/history/read-ahead.js')).readHistoryAhead(),
  },
  {
    path: '/energy',
    title: 'energy',
    section: 'records',
    may: (rights) => rights.viewsOutlets || rights.can('viewInletStats') || rights.can('viewBankStats'),
    ...page(() => import('../pages/energy/energy-page.js'), 'energy', 'history'),
  },
  {
    path: '/timeline',
    title: 'timeline',
    section: 'records',
    may: (rights) => rights.can('viewLog') || rights.can('viewUsersList'),
    ...page(() => import('../pages/timeline/timeline-page.js'), 'log', 'history'),
  },
  {
    path: '/log',
    title: 'log',
    section: 'records',
    may: (rights) => rights.can('viewLog') || rights.can('viewUsersList'),
    ...page(() => import('../pages/log/log-page.js'), 'log', 'history'),
  },
  {
    path: '/settings',
    title: 'settings',
    section: 'settings',
    may: (rights) => rights.readsSettings,
    ...page(() => import('../pages/settings/settings-page.js'), 'network'),
  },
  {
    path: '/settings/users',
    title: 'users',
    section: 'settings',
    may: (rights) => rights.can('viewUsersList'),
    ...page(() => import('../pages/users/users-page.js'), 'users'),
  },
  {
    path: '/settings/users/:userId',
    title: 'user',
    may: (rights) => rights.can('viewUsersList'),
    ...page(() => import('../pages/users/user-page.js'), 'users'),
  },
  {
    path: '/settings/roles',
    title: 'roles',
    section: 'settings',
    may: (rights) => rights.can('viewUsersList'),
    ...page(() => import('../pages/roles/roles-page.js'), 'roles'),
  },
  {
    path: '/settings/roles/:roleId',
    title: 'role',
    may: (rights) => rights.can('viewUsersList'),
    ...page(() => import('../pages/roles/role-page.js'), 'roles'),
  },
  {
    path: '/settings/account',
    title: 'account',
    section: 'settings',
    may: anybody,
    ...page(() => import('../pages/account/account-page.js'), 'users'),
  },
  {
    path: '/network/web',
    title: 'web',
    section: 'network',
    may: (rights) => rights.can('viewNetworkSettings'),
    ...page(() => import('../pages/network/web-page.js'), 'network'),
  },
  {
    path: '/network/mail',
    title: 'mail',
    section: 'network',
    may: (rights) => rights.can('viewNetworkSettings'),
    ...page(() => import('../pages/network/mail-page.js'), 'network'),
  },
  {
    path: '/network/snmp',
    title: 'snmp',
    section: 'network',
    may: (rights) => rights.can('viewNetworkSettings'),
    ...page(() => import('../pages/network/snmp-page.js'), 'network', 'users'),
  },
  {
    path: '/network/ssh',
    title: 'ssh',
    section: 'network',
    may: (rights) => rights.can('viewNetworkSettings'),
    ...page(() => import('../pages/network/ssh-page.js'), 'network'),
  },
  {
    path: '/network/nut',
    title: 'nut',
    section: 'network',
    may: (rights) => rights.can('viewNetworkSettings'),
    ...page(() => import('../pages/network/nut-page.js'), 'network'),
  },
  {
    path: '/network/modbus',
    title: 'modbus',
    section: 'network',
    may: (rights) => rights.can('viewNetworkSettings'),
    ...page(() => import('../pages/network/modbus-page.js'), 'network'),
  },
  {
    path: '/network/redfish',
    title: 'redfish',
    section: 'network',
    may: (rights) => rights.can('viewNetworkSettings'),
    ...page(() => import('../pages/network/redfish-page.js'), 'network'),
  },
  {
    path: '/network/mqtt',
    title: 'mqtt',
    section: 'network',
    may: (rights) => rights.can('viewNetworkSettings'),
    ...page(() => import('../pages/network/mqtt-page.js'), 'network'),
  },
  {
    path: '/network/syslog',
    title: 'syslog',
    section: 'network',
    may: (rights) => rights.can('viewNetworkSettings'),
    ...page(() => import('../pages/network/syslog-page.js'), 'network'),
  },
  {
    path: '/network/identity',
    title: 'identity',
    section: 'network',
    may: (rights) => rights.can('viewNetworkSettings'),
    ...page(() => import('../pages/network/identity-page.js'), 'network'),
  },
  {
    path: '/network/time',
    title: 'time',
    section: 'network',
    may: (rights) => rights.can('viewGlobalDeviceSettings'),
    ...page(() => import('../pages/network/time-page.js'), 'network'),
  },
  {
    path: '/start',
    title: 'start',
    section: 'device',
    may: (rights) => rights.can('modifyGlobalDeviceSettings'),
    ...page(() => import('../pages/start/start-page.js'), 'setup', 'network', 'users', 'automation'),
  },
  {
    path: '/system',
    title: 'system',
    section: 'device',
    may: (rights) =>
      rights.can('viewGlobalDeviceSettings') || rights.can('allowPduRestart') || rights.can('allowFactoryReset'),
    ...page(() => import('../pages/system/system-page.js'), 'system', 'network'),
  },
  {
    path: '/system/firmware',
    title: 'firmware',
    section: 'device',
    may: (rights) => rights.can('modifyFirmwareVersion') || rights.can('viewGlobalDeviceSettings'),
    ...page(() => import('../pages/system/firmware-page.js'), 'system'),
  },
  {
    path: '/system/configuration',
    title: 'configuration',
    section: 'device',
    may: (rights) => rights.isAdministrator,
    ...page(() => import('../pages/system/configuration-page.js'), 'system', 'network'),
  },
  {
    path: '/simulator',
    title: 'simulator',
    section: 'device',
    may: (rights) => rights.isAdministrator,
    simulatorOnly: true,
    ...page(() => import('../pages/simulator/simulator-page.js'), 'simulator'),
  },
];

/** The wall screen is outside the registry, because it has a frame and a credential of its own. */
export const WALL = {
  path: '/wall',
  ...page(() => import('../pages/wall/wall-page.js'), 'wall', 'rack', 'capacity', 'history'),
} as const;

/** The page of a path without the base path; undefined if there is none. */
export const pageOf = (path: string): PageRow | undefined => PAGES.find((row) => matchPath(row.path, path) !== null);
