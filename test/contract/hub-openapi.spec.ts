/** The OpenAPI documents of a hub and of a controller, as the built ones serve them. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { REPLACED } from '../../src/common/texts-of-hub.js';
import { ControllerProcess, removeFolder, temporaryFolder } from '../support/process/controller-process.js';

/** A description of the API that speaks of the controller, of its hardware, or of the PDU that it is in. */
const OF_A_CONTROLLER =
  /\bcontroller|\b(the|this) (PDU|model|device|hardware)\b|power distribution unit\.|poll cycle|power can/i;

function textsIn(value: unknown, key = ''): string[] {
  if (typeof value === 'string') {
    return ['summary', 'description'].includes(key) ? value.split('\n\n').map((text) => text.replace(/\s+/g, ' ')) : [];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]: [string, unknown]) => textsIn(member, name));
}

const folders: string[] = [];
async function textsOf(role: string): Promise<ReadonlySet<string>> {
  const folder = temporaryFolder();
  folders.push(folder);
  const environment = { RACKFEED_ROLE: role, RACKFEED_FLEET_PORT: '0', RACKFEED_DATA_DIR: folder };
  const one = new ControllerProcess({ ...environment, RACKFEED_ADMIN_PASSWORD: 'correct horse battery' });
  const texts = textsIn(await (await fetch(`${await one.ready()}/api/openapi.json`)).json());
  await one.kill('SIGTERM');
  return new Set(texts);
}

let ofHub: ReadonlySet<string>;
let ofController: ReadonlySet<string>;
beforeAll(async () => {
  ofHub = await textsOf('hub');
  ofController = await textsOf('controller');
});
afterAll(() => folders.forEach(removeFolder));

describe('The OpenAPI document of a hub', () => {
  it('speaks of the hub where that of a controller speaks of the controller or its PDU', () => {
    const shared = [...ofHub].filter((text) => ofController.has(text));
    expect(shared.length).toBeGreaterThan(200);
    expect(shared.filter((text) => OF_A_CONTROLLER.test(text))).toEqual([]);
  });

  it('has another sentence only for sentences of a controller', () => {
    expect(REPLACED.filter((text) => !ofController.has(text))).toEqual([]);
    expect(REPLACED.filter((text) => ofHub.has(text))).toEqual([]);
  });
});
