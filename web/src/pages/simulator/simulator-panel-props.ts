import type { Schema } from '../../api/client.js';

export interface SimulatorPanelProps {
  readonly simulator: Schema['SimulatorView'];
  /** Merges a patch into the state of the simulator. */
  readonly set: (patch: Record<string, unknown>) => void;
}
