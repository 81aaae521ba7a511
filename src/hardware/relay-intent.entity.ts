import { Column, Entity, PrimaryColumn } from 'typeorm';
import { Moment } from '../database/columns.js';
import type { Cause } from '../common/cause.js';
import type { OnOff } from '../common/units.js';

/** The state last requested of a relay, committed before the relay moves; PREV restores it after a cold start if the relay followed. */
@Entity('relay_intent')
export class RelayIntentEntity {
  /** Outlet id or relay output id. */
  @PrimaryColumn('text')
  relay: string;

  @Column('text')
  state: OnOff;

  /** Wall clock of the request, ms. */
  @Moment()
  at: number;

  /** Kind and name of the cause; null for a row from before causes were stored. */
  @Column('text', { nullable: true })
  via: Cause['kind'] | null;

  @Column('text', { nullable: true })
  who: string | null;

  /** The state before the command, where the relay is not known to have followed it; null where it has. */
  @Column('text', { nullable: true })
  confirmed: OnOff | null;
}
