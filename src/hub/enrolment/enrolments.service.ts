import { Injectable } from '@nestjs/common';
import type { CallerWithAddress } from '../../common/access.js';
import { causeOf } from '../../common/cause.js';
import { Clock, type Millis } from '../../common/clock.js';
import { HubKeysService } from '../authority/hub-keys.service.js';
import { numberOfCursor, pageOf } from '../cursor.js';
import { DEFAULT_LIMIT } from '../page-query.dto.js';
import { newEnrolmentToken } from './enrolment-token.js';
import type { CreateEnrolmentDto, EnrolmentsQueryDto } from './enrolment.dto.js';
import type { Enrolment } from './enrolment.entity.js';
import { EnrolmentStore } from './enrolment.store.js';
import { enrolmentView, type EnrolmentPageView, type NewEnrolmentView } from './enrolment.view.js';

const HOUR: Millis = 60 * 60_000;

/** The tokens with which PDUs enrol, for those who manage the fleet. */
@Injectable()
export class EnrolmentsService {
  constructor(
    private readonly store: EnrolmentStore,
    private readonly keys: HubKeysService,
    private readonly clock: Clock,
  ) {}

  /** Throws ENROLMENT_UNKNOWN. */
  find(id: string): Enrolment {
    return this.store.find(id);
  }

  /** Throws 422 for a cursor that is none. */
  list({ limit = DEFAULT_LIMIT, after }: EnrolmentsQueryDto): EnrolmentPageView {
    const last = numberOfCursor(after) ?? 0;
    const found = this.store.all().filter(({ id }) => id > last);
    const page = found.slice(0, limit);
    return pageOf(page.map(enrolmentView), limit, found.length > limit ? page.at(-1)?.id : undefined);
  }

  /** Throws LIST_FULL or LIST_SHARE_USED. */
  create(
    { site, name = site, uses = 1, hours = 24, accept = false }: CreateEnrolmentDto,
    caller: CallerWithAddress,
  ): Promise<NewEnrolmentView> {
    const { token, tokenHash } = newEnrolmentToken(this.keys.current.fingerprint);
    const createdAt = this.clock.now();
    const draft = { name, site, uses, used: 0, validUntil: createdAt + hours * HOUR, accept, createdAt, tokenHash };
    return this.store.inTransaction(async () => {
      this.store.assertRoomFor(draft, caller);
      return { ...enrolmentView(await this.store.create(draft, causeOf(caller))), token };
    });
  }

  /** PDUs that have enrolled with it stay as they are. Throws ENROLMENT_UNKNOWN. */
  async remove(id: string, caller: CallerWithAddress): Promise<Record<string, never>> {
    await this.store.inTransaction(async () => this.store.remove(this.store.find(id), causeOf(caller)));
    return {};
  }
}
