import { words } from '../language/words.js';
import type { Schema } from '../api/client.js';

type Named = Pick<Schema['OutletView'], 'outletName' | 'device'>;

/** The name of an outlet with that of the device behind it, which comes first. */
export const outletTitle = ({ outletName, device }: Named): string =>
  device?.name === undefined ? outletName : words.outlets.titled(device.name, outletName);
