import type { TLSSocket } from 'node:tls';
import { Injectable } from '@nestjs/common';
import { AuditLogService } from '../../../audit/audit-log.service.js';
import { Db } from '../../../database/db.js';
import type { Cause } from '../../../common/cause.js';
import { Clock } from '../../../common/clock.js';
import { PeerPinEntity } from './peer-pin.entity.js';

const CAUSE: Cause = { kind: 'system', who: 'peer' };

/** The pinned certificates of other PDUs. They are self-signed, so the first one seen is the only one accepted. */
@Injectable()
export class PeerPinsService {
  constructor(
    private readonly db: Db,
    private readonly audit: AuditLogService,
    private readonly clock: Clock,
  ) {}

  /** True if this PDU has ever been reached over TLS. */
  async has(peer: string): Promise<boolean> {
    return (await this.db.read.countBy(PeerPinEntity, { peer })) > 0;
  }

  /** Resolves with what is wrong with a peer's certificate; takes the first one for good. */
  async accepts(peer: string, socket: TLSSocket): Promise<string | undefined> {
    if (socket.authorized) return undefined;
    const { fingerprint256: fingerprint } = socket.getPeerCertificate() as { readonly fingerprint256?: string };
    if (fingerprint === undefined) return 'it showed no certificate';
    const pinned = await this.#pinnedOr(peer, fingerprint);
    return pinned === fingerprint ? undefined : 'its certificate is not the one it had before';
  }

  /** The peer may show another certificate next time: its owner has said that it changed. */
  async forget(peer: string, cause: Cause): Promise<void> {
    await this.db.transaction(async (entities) => {
      const { affected } = await entities.delete(PeerPinEntity, { peer });
      if (affected) await this.audit.record({ kind: 'peer.forget', object: `peer:${peer}`, cause });
    });
  }

  /** Every peer may show another certificate next time. Joins the running unit of work. */
  async deleteAll(): Promise<void> {
    await this.db.transaction((entities) => entities.clear(PeerPinEntity));
  }

  /** The stored fingerprint; if there is none, this one is stored. */
  #pinnedOr(peer: string, fingerprint: string): Promise<string> {
    return this.db.transaction(async (entities) => {
      const known = await entities.findOneBy(PeerPinEntity, { peer });
      if (known) return known.fingerprint;
      await entities.insert(PeerPinEntity, { peer, fingerprint, pinnedAt: this.clock.now() });
      await this.audit.record({ kind: 'peer.pin', object: `peer:${peer}`, cause: CAUSE, after: { fingerprint } });
      return fingerprint;
    });
  }
}
