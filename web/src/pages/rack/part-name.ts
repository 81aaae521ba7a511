import { inletName } from '../../components/inlet-name.js';
import type { PowerNode } from '../../components/power-tree.js';
import { live } from '../../live/live.js';

/** The name of a part on the way of the power: that of the device at an outlet, "L1" for a line, "A: …" for an inlet. */
export function partName({ id, kind, name, deviceName }: PowerNode): string {
  if (kind === 'line') return id.split('-')[0] ?? name;
  if (kind === 'inlet') return live.get('inlets', id) ? inletName(live, id) : name;
  return deviceName ?? name;
}
