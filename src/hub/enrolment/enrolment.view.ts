import type { Enrolment } from './enrolment.entity.js';

/** A token with which PDUs enrol, without its secret. */
export class EnrolmentView {
  /** @example 1 */
  id: number;
  /** @example "Row 7" */
  name: string;
  /** @example "berlin" */
  site: string;
  /** The number of PDUs that may enrol with it. @example 10 */
  uses: number;
  /** The number of PDUs that have enrolled with it. @example 2 */
  used: number;
  /** ISO 8601. @example "2026-11-03T08:15:00.000Z" */
  validUntil: string;
  /** True if a PDU that enrols with it is active at once. */
  accept: boolean;
  /** ISO 8601. */
  createdAt: string;
}

/** A new token, which is never shown again. */
export class NewEnrolmentView extends EnrolmentView {
  /** For the variable RACKFEED_HUB_TOKEN of a PDU. @example "an-invented-enrolment-token" */
  token: string;
}

/** A page of tokens. */
export class EnrolmentPageView {
  items: EnrolmentView[];
  /** For `after` of the next page; null on the last one. */
  next: string | null;
}

export const enrolmentView = (enrolment: Enrolment): EnrolmentView => ({
  id: enrolment.id,
  name: enrolment.name,
  site: enrolment.site,
  uses: enrolment.uses,
  used: enrolment.used,
  validUntil: new Date(enrolment.validUntil).toISOString(),
  accept: enrolment.accept,
  createdAt: new Date(enrolment.createdAt).toISOString(),
});
