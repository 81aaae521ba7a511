import { describe, expect, it } from '@jest/globals';
import { operationId } from './openapi.service.js';

describe('the id of an operation', () => {
  it.each([
    ['OutletsController', 'update', 'outletsUpdate'],
    ['RelayOutputsController', 'list', 'relayOutputsList'],
    ['BanksController', 'list[0]', 'banksList'],
    ['BanksController', 'list[1]', 'banksList2'],
  ])('of %s.%s is %s', (controller, method, id) => {
    expect(operationId(controller, method)).toBe(id);
  });
});
