import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ofRoles } from '../common/api-of-roles.js';
import { rolesOfSection, SECTIONS, type SectionName } from '../common/configuration/config-sections.js';
import { ConfigHardware, EncryptedSecrets } from './config-document.dto.js';

/** The schema of a change: a setting is a plain value, everything else an object of members. */
const ANY = { oneOf: ['string', 'number', 'boolean', 'object'].map((type) => ({ type })) };

/** One difference between the present configuration and a document. Secrets show as dashes. */
export class ConfigChange {
  /** @example "changed" */
  kind: 'created' | 'changed' | 'removed';
  /** Section and id, or section and key: `groups.1`, `settings.deviceName`. @example "outlets.1-1200578" */
  path: string;
  /**
   * The present value: all of an object that is removed, else the members that change.
   * @example {"outletName": "Outlet 1"}
   */
  @ApiPropertyOptional(ANY)
  before?: unknown;
  /**
   * The new value: all of an object that is created, else the members that change.
   * @example {"outletName": "db-master"}
   */
  @ApiPropertyOptional(ANY)
  after?: unknown;
}

/** Number of the document's format. */
export const FORMAT = 1;
export const PRODUCT = 'Rackfeed';

const section = (name: SectionName) => ({ ...(name === 'settings' ? MAP : LIST), ...ofRoles(rolesOfSection(name)) });
const MAP = { type: 'object' as const, additionalProperties: true };
const LIST = { type: 'array' as const, items: { type: 'object' as const, additionalProperties: true } };

/** Everything that an operator has configured. It does not include state. */
export class ConfigDocument {
  /** Format of the document: 1. @example 1 */
  format: number;
  /** Name of the product: "Rackfeed". @example "Rackfeed" */
  product: string;
  /** The model of the PDU that it is from; `hub` for one of a hub. @example "single-phase-16" */
  model: string;
  /** The parts of the PDU that it is from; without them, places are derived from the ids. */
  hardware?: ConfigHardware;
  /** Version of the controller that made it. @example "0.1.0" */
  version?: string;
  /** Time of the export, ISO 8601. Only in a full backup: a document without secrets stays equal until a change. */
  exportedAt?: string;
  /**
   * A section replaces its whole part of the configuration; members that it leaves out have their defaults. An absent
   * section changes nothing, and PDUs that the section `pdus` of a hub leaves out keep their names.
   */
  @ApiProperty({
    type: 'object',
    additionalProperties: false,
    properties: Object.fromEntries(SECTIONS.map((name) => [name, section(name)])),
    example: { settings: { deviceName: 'Rack 7 left' } },
  })
  sections: Partial<Record<SectionName, unknown>>;
  /** Paths of the secrets that are set but not in this document. */
  secretsLeftOut?: string[];
  /** The encrypted secrets, if a passphrase was given. */
  secrets?: EncryptedSecrets;
  /** Only in requests: decrypts the secrets. */
  passphrase?: string;
}

/** A warning about a plan. */
export class ConfigWarning {
  /** Path in the document, such as `actions.3.params.1`. @example "settings.smtpPassword" */
  path: string;
  /** @example "The mail password is not in the document; set it afterwards." */
  message: string;
}

/** The changes of applying a document. */
export class ConfigPlan {
  /** True when the document was applied. @example false */
  applied: boolean;
  /** The changes in the order of the document; empty when it is equal to the present configuration. */
  changes: ConfigChange[];
  /** Warnings about omitted parts and about steps to take by hand afterwards. */
  warnings: ConfigWarning[];
}

/** The result of a factory reset. */
export class ConfigResetView {
  /** Source of the built-in administrator's password: the environment, or the console where it was printed. */
  adminPassword: 'environment' | 'console';
}
