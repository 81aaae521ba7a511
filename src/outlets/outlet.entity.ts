import { Column, Entity, PrimaryColumn } from 'typeorm';
import { Whole } from '../database/columns.js';
import type { Consumers, Labels, OutletDevice } from './outlet-details.js';
import type { Protection } from './outlet-protection.js';

/** The state that an outlet takes when the PDU gets power: ON, OFF, or the one that it had before the loss. */
export type PowerOnState = 'ON' | 'OFF' | 'PREV';

/** The settings of an outlet that users have changed; an outlet without a row has the defaults. */
@Entity('outlet')
export class OutletEntity {
  /** Outlet id. */
  @PrimaryColumn('text')
  id: string;

  @Column('text')
  name: string;

  @Column('text')
  pwrOnState: PowerOnState;

  @Column('boolean')
  customRebootTimeEnabled: boolean;

  /** s. */
  @Whole()
  customRebootTime: number;

  /** The protection, which says which commands are refused. */
  @Column('text', { default: 'none' })
  protection: Protection;

  /** The device that is plugged in; null where nobody has said. */
  @Column('simple-json', { nullable: true })
  device: OutletDevice | null;

  /** Null for none. */
  @Column('simple-json', { nullable: true })
  labels: Labels | null;

  /** The devices that the outlet feeds, by their names; null for none. */
  @Column('simple-json', { nullable: true })
  consumers: Consumers | null;
}

/** Number of power-ons of the PDU to which the controller has already reacted. One row. */
@Entity('power_on_count')
export class PowerOnCountEntity {
  @Whole({ primary: true })
  id: number;

  @Whole()
  count: number;
}
