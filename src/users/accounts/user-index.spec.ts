import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { nameKey, UserIndex } from './user-index.js';
import { NEW_USER, type UserEntity } from '../user.entity.js';

const aUser = (id: number, username: string, tokenHash: string | null): UserEntity => ({
  ...NEW_USER,
  id,
  username,
  tokenHash,
  roleId: 1,
  created: 0,
  passwordHash: '',
});

describe('the index of users', () => {
  const step = fc.record({
    id: fc.integer({ min: 1, max: 4 }),
    name: fc.constantFrom('ann', 'ANN', 'bob', 'Cé', 'Ce\u0301'),
    token: fc.constantFrom(null, 't1', 't2'),
    gone: fc.boolean(),
  });

  it('finds every user by id, name and token, and nobody by a former name or token', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const index = new UserIndex();
        const model = new Map<number, UserEntity>();
        for (const { id, name, token, gone } of steps) {
          const others = [...model.values()].filter((user) => user.id !== id);
          const free = others.every(
            (user) => nameKey(user.username) !== nameKey(name) && (token === null || user.tokenHash !== token),
          );
          if (gone) {
            model.delete(id);
            index.remove(id);
          } else if (free) {
            model.set(id, aUser(id, name, token));
            index.put(model.get(id) as UserEntity);
          }
          expect(index.all()).toEqual([...model.values()].sort((one, other) => one.id - other.id));
          for (const wanted of ['ann', 'bob', 'CÉ', 'zoe']) {
            expect(index.byName(wanted)).toBe(
              [...model.values()].find((user) => nameKey(user.username) === nameKey(wanted)),
            );
          }
          for (const hash of ['t1', 't2', 't3']) {
            expect(index.byTokenHash(hash)).toBe([...model.values()].find((user) => user.tokenHash === hash));
          }
        }
      }),
    );
  });
});
