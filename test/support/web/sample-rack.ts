/** A realistic rack, so that pictures and checks of the pages have content. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { WebUnderTest } from './browser.js';

const NAMES = [
  'Core switch A',
  'Core switch B',
  'Firewall',
  'Storage head 1',
  'Storage head 2',
  'Hypervisor 1',
  'Hypervisor 2',
  'Backup server',
  'Build machine',
  'Mail relay',
  'Monitoring',
  'Camera recorder',
  'Console server',
  'KVM',
  'Spare',
  'Rack light',
];

export async function setUpSampleRack({ admin }: Pick<WebUnderTest, 'admin'>): Promise<void> {
  const done = async (method: string, path: string, body?: unknown): Promise<Record<string, unknown>> => {
    const answer = await admin.send(method, path, body);
    if (answer.status !== 200)
      throw new Error(`${method} ${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const outlets = (await done('GET', '/api/outlets')) as unknown as { id: string }[];
  for (const [place, { id }] of outlets.entries()) {
    const outletName = NAMES[place] ?? `Node ${place + 1}`;
    await done('PUT', `/api/outlets/${id}`, { outletName, ...(place < 2 && { protection: 'confirm' }) });
  }
  const ids = outlets.map(({ id }) => id);
  await done('PUT', `/api/outlets/${ids[15] ?? '1'}`, { state: 'OFF' });
  await done('POST', '/api/groups', { groupName: 'Storage', outlets: ids.slice(3, 5), groupRebootSequenceDelay: 5 });
  await done('POST', '/api/groups', {
    groupName: 'Hypervisors',
    outlets: ids.slice(5, 7),
    groupRebootSequenceDelay: 10,
  });
  const mail = await done('POST', '/api/actions', {
    name: 'Mail the operators',
    code: 15,
    params: ['noc@example.com'],
  });
  const light = await done('POST', '/api/actions', { name: 'Rack light on', code: 11, params: [ids[15], 'ON'] });
  const actions = [mail['id'], light['id']];
  await done('POST', '/api/events', { name: 'Bank 1 nearly full', code: 31, params: ['1200578', '16', '10'], actions });
  await done('POST', '/api/events', { name: 'Too warm', code: 49, params: ['SA-1000036', '35', '60'], actions });
  await done('POST', '/api/users', { username: 'operator', password: 'night shift at three', roleId: 1 });
  const night = await done('POST', '/api/roles', {
    name: 'Night shift',
    description: 'Switches the servers, sees the rest',
    permissions: { viewOutlets: ids, modifyOutlets: ids.slice(5, 9), viewInletStats: true, viewBankStats: true },
  });
  await done('POST', '/api/users', {
    username: 'night.shift',
    password: 'night shift at four',
    roleId: night['id'],
  });
}

/** The path of every page of the registry, with the id of a sample object if needed. */
export function pagesToShow(): string[] {
  const paths = JSON.parse(readFileSync(join(import.meta.dirname, '../../../dist/web/pages.json'), 'utf8')) as string[];
  return paths.filter((path) => path !== '/login').map((path) => path.replace(/:\w+/, '1'));
}
