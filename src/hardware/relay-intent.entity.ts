import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { OnOff } from '../kernel/units.js';

/** The state that was last asked of a relay, committed before the relay moves; PREV brings it back after a cold start. */
@Entity('relay_intent')
export class RelayIntent {
  /** Outlet id or relay output id. */
  @PrimaryColumn('text')
  relay: string;

  @Column('text')
  state: OnOff;

  /** Wall clock, ms. */
  @Column('integer')
  at: number;
}
