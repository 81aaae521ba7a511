import { describe, expect, it } from '@jest/globals';
import { accessWith, ADMINISTRATOR as administrator } from '../../test/support/fixtures/permissions.js';
import { ByAccess, CachedResponses } from './cached-response.js';

const viewer = accessWith({ viewOutlets: ['1-1'] });
const sameViewer = accessWith({ viewOutlets: ['1-1'] });

describe('a cached response', () => {
  let revision = 1;
  let built = 0;
  const answers = new CachedResponses(
    'outlets',
    () => revision,
    (access) => [++built, access.key],
  );

  it('is serialised once for all callers with the same permissions', () => {
    expect(answers.for(viewer)).toBe(answers.for(sameViewer));
    expect(built).toBe(1);
  });

  it('is another one, with another ETag, for a caller with other permissions', () => {
    expect(answers.for(administrator).body).not.toEqual(answers.for(viewer).body);
    expect(answers.for(administrator).etag).not.toBe(answers.for(viewer).etag);
  });

  it('is rebuilt after a change', () => {
    const before = answers.for(viewer);
    revision++;
    expect(answers.for(viewer).etag).not.toBe(before.etag);
    expect(answers.for(viewer).body.toString()).toBe(JSON.stringify([built, viewer.key]));
  });

  it('may be given as JSON that is bytes already', () => {
    const bytes = Buffer.from('[{"name":"Größe"}]');
    const prepared = new CachedResponses(
      'names',
      () => revision,
      () => bytes,
    );
    expect(prepared.for(viewer).body.toString()).toBe('[{"name":"Größe"}]');
  });
});

describe('a value for each set of permissions', () => {
  it('is made once until the revision changes, however the callers alternate, or until all are forgotten', () => {
    let revision = 1;
    let made = 0;
    const values = new ByAccess(
      () => revision,
      ({ key }, at) => ({ key, at, made: ++made }),
    );
    for (let turn = 0; turn < 3; turn++) {
      expect(values.for(viewer)).toEqual({ key: viewer.key, at: 1, made: 1 });
      expect(values.for(administrator)).toEqual({ key: administrator.key, at: 1, made: 2 });
    }
    values.clear();
    expect(values.for(viewer)).toEqual({ key: viewer.key, at: 1, made: 3 });
    revision++;
    expect(values.for(sameViewer)).toEqual({ key: viewer.key, at: 2, made: 4 });
  });
});
