import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import type { Permissions } from '../common/access.js';

/** A named set of permissions. Role 1, the Administrator, comes with the table and never changes. */
@Entity('role')
export class RoleEntity {
  @PrimaryGeneratedColumn()
  id: number;

  @Index('role_name', { unique: true })
  @Column('text')
  name: string;

  @Column('text')
  description: string;

  /** Outlet lists name outlets of the model that ran when they were written. */
  @Column('simple-json')
  permissions: Permissions;
}
