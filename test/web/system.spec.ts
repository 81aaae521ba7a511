import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { aBrowser, BROWSER_TEST, describeInBrowser, shown, type WebUnderTest } from '../support/web/browser.js';
import { shiftsWhileLoading } from '../support/web/stillness.js';
import { removeFolder, temporaryFolder } from '../support/process/controller-process.js';
import { freePort } from '../support/servers/free-port.js';
import { aBundle, aSigningKey, publish } from '../support/fixtures/firmware-bundle.js';
import { scaledTimeLimit } from '../support/time/time-limits.js';

jest.setTimeout(BROWSER_TEST);

/** A release with another version number and the code of this controller. */
const THIS_CONTROLLER = pathToFileURL(join(import.meta.dirname, '../../dist/server.js')).href;
const newer = {
  'package.json': JSON.stringify({ name: 'rackfeed', version: '9.0.0', type: 'module' }),
  'dist/server.js': `export { start } from ${JSON.stringify(THIS_CONTROLLER)};`,
};

describeInBrowser('the pages of the device', () => {
  const key = aSigningKey();
  let folder: string;
  let web: WebUnderTest;

  beforeAll(async () => {
    folder = temporaryFolder();
    web = await aBrowser({
      RACKFEED_FIRMWARE_KEYS: publish(key, join(folder, 'keys')),
      RACKFEED_FIRMWARE_TRIAL_SECONDS: String(Math.round(scaledTimeLimit(8_000) / 1000)), // for the start, and for the wait
      RACKFEED_PORT: String(await freePort()), // the same after a restart, or the page would not find it again
    });
  });
  afterAll(async () => {
    await web.close();
    removeFolder(folder);
  });

  const file = (name: string, content: string | Buffer): string => {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };

  it.each([
    ['/system', '/api/device', 'Maintenance'],
    ['/network/mqtt', '/api/mqtt', 'Publishing'],
    ['/network/snmp', '/api/system/protocols', 'SNMPv3 traps'],
    ['/network/ssh', '/api/system/ssh', 'Host key'],
    ['/network/nut', '/api/nut/fsd', 'Settings'],
    ['/network/modbus', '/api/system/protocols', 'Switching by Modbus'],
    ['/network/syslog', '/api/system/syslog', 'Test message'],
    ['/network/web', '/api/system/certificate', 'Certificate'],
    ['/network/identity', '/api/fleet/link', 'Hub'],
    ['/network/mail', '/api/user', 'Test mail'],
    ['/network/time', '/api/user', 'Network time'],
    ['/network/redfish', '/api/system/protocols', 'Settings'],
  ])('do not move while they load, whatever comes last: %s', async (path, first, last) => {
    const page = await web.signedIn();
    expect(await shiftsWhileLoading(page, { url: web.url + path, first, late: '/api/conf', last })).toEqual([]);
    await web.leave(page);
  });

  it('show the measurements, and export them as a file', async () => {
    const page = await web.signedIn({ path: '/history?object=1-1200578&measure=current&from=-1h' });
    await page.getByRole('slider', { name: 'Outlet 1: Current' }).waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'CSV' }).click(),
    ]);
    expect(readFileSync(await download.path(), 'utf8').split('\n').length).toBeGreaterThan(1);
    await page.getByRole('radio', { name: '7 d' }).press('Space');
    await page.waitForURL(/range=7d/);
    await page.goBack();
    await page.waitForURL(/from=-1h/);
    await web.leave(page);
  });

  it('show the energy counters, and reset one', async () => {
    const page = await web.signedIn({ path: '/history' });
    const row = page.getByRole('region', { name: 'Energy counters' }).getByRole('row').filter({ hasText: 'Outlet 2' });
    await row.filter({ hasText: 'kWh' }).first().waitFor();
    await page.getByRole('button', { name: 'Reset the energy counter of Outlet 2' }).click();
    await page.getByRole('dialog').getByText('Its lifetime counter and its history do not change').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Reset' }).click();
    await page.getByText('The energy counter of Outlet 2 was reset.').waitFor();
    const { body } = await web.admin.send('GET', '/api/energy');
    const [counter] = (body as unknown as { name: string; resetAt?: string }[]).filter(
      ({ name }) => name === 'Outlet 2',
    );
    expect(counter?.resetAt).toBeDefined();
    await web.leave(page);
  });

  it('show users and actions in the log', async () => {
    const { id } = (await web.admin.send('PUT', '/api/outlets/3', { outletName: 'Firewall' })).body as { id: string };
    const page = await web.signedIn({ path: '/log' });
    const row = page
      .getByRole('row')
      .filter({ hasText: 'Outlet 3 was changed by admin: name from “Outlet 3” to “Firewall”.' })
      .filter({ hasText: shown(`outlet:${id}`, `:${id}`) });
    await row
      .filter({ hasText: shown('Outlet 3 → Firewall', 'Outlet 3 → Firewall') })
      .filter({ hasText: 'admin' })
      .waitFor();
    await web.leave(page);
  });

  it('show the changes of a configuration before it is applied', async () => {
    const page = await web.signedIn({ path: '/system/configuration' });
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Without secrets' }).click(),
    ]);
    const document = JSON.parse(readFileSync(await download.path(), 'utf8')) as {
      sections: { settings: Record<string, unknown> };
    };
    document.sections.settings['deviceName'] = 'Rack 7';
    await page.locator('input[type=file]').setInputFiles(file('rack-7.json', JSON.stringify(document)));
    await page.getByRole('button', { name: 'Preview changes' }).click();
    const row = page.getByRole('row').filter({ hasText: 'settings.deviceName' });
    await row.filter({ hasText: 'Rack 7' }).waitFor();
    await page.getByText('1 change', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Apply' }).click();
    await page.getByRole('banner').getByText('Rack 7').waitFor();
    expect((await web.admin.send('GET', '/api/conf')).body).toMatchObject({ deviceName: 'Rack 7' });
    await web.leave(page);
  });

  it('refuse firmware without a trusted signature, and install signed firmware with every outlet unchanged', async () => {
    await web.admin.send('PUT', '/api/outlets/5', { state: 'OFF' });
    const page = await web.signedIn({ path: '/system/firmware' });
    const install = async (bundle: string): Promise<void> => {
      await page.locator('input[type=file]').setInputFiles(bundle);
      await page.getByRole('button', { name: 'Install', exact: true }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Install' }).click();
    };
    await install(file('foreign.tar.gz', aBundle({ key: aSigningKey(), version: '9.0.0' })));
    await page.getByRole('alert').filter({ hasText: 'The firmware cannot be installed' }).waitFor();

    await install(file('good.tar.gz', aBundle({ key, version: '9.0.0', files: newer })));
    await page.getByText('Confirmed').waitFor();
    await page.getByText('from 0.1.0 to 9.0.0').waitFor();
    const states = (await web.admin.send('GET', '/api/outlets')).body as unknown as { state: string }[];
    expect(states.map(({ state }) => state).indexOf('OFF')).toBe(4);
    expect(states.filter(({ state }) => state === 'OFF')).toHaveLength(1);
    await web.leave(page);
  });

  it('reset nothing before the confirmation words are typed', async () => {
    const page = await web.signedIn({ path: '/system' });
    await page.getByRole('button', { name: 'Factory reset' }).click();
    const confirm = page.getByRole('dialog').getByRole('button', { name: 'Factory reset' });
    expect(await confirm.isDisabled()).toBe(true);
    await page.getByRole('dialog').getByRole('textbox').fill(shown('factory reset', 'zurücksetzen'));
    await confirm.click();
    await page.getByLabel('User name').waitFor();
    // While the controller restarted, the stream could not be reached.
    expect(web.errors.filter((complaint) => !complaint.startsWith('WebSocket'))).toEqual([]);
    await web.leave(page);
  });
});
