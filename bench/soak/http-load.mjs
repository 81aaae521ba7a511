import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { PASSWORD } from '../support.mjs';
import { NOBODY, WRONG_EVERY } from './load.mjs';

const STREAMS = 20;
const SWITCHERS = 4;
const CLOCKS = 20;
const READ = [
  '/api/alarms',
  '/api/log?limit=50',
  '/api/timeline',
  '/api/energy',
  '/api/capacity',
  '/api/system/diagnostics',
  '/api/energy/report?by=outlet',
  '/metrics',
];
const INVALID = ['{', '{"state":"X"}', '[]', `{"state":${'['.repeat(200)}`];

/**
 * Users, events and actions, and what callers of the API do with them: four who switch and read as fast as they can, and one of
 * each of the others, valid and not.
 *
 * @param receiver the address that the actions post to
 */
export async function loadHttp(load, admin, receiver) {
  const outlets = (await admin.ask('GET', '/api/outlets')).map(({ id }) => id);
  const actions = [];
  for (let number = 0; number < 4; number++) {
    const action = { name: `Post ${number}`, code: 20, params: [`${receiver}/${number}`] };
    actions.push((await admin.ask('POST', '/api/actions', action)).id);
  }
  const loadOf = (place) => ({ name: `Load ${place}`, code: 45, params: [outlets[place], '5', '0'], actions });
  for (let number = 0; number < CLOCKS; number++) {
    await admin.ask('POST', '/api/events', { name: `Clock ${number}`, code: 54, params: ['2'], actions });
    await admin.ask('POST', '/api/events', loadOf(number));
  }
  await admin.ask('POST', '/api/webhooks', { name: 'All', url: `${receiver}/webhook`, types: ['*'] });

  for (let number = 0; number < SWITCHERS; number++) {
    const { id } = await admin.ask('POST', '/api/users', { username: `user${number}`, password: PASSWORD, roleId: 1 });
    const token = `Bearer ${(await admin.ask('POST', `/api/users/${id}/token`)).accessToken}`;
    load.repeat('switched', 50, (time) => {
      const state = ['OFF', 'ON', 'REBOOT'][time % 3];
      return admin.status('PUT', `/api/outlets/${1 + number * 12 + (time % 12)}`, { state }, token);
    });
    load.repeat('read', 0, () => admin.status('GET', '/api/outlets', undefined, token));
  }
  load.repeat('other reads', 20, (time) => admin.status('GET', READ[time % READ.length]));
  load.repeat('names', 100, (time) =>
    admin.status('PUT', `/api/outlets/${1 + (time % 48)}`, { outletName: `N ${time}` }),
  );
  load.repeat('invalid', 100, (time) => admin.status('PUT', '/api/outlets/1', INVALID[time % INVALID.length]));
  load.repeat('configurations', 2000, async () => {
    const { text } = await admin.send('GET', '/api/config/export');
    return admin.status('POST', '/api/config/plan', text);
  });
  load.repeat('histories', 1000, () =>
    admin.status('GET', `/api/history?object=${outlets[0]}&measure=current&from=-30m&step=60`),
  );
  load.repeat('signed in', 250, (time) =>
    admin.signInAndOut(time % WRONG_EVERY.signIn ? `user${time % SWITCHERS}` : NOBODY),
  );
  load.repeat('with Basic', 400, () => {
    const credential = Buffer.from(`admin:${PASSWORD}`).toString('base64');
    return admin.status('GET', '/api/outlets', undefined, `Basic ${credential}`);
  });
  load.repeat('users', 900, (time) => admin.asNewUser(`guest${time}`, '/api/outlets'));
  load.repeat('groups', 700, async (time) => {
    const { id } = await admin.ask('POST', '/api/groups', { groupName: `Group ${time}`, outlets: outlets.slice(0, 3) });
    await admin.send('PUT', `/api/groups/${id}`, { state: 'ON' });
    return admin.status('DELETE', `/api/groups/${id}`);
  });
  load.repeat('events', 800, async (time) => {
    const { id } = await admin.ask('POST', '/api/events', loadOf(time % outlets.length));
    await sleep(1200);
    return admin.status('DELETE', `/api/events/${id}`);
  });
  load.repeat('loads', 500, (time) =>
    admin.status('PATCH', '/api/simulator', { outlets: { [outlets[time % CLOCKS]]: { loadAmps: time % 2 ? 6 : 1 } } }),
  );
  load.repeat('faults of the bus', 2500, (time) => {
    const bus = time % 2 ? { failing: true } : { failing: false, latencyMs: time % 40 };
    return admin.status('PATCH', '/api/simulator', { bus });
  });
  load.repeat('broken off', 150, (time) => brokenOff(admin, time));
  load.repeat('server-sent events', 300, () => listenToEvents(admin));
  for (let reader = 0; reader < STREAMS; reader++) {
    load.repeat('streams', 0, (time) => admin.readStream(load, time, reader < STREAMS / 2 ? 1000 : 15_000));
  }
}

/** A request whose sender is gone before its answer, or before its own end. */
function brokenOff({ url, token }, time) {
  const head = `host: pdu\r\nauthorization: Bearer ${token}\r\n`;
  const requests = [
    `GET /api/energy/report HTTP/1.1\r\n${head}\r\n`,
    `POST /api/conf HTTP/1.1\r\n${head}content-length: 1000\r\n\r\n{`,
    `POST /api/system/firmware HTTP/1.1\r\n${head}content-length: 100000\r\n\r\n${'x'.repeat(5000)}`,
  ];
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () =>
      socket.write(requests[time % requests.length]),
    );
    socket.on('error', () => undefined).on('close', () => resolve(200));
    setTimeout(() => socket.resetAndDestroy(), 30);
  });
}

async function listenToEvents({ url, token }) {
  const end = new AbortController();
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${url}/api/stream`, { headers, signal: end.signal });
  await answer.body.getReader().read();
  await sleep(500);
  end.abort();
  return answer.status;
}
