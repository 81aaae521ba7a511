import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The SNMPv3 engine of this installation; one row. */
@Entity('snmp_engine')
export class SnmpEngineEntity {
  @PrimaryColumn('integer')
  id: number;

  /** Hexadecimal. */
  @Column('text')
  engineId: string;

  /** Number of starts of the engine since it has this id. */
  @Column('integer')
  boots: number;
}
