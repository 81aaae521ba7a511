import type { UpdateOutletDto } from './outlet.dto.js';
import type { OutletChange } from './outlet.store.js';

type Sent = Pick<
  UpdateOutletDto,
  'outletName' | 'pwrOnState' | 'customRebootTimeEnabled' | 'customRebootTime' | 'protection'
>;

/** The members of a request that are stored as they are sent, by our names; absent ones stay absent. */
export function storedMembers({
  outletName,
  pwrOnState,
  customRebootTimeEnabled,
  customRebootTime,
  protection,
}: Sent): OutletChange {
  return {
    ...(outletName !== undefined && { name: outletName }),
    ...(pwrOnState !== undefined && { pwrOnState }),
    ...(customRebootTimeEnabled !== undefined && { customRebootTimeEnabled }),
    ...(customRebootTime !== undefined && { customRebootTime }),
    ...(protection !== undefined && { protection }),
  };
}
