import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** Something that events make the controller do. */
@Entity('action')
export class ActionEntity {
  /** Never given twice: an entry of the audit log always means the same action. */
  @PrimaryGeneratedColumn()
  id: number;

  @Column('text')
  name: string;

  @Column('boolean')
  enabled: boolean;

  /** Code of the catalogue. */
  @Column('integer')
  code: number;

  /** Three texts, unused ones empty; secrets encrypted. */
  @Column('simple-json')
  params: readonly string[];

  /** Id of the user who made it; null where nobody did, as in a configuration document. */
  @Column('text', { nullable: true })
  maker: string | null;
}
