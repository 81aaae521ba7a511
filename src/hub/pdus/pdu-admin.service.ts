import { Injectable } from '@nestjs/common';
import type { CallerWithAddress } from '../../common/access.js';
import { causeOf } from '../../common/cause.js';
import { ApiError } from '../../common/errors.js';
import { mayView } from '../access.js';
import { numberOfCursor, pageOf } from '../cursor.js';
import { DEFAULT_LIMIT } from '../page-query.dto.js';
import { PduDeletion } from './pdu-deletion.js';
import { PduFacts } from './pdu-facts.js';
import type { PdusQueryDto } from './pdu.dto.js';
import type { Pdu } from './pdu.entity.js';
import { PduStore } from './pdu.store.js';
import { pduView, type PduPageView, type PduView } from './pdu.view.js';
import { PdusService } from './pdus.service.js';

/** The PDUs for those who read them and those who manage them. */
@Injectable()
export class PduAdminService {
  constructor(
    private readonly pdus: PdusService,
    private readonly store: PduStore,
    private readonly facts: PduFacts,
    private readonly deletion: PduDeletion,
  ) {}

  /** Those that the caller may see and that match, in the order of enrolment. Throws 422 for a cursor that is none. */
  list({ limit = DEFAULT_LIMIT, after, ...filter }: PdusQueryDto, caller: CallerWithAddress): PduPageView {
    const last = numberOfCursor(after) ?? 0;
    const found = this.pdus.all.filter((pdu) => pdu.no > last && mayView(caller, pdu) && matches(pdu, filter));
    const page = found.slice(0, limit);
    const views = page.map((pdu) => this.#view(pdu));
    return pageOf(views, limit, found.length > limit ? page.at(-1)?.no : undefined);
  }

  read(pdu: Pdu): PduView {
    return this.#view(pdu);
  }

  /** Throws PDU_UNKNOWN. */
  rename(id: string, name: string, caller: CallerWithAddress): Promise<PduView> {
    return this.#change(id, { name }, 'change', caller);
  }

  /** Throws PDU_UNKNOWN or PDU_REVOKED. */
  accept(id: string, caller: CallerWithAddress): Promise<PduView> {
    return this.#change(id, { state: 'active' }, 'accept', caller);
  }

  /** Ends its connection at once, and for ever. Throws PDU_UNKNOWN. */
  revoke(id: string, caller: CallerWithAddress): Promise<PduView> {
    return this.#change(id, { state: 'revoked' }, 'revoke', caller);
  }

  /** Throws PDU_UNKNOWN, PDU_NOT_REVOKED or PDU_COMMANDS_OPEN. */
  async delete(id: string, caller: CallerWithAddress): Promise<Record<string, never>> {
    await this.deletion.delete(id, causeOf(caller));
    return {};
  }

  /** Decides by the row of the transaction: two users may do this at once. */
  #change(
    id: string,
    members: Partial<Pick<Pdu, 'name' | 'state'>>,
    verb: string,
    caller: CallerWithAddress,
  ): Promise<PduView> {
    return this.store.inTransaction(async () => {
      const before = this.pdus.find(id);
      if (members.state === 'active' && before.state === 'revoked') throw new ApiError('PDU_REVOKED');
      return this.#view(await this.store.change(before, members, verb, causeOf(caller)));
    });
  }

  #view(pdu: Pdu): PduView {
    return pduView(pdu, this.facts.of(pdu));
  }
}

function matches(pdu: Pdu, { q, site, state }: Pick<PdusQueryDto, 'q' | 'site' | 'state'>): boolean {
  if ((site !== undefined && pdu.site !== site) || (state !== undefined && pdu.state !== state)) return false;
  const wanted = q?.toLowerCase() ?? '';
  return [pdu.name, pdu.serial, pdu.model, pdu.site, pdu.id].some((text) => text.toLowerCase().includes(wanted));
}
