import { afterAll, afterEach, beforeAll, expect, it, jest } from '@jest/globals';
import type { Page } from 'playwright-core';
import { describeWith } from '../support/process/programs.js';
import { Mosquitto, PDU_USER } from '../support/servers/mosquitto.js';
import { aBrowser, BROWSER_TEST, describeInBrowser, type WebUnderTest } from '../support/web/browser.js';

jest.setTimeout(BROWSER_TEST);

describeInBrowser('the page of MQTT', () => {
  describeWith('mosquitto', 'with a broker', () => {
    let web: WebUnderTest;
    let page: Page;
    let broker: Mosquitto;

    beforeAll(async () => {
      [web, broker] = [await aBrowser(), await Mosquitto.start()];
    });
    afterEach(() => web.leave(page));
    afterAll(async () => {
      await web.close();
      await broker.stop();
    });

    it('tests a broker before anything is stored, then connects and counts', async () => {
      page = await web.signedIn({ path: '/network/mqtt' });
      const settings = page.getByRole('region', { name: 'Broker', exact: true });
      await settings.getByLabel('Broker', { exact: true }).fill('127.0.0.1');
      await settings.getByLabel('Port', { exact: true }).fill(String(broker.port));
      await settings.getByRole('switch', { name: 'TLS' }).click();
      await settings.getByLabel('User name').fill(PDU_USER.name);
      await settings.getByLabel('Password', { exact: true }).fill('a wrong one');
      await page.getByRole('button', { name: 'Test connection' }).click();
      await page
        .getByText(/does not accept the user name|does not admit this user/)
        .first()
        .waitFor();
      expect((await web.admin.send('GET', '/api/conf')).body['mqttHost']).toBe('');

      await settings.getByLabel('Password', { exact: true }).fill(PDU_USER.password);
      await settings.getByRole('switch', { name: 'MQTT' }).click();
      await settings.getByRole('button', { name: 'Save' }).click();
      await page
        .getByRole('status')
        .filter({ hasText: `127.0.0.1:${broker.port}` })
        .waitFor();
      expect((await web.admin.send('GET', '/api/mqtt')).body).toMatchObject({ state: 'connected', protocol: '5' });
      expect(web.errors).toEqual([]);
    });

    it('is in German too, and only read by a role that may not change it', async () => {
      await web.admin.send('POST', '/api/roles', { name: 'reader', permissions: { viewNetworkSettings: true } });
      const roles = (await web.admin.send('GET', '/api/roles')).body as unknown as { id: number; name: string }[];
      const roleId = roles.find(({ name }) => name === 'reader')?.id;
      const account = { username: 'reader', roleId, password: 'staple that battery' };
      await web.admin.send('POST', '/api/users', account);
      page = await web.signedIn({ as: 'reader', password: account.password, path: '/network/mqtt', locale: 'de-DE' });
      await page.getByLabel('Benutzername').waitFor();
      expect(await page.getByLabel('Benutzername').isEditable()).toBe(false);
      expect(await page.getByRole('button', { name: /Test|prüfen|Speichern/ }).count()).toBe(0);
    });
  });
});
