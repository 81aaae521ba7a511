/**
 * `@jest/globals` for the files of a worker: each name stands for the function of the file that runs, so that helpers which
 * are loaded once work in all of them.
 */
const current = (name) => globalThis[Symbol.for('rackfeed.test-globals')][name];

const standIn = (name) =>
  new Proxy(function () {}, {
    apply: (_target, _this, args) => current(name)(...args),
    get: (_target, property) => current(name)[property],
  });

export const afterAll = standIn('afterAll');
export const afterEach = standIn('afterEach');
export const beforeAll = standIn('beforeAll');
export const beforeEach = standIn('beforeEach');
export const describe = standIn('describe');
export const expect = standIn('expect');
export const it = standIn('it');
export const jest = standIn('jest');
