import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Protection } from './outlet-protection.js';

/** What an outlet does when the PDU gets power: a state, or the one it had before the loss. */
export type PowerOnState = 'ON' | 'OFF' | 'PREV';

/** What a user has set for an outlet; an outlet without a row has the defaults. */
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
  @Column('integer')
  customRebootTime: number;

  /** Which commands are refused. */
  @Column('text', { default: 'none' })
  protection: Protection;
}
