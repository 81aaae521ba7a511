import { Injectable } from '@nestjs/common';
import type { Access } from '../../common/access.js';
import { assertMaySwitch, assertMayView } from '../access.js';
import type { Pdu } from './pdu.entity.js';
import { PdusService } from './pdus.service.js';

/** Finds the PDUs of paths for who may see them, see `ResourceExists`. */
@Injectable()
export class VisiblePdus {
  constructor(private readonly pdus: PdusService) {}

  /** Throws PDU_NOT_ALLOWED, for an unknown id too unless the caller manages the fleet, or PDU_UNKNOWN. */
  find(id: string, access: Access): Pdu {
    assertMayView({ access }, { id });
    return this.pdus.find(id);
  }
}

/** Finds the PDUs of paths for who may switch at them. */
@Injectable()
export class SwitchablePdus {
  constructor(private readonly pdus: PdusService) {}

  /** Throws PDU_NOT_ALLOWED, for an unknown id too unless the caller is an administrator, or PDU_UNKNOWN. */
  find(id: string, access: Access): Pdu {
    assertMaySwitch({ access }, { id });
    return this.pdus.find(id);
  }
}
