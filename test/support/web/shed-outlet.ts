import { until, type WebUnderTest } from './browser.js';

/** Sheds outlet 12 by the event "Bank 2 full", which turns it off when bank 2 has carried more than 7 A for a second. */
export async function shedOutlet12(web: WebUnderTest): Promise<void> {
  const action = { name: 'Shed', code: 11, params: ['12-1200579', 'OFF'] };
  const { body: created } = await web.admin.send('POST', '/api/actions', action);
  const event = { name: 'Bank 2 full', code: 31, params: ['1200579', '7', '1'], actions: [created['id']] };
  await web.admin.send('POST', '/api/events', event);
  await web.simulate({ outlets: { '11-1200579': { loadAmps: 8 } } });
  await until(
    async () => (await web.admin.send('GET', '/api/outlets/12')).body['state'],
    (state) => state === 'OFF',
  );
}
