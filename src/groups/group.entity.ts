import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { Double } from '../database/columns.js';
import type { OutletId } from '../common/ids.js';

/** A list of outlets that are switched together. */
@Entity('outlet_group')
export class GroupEntity {
  /** Never given twice: an entry of the audit log always means the same group. */
  @PrimaryGeneratedColumn()
  id: number;

  @Column('text')
  name: string;

  /** Between two outlets turning on, s. */
  @Double()
  delay: number;

  /** In the order in which they turn on. Names outlets of the model that ran when it was written. */
  @Column('simple-json')
  outlets: readonly OutletId[];

  /** Id of the user who made it; null where nobody did, as in a configuration document. */
  @Column('text', { nullable: true })
  maker: string | null;
}
