import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Cause } from '../common/cause.js';
import type { OnOff } from '../common/units.js';

/** The state that was last asked of a relay, committed before the relay moves; PREV brings it back after a cold start. */
@Entity('relay_intent')
export class RelayIntentEntity {
  /** Outlet id or relay output id. */
  @PrimaryColumn('text')
  relay: string;

  @Column('text')
  state: OnOff;

  /** Wall clock, ms. */
  @Column('integer')
  at: number;

  /** Kind and name of the cause; null for what was asked before this was kept. */
  @Column('text', { nullable: true })
  via: Cause['kind'] | null;

  @Column('text', { nullable: true })
  who: string | null;
}
