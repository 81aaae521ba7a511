import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** The end of an event that did not arrive in all attempts. */
export type RetryPolicy = 'SuspendRetries' | 'TerminateAfterRetries' | 'RetryForeverWithBackoff';

/** The conditions on the events of a subscription; an empty list is no condition. */
export interface EventFilters {
  readonly RegistryPrefixes: readonly string[];
  readonly ResourceTypes: readonly string[];
  readonly MessageIds: readonly string[];
  readonly OriginResources: readonly string[];
  readonly Severities: readonly string[];
  readonly ExcludeMessageIds: readonly string[];
  readonly ExcludeRegistryPrefixes: readonly string[];
  readonly SubordinateResources: boolean;
}

/** A subscription to which events are pushed. */
@Entity('redfish_subscription')
export class RedfishSubscriptionEntity {
  @PrimaryGeneratedColumn()
  id: number;

  /** The user whose role says which events it gets. */
  @Column('text')
  maker: string;

  @Column('text')
  destination: string;

  @Column('text')
  context: string;

  @Column('simple-json')
  filters: EventFilters;

  /** Headers of each request as encrypted JSON; null for none. */
  @Column('text', { nullable: true })
  headers: string | null;

  @Column('text')
  retryPolicy: RetryPolicy;

  @Column('boolean')
  verifyCertificate: boolean;

  /** True after all tries of an event have failed, until somebody resumes it. */
  @Column('boolean')
  suspended: boolean;
}
