import { Column, Entity } from 'typeorm';
import { Whole } from '../../../database/columns.js';

/** The SNMPv3 engine of this installation; one row. */
@Entity('snmp_engine')
export class SnmpEngineEntity {
  @Whole({ primary: true })
  id: number;

  /** Hexadecimal. */
  @Column('text')
  engineId: string;

  /** Number of starts of the engine since it has this id. */
  @Whole()
  boots: number;
}
