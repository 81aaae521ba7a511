import { expect, it } from '@jest/globals';
import { VirtualClock } from '../../../test/support/time/virtual-clock.js';
import { EnrolmentService } from './enrolment.service.js';

it('a PDU that is forgotten does not enrol before its old identity is removed: the new one would go with it', async () => {
  const removal: { end?: () => void } = {};
  const file = { remove: () => new Promise<void>((resolve) => (removal.end = resolve)) };
  const config = { hub: undefined, hubToken: undefined };
  const service = new EnrolmentService(config as never, {} as never, file as never, {} as never, new VirtualClock());
  const attempted = async (): Promise<boolean> => {
    service.onTick(0, undefined);
    await new Promise((resolve) => setImmediate(resolve));
    return service.state.problem !== undefined; // it has no token
  };
  const forgotten = service.forget();
  expect(await attempted()).toBe(false);
  removal.end?.();
  await forgotten;
  expect(await attempted()).toBe(true);
});
