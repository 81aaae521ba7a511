import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { Moment, Whole } from '../../database/columns.js';

/** A token with which PDUs enrol. */
@Entity('enrolment')
export class EnrolmentEntity {
  /** Never given twice. */
  @PrimaryGeneratedColumn()
  id: number;

  /** SHA-256 of the secret part of the token, base64url. */
  @Column('text')
  tokenHash: string;

  @Column('text')
  name: string;

  /** The site of the PDUs that enrol with it. */
  @Column('text')
  site: string;

  /** The number of PDUs that may enrol with it, and of those that have. */
  @Whole()
  uses: number;

  @Whole()
  used: number;

  /** Wall clock, ms. */
  @Moment()
  validUntil: number;

  /** True if a PDU that enrols with it is active at once. */
  @Column('boolean')
  accept: boolean;

  /** Wall clock, ms. */
  @Moment()
  createdAt: number;

  /** Id of the user who made it. */
  @Column('text', { nullable: true })
  maker: string | null;
}

export type Enrolment = Readonly<EnrolmentEntity>;
