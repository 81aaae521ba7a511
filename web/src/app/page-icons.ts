import type { IconName } from '../components/icons.js';
import type { PageRow } from './pages.js';

/** The icon of each page of the navigation; a page that is not listed has that of a file. */
const ICONS: Partial<Record<PageRow['title'], IconName>> = {
  rack: 'rack',
  fleet: 'rack',
  enrolment: 'key',
  hub: 'settings',
  overview: 'meter',
  outlets: 'outlet',
  groups: 'group',
  capacity: 'gauge',
  relays: 'relay',
  events: 'bell',
  actions: 'rule',
  webhooks: 'send',
  history: 'chart',
  energy: 'energy',
  timeline: 'timeline',
  log: 'log',
  users: 'users',
  roles: 'key',
  account: 'user',
  web: 'web',
  mail: 'mail',
  snmp: 'network',
  ssh: 'terminal',
  nut: 'activity',
  modbus: 'building',
  redfish: 'shield',
  mqtt: 'refresh',
  syslog: 'menu',
  identity: 'info',
  settings: 'search',
  start: 'check',
  time: 'clock',
  system: 'settings',
  firmware: 'chip',
  configuration: 'file',
  simulator: 'display',
};

export const iconOf = (title: PageRow['title']): IconName => ICONS[title] ?? 'file';
