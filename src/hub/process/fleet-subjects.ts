import type { Access } from '../../common/access.js';
import { Subjects, type Layout, type NamedOutlet, type PartIds } from '../../kernel/subjects.js';
import { mayKnowId } from '../access.js';
import type { PdusService } from '../pdus/pdus.service.js';

const MODEL = 'hub';
/** A document names a serial number. */
const NO_SERIAL = '0';

/** The PDUs of the fleet, which the roles of a hub name where those of a controller name outlets. */
export class FleetSubjects extends Subjects {
  readonly model = MODEL;
  /** PDUs are deleted, and others enrol. */
  readonly areLasting = false;

  constructor(private readonly pdus: PdusService) {
    super();
  }

  /** A hub has no parts. An id of a PDU means the same everywhere, so no document translates it by its place. */
  get parts(): PartIds {
    const none = { inlets: [], lines: [], banks: [], outlets: [], relayOutputs: [], sensors: [] };
    return { enclosureSerial: NO_SERIAL, ...none };
  }

  get outlets(): readonly NamedOutlet[] {
    return this.pdus.all;
  }

  readonly hasOutlets = true;

  outlet(id: string): NamedOutlet | undefined {
    return this.pdus.get(id);
  }

  mayKnowId(access: Access, id: string): boolean {
    return mayKnowId({ access }, id);
  }

  layoutOf(model: string): Layout | undefined {
    return model === MODEL ? { banks: [], outlets: [] } : undefined;
  }
}
