import { matchPath } from 'react-router';
import { page, type PageRow } from '../app/pages.js';

/** The page registry of a hub; each page is loaded when it is first opened. */
export const HUB_PAGES: readonly PageRow[] = [
  {
    path: '/',
    title: 'fleet',
    section: 'power',
    may: () => true,
    ...page(() => import('../pages/fleet/pdus-page.js')),
  },
  {
    path: '/pdus/:pduId',
    title: 'fleetPdu',
    may: () => true,
    ...page(() => import('../pages/fleet/pdu-page.js'), 'history'),
  },
  {
    path: '/events',
    title: 'events',
    section: 'power',
    may: () => true,
    ...page(() => import('../pages/fleet/fleet-events-page.js')),
  },
  {
    path: '/enrolment',
    title: 'enrolment',
    section: 'power',
    may: (rights) => rights.can('modifyNetworkSettings'),
    ...page(() => import('../pages/fleet/enrolment-page.js')),
  },
  {
    path: '/log',
    title: 'log',
    section: 'records',
    may: (rights) => rights.can('viewLog') || rights.can('viewUsersList'),
    ...page(() => import('../pages/log/log-page.js'), 'log', 'history'),
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
    may: () => true,
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
    path: '/network/syslog',
    title: 'syslog',
    section: 'network',
    may: (rights) => rights.can('viewNetworkSettings'),
    ...page(() => import('../pages/network/syslog-page.js'), 'network'),
  },
  {
    path: '/system',
    title: 'hub',
    section: 'device',
    may: (rights) => rights.readsSettings,
    ...page(() => import('../pages/fleet/hub-page.js'), 'network', 'system'),
  },
  {
    path: '/system/configuration',
    title: 'configuration',
    section: 'device',
    may: (rights) => rights.isAdministrator,
    ...page(() => import('../pages/system/configuration-page.js'), 'system', 'network'),
  },
];

/** The page of a path without the base path; undefined if there is none. */
export const hubPageOf = (path: string): PageRow | undefined =>
  HUB_PAGES.find((row) => matchPath(row.path, path) !== null);
