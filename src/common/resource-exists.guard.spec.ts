import { describe, expect, it, jest } from '@jest/globals';
import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { ApiError } from './errors.js';
import { ResourceExists, type SharedData } from './resource-exists.guard.js';

const PDU = { id: 'rack-7' };

/** A guard of a process whose database others may write, and the PDUs that it knows. */
function aGuard(data: Partial<SharedData>) {
  const known = new Map<string, object>();
  const finder = {
    find: (id: string) => {
      const found = known.get(id);
      if (!found) throw new ApiError('PDU_UNKNOWN', id);
      return found;
    },
  };
  class Finder {
    find = finder.find;
  }
  const Guard = ResourceExists(Finder) as unknown as new (finder: object, data: object) => CanActivate;
  const request: { params: object; query: object; user: object; found?: unknown } = {
    ...{ params: { pduId: PDU.id }, query: {}, user: {} },
  };
  const context = { switchToHttp: () => ({ getRequest: () => request }) } as unknown as ExecutionContext;
  const enter = async (): Promise<unknown> => new Guard(finder, data).canActivate(context);
  return { known, request, enter };
}

describe('the resource that a path names', () => {
  it('is unknown at once where no other process stores any', async () => {
    const catchUp = (): never => {
      throw new Error('there is nobody to catch up with');
    };
    await expect(aGuard({ isShared: false, catchUp }).enter()).rejects.toMatchObject({ code: 'PDU_UNKNOWN' });
  });

  it('is found when another process has stored it just now', async () => {
    const catchUp = async (): Promise<void> => void guard.known.set(PDU.id, PDU);
    const guard = aGuard({ isShared: true, catchUp });
    expect(await guard.enter()).toBe(true);
    expect(guard.request.found).toBe(PDU);
  });

  it('is unknown when no process has stored it, and not said to be so while the database does not answer', async () => {
    const catchUp = jest.fn(async () => undefined);
    const guard = aGuard({ isShared: true, catchUp });
    await expect(guard.enter()).rejects.toMatchObject({ status: 404, code: 'PDU_UNKNOWN' });
    catchUp.mockRejectedValueOnce(new ApiError('DATABASE_UNREACHABLE'));
    await expect(guard.enter()).rejects.toMatchObject({ status: 503, code: 'DATABASE_UNREACHABLE' });
  });
});
