import type { JsonObject } from '../common/body.js';
import { SECTIONS, type SectionName } from '../common/configuration/config-sections.js';
import { DocumentCheck } from '../common/configuration/document-check.js';
import { ApiError } from '../common/errors.js';
import { ConfigHardware, EncryptedSecrets } from './config-document.dto.js';
import { FORMAT, PRODUCT } from './config-document.view.js';

const MEMBERS = [
  'format',
  'product',
  'model',
  'hardware',
  'version',
  'exportedAt',
  'sections',
  'secretsLeftOut',
  'secrets',
  'passphrase',
];

/** A document with a valid structure. */
export interface CheckedDocument {
  readonly model: string;
  /** Absent in a document of an earlier version. */
  readonly hardware: ConfigHardware | undefined;
  readonly sections: ReadonlyMap<SectionName, unknown>;
  readonly encrypted: EncryptedSecrets | undefined;
  readonly passphrase: string | undefined;
}

/** Checks the structure of a document. Throws a validation error with the path of every problem. */
export async function readDocument(sent: JsonObject): Promise<CheckedDocument> {
  const check = new DocumentCheck(false, undefined);
  const { format, product, model, hardware, sections, secrets, passphrase } = sent;
  for (const name of Object.keys(sent)) {
    if (!MEMBERS.includes(name)) check.problem(name, `A document has no member "${name}".`);
  }
  if (format !== FORMAT) check.problem('format', `format must be ${FORMAT}.`);
  if (product !== PRODUCT) check.problem('product', `product must be "${PRODUCT}".`);
  if (typeof model !== 'string') check.problem('model', 'model must be the name of a model of PDU.');
  if (passphrase !== undefined && typeof passphrase !== 'string') {
    check.problem('passphrase', 'passphrase must be text.');
  }
  const named = sectionsOf(sections, check);
  const encrypted = secrets === undefined ? undefined : await check.object(EncryptedSecrets, secrets, 'secrets');
  const origin = hardware === undefined ? undefined : await check.object(ConfigHardware, hardware, 'hardware');
  if (check.problems.length > 0) throw ApiError.validation(check.problems);
  return {
    model: String(model),
    hardware: origin,
    sections: named,
    encrypted,
    passphrase: passphrase as string | undefined,
  };
}

function sectionsOf(sections: unknown, check: DocumentCheck): Map<SectionName, unknown> {
  if (typeof sections !== 'object' || sections === null || Array.isArray(sections)) {
    check.problem('sections', 'sections must be an object.');
    return new Map();
  }
  const named = new Map<SectionName, unknown>();
  for (const [name, content] of Object.entries(sections)) {
    const known = SECTIONS.find((section) => section === name);
    if (known) named.set(known, content);
    else check.problem(`sections.${name}`, `There is no section "${name}".`);
  }
  return named;
}
