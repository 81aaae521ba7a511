import type { Schema } from '../../api/client.js';

export interface TwinProps {
  readonly twin: Schema['SimulatorView'];
  /** Merges into the twin what a patch of it names. */
  readonly set: (patch: Record<string, unknown>) => void;
}
