import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The name that a user gave a bank; a bank without a row has its default name. */
@Entity('bank_name')
export class BankNameEntity {
  /** Bank id. */
  @PrimaryColumn('text')
  id: string;

  @Column('text')
  name: string;
}
