import { ApiProperty } from '@nestjs/swagger';
import { SECTIONS, type SectionName } from '../common/configuration/config-sections.js';
import { ConfigHardware } from './config-hardware.dto.js';
import { ConfigChange } from './change.view.js';
import { EncryptedSecrets } from './encrypted-secrets.dto.js';

/** The form of the document; another one gets another number. */
export const FORMAT = 1;
export const PRODUCT = 'Rackfeed';

const section = (name: SectionName) => (name === 'settings' ? MAP : LIST);
const MAP = { type: 'object' as const, additionalProperties: true };
const LIST = { type: 'array' as const, items: { type: 'object' as const, additionalProperties: true } };

/** Everything that an operator has set. State is no part of it. */
export class ConfigDocument {
  /** 1. */
  format: number;
  /** "Rackfeed". */
  product: string;
  /** The model of PDU that it comes from. */
  model: string;
  /** The parts of the PDU that it comes from; without them, what the ids themselves tell is used. */
  hardware?: ConfigHardware;
  /** Version of the controller that made it. */
  version?: string;
  /** ISO 8601. Only in a full backup: what is written without secrets is the same as long as nothing is changed. */
  exportedAt?: string;
  /**
   * A section that is there is the whole truth of its part, and what it leaves out has its default. A section that is
   * absent changes nothing.
   */
  @ApiProperty({
    type: 'object',
    additionalProperties: false,
    properties: Object.fromEntries(SECTIONS.map((name) => [name, section(name)])),
  })
  sections: Partial<Record<SectionName, unknown>>;
  /** Paths of the secrets that are set and that this document does not carry. */
  secretsLeftOut?: string[];
  /** Only where a passphrase was given. */
  secrets?: EncryptedSecrets;
  /** Only in what is sent: opens the secrets. */
  passphrase?: string;
}

/** Something to know about a plan. */
export class ConfigWarning {
  /** Where in the document: `actions.3.params.1`. */
  path: string;
  message: string;
}

/** What applying a document changes. */
export class ConfigPlan {
  /** True when it was done. */
  applied: boolean;
  /** In the order of the document; empty when it says what is so already. */
  changes: ConfigChange[];
  /** What is left out, and what must be done by hand afterwards. */
  warnings: ConfigWarning[];
}
