import { describe, expect, it } from '@jest/globals';
import type { OpenAPIObject } from '@nestjs/swagger';
import type { RouteAccess } from '../common/access.js';
import { completeDocument } from './complete-document.js';
import { ERROR_SCHEMA_REF } from './complete-document.js';

type Method = 'get' | 'put' | 'post';

/** The completed form of one operation as the scan of the controllers would find it. */
function complete(method: Method, path: string, access: RouteAccess, operation: object = {}) {
  const scanned = {
    responses: { 200: { description: '' } },
    security: [{ session: [] }],
    ...operation,
    'x-access': access,
  };
  const document: OpenAPIObject = {
    openapi: '3.0.0',
    info: { title: 'PDU', version: '1' },
    paths: { [path]: { [method]: scanned } },
  };
  const completed = completeDocument(document).paths[path]?.[method];
  if (!completed) throw new Error('the operation is gone');
  return completed;
}

const FLAG: RouteAccess = { kind: 'flags', anyOf: ['viewBankStats'] };
const BODY = { requestBody: { content: {} } };
const statuses = (operation: { responses: object }): string[] => Object.keys(operation.responses);

describe('the OpenAPI document', () => {
  it('lists the errors of each operation', () => {
    expect(statuses(complete('get', '/api/banks', FLAG))).toEqual([...['200', '401', '403', '429', '500', '503']]);
    expect(statuses(complete('put', '/api/banks/{bankId}', FLAG, BODY))).toEqual([
      ...['200', '401', '403', '404', '413', '422', '429', '500', '503'],
    ]);
    expect(statuses(complete('get', '/api/docs', { kind: 'public' }))).toEqual(['200', '500']);
    expect(statuses(complete('post', '/api/login', { kind: 'public' }, BODY))).toEqual([
      ...['200', '401', '403', '413', '422', '429', '500', '503'],
    ]);
    expect(statuses(complete('put', '/api/users/{userId}', FLAG, BODY))).toContain('400');
    expect(statuses(complete('get', '/api/outlets', FLAG))).toContain('404');
    const query = { parameters: [{ name: 'limit', in: 'query', schema: { type: 'integer' } }] };
    expect(statuses(complete('get', '/api/log', FLAG, query))).toContain('422');
  });

  it('shows one error body everywhere, also where a controller declares an error itself', () => {
    const declared = { responses: { 200: { description: '' }, 404: { description: 'No bank has this id.' } } };
    const { responses } = complete('get', '/api/banks/{bankId}', FLAG, declared);
    const content = { 'application/json': { schema: { $ref: ERROR_SCHEMA_REF } } };
    expect(responses['404']).toEqual({ description: 'No bank has this id.', content });
    expect(responses['500']).toMatchObject({ content });
    expect(responses['200']).toEqual({ description: 'Success.' });
  });

  it('keeps the body of an error whose controller declares another one', () => {
    const content = { 'application/json': { schema: { type: 'object' }, example: { ready: false } } };
    const declared = { responses: { 200: { description: '' }, 503: { description: 'No power.', content } } };
    const { responses } = complete('get', '/health', { kind: 'public' }, declared);
    expect(responses['503']).toEqual({ description: 'No power.', content });
  });

  it('adds a sentence about the access rule to the description of an operation', () => {
    expect(complete('get', '/api/banks', FLAG).description).toBe('Needs the permission viewBankStats.');
    expect(complete('get', '/api/banks', FLAG, { description: 'All of them.' }).description).toBe(
      'All of them.\n\nNeeds the permission viewBankStats.',
    );
  });

  it('allows every kind of credential for operations that are not public', () => {
    expect(complete('get', '/api/banks', FLAG).security).toEqual([{ session: [] }, { basic: [] }]);
    expect(complete('get', '/api/docs', { kind: 'public' }).security).toEqual([]);
  });
});
