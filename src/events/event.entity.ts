import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** A trigger, and the actions that it runs. */
@Entity('event')
export class EventEntity {
  /** Never given twice: an entry of the audit log always means the same event. */
  @PrimaryGeneratedColumn()
  id: number;

  @Column('text')
  name: string;

  @Column('boolean')
  enabled: boolean;

  @Column('integer')
  code: number;

  /** Three, checked when they were written; unused ones are empty. */
  @Column('simple-json')
  params: readonly string[];

  /** Action ids in the order in which they run. */
  @Column('simple-json')
  actions: readonly number[];

  /** Id of the user who made or last changed it; null where nobody did, as in a configuration document. */
  @Column('text', { nullable: true })
  maker: string | null;
}
