import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Cause } from '../common/cause.js';
import { ConfigSections, Secret, type ConfigSection } from '../common/configuration/config-sections.js';
import type { CheckedEntry, DocumentCheck } from '../common/configuration/document-check.js';
import { FactoryResets } from '../common/factory-resets.js';
import { LIMITS } from '../common/limits.js';
import { isSigningSecret } from '../common/message-signature.js';
import { assertUrl } from './webhooks.service.js';
import { WebhookEntryDto } from './webhook.dto.js';
import { WebhookEntity } from './webhook.entity.js';
import { UNUSED, WebhookStore, type Webhook } from './webhook.store.js';
import { PRIMARY_ADMIN_ID } from '../users/user.entity.js';

/** An entry of the configuration document with its defaults written out. */
export interface WebhookEntry {
  readonly id: number;
  readonly name: string;
  readonly url: string;
  readonly types: readonly string[];
  readonly enabled: boolean;
  /** Id of the user it belongs to; 0: whoever applies the document. */
  readonly owner: number;
  /** Absent where it is not known. */
  readonly secret?: Secret;
}

/** The webhooks in the configuration document and in a factory reset. */
@Injectable()
export class WebhooksConfiguration implements OnModuleInit, ConfigSection<WebhookEntry[]> {
  constructor(
    private readonly sections: ConfigSections,
    private readonly resets: FactoryResets,
    private readonly store: WebhookStore,
  ) {}

  onModuleInit(): void {
    this.sections.add('webhooks', this);
    this.resets.add('webhooks', { tables: [WebhookEntity], reset: () => this.store.replaceAll([]) });
  }

  read(): WebhookEntry[] {
    return this.store
      .all()
      .map((webhook) => this.#entryOf(webhook))
      .sort((a, b) => a.id - b.id);
  }

  async check(given: unknown, check: DocumentCheck): Promise<WebhookEntry[]> {
    const entries = await check.entries(WebhookEntryDto, given, 'webhooks', LIMITS.webhooks);
    return entries.flatMap((each) => this.#checked(each, check) ?? []).sort((a, b) => a.id - b.id);
  }

  /** A webhook that is as it was keeps what it sends. One without a secret that is known gets none: it fails until one is made. */
  async apply(wanted: WebhookEntry[], cause: Cause): Promise<void> {
    await this.store.replaceAll(
      wanted.map((entry) => {
        const known = this.store.get(entry.id);
        if (known && isSame(this.#entryOf(known), entry)) return known;
        const { id, name, url, types, enabled, owner, secret } = entry;
        const maker = owner === 0 ? (cause.userId ?? null) : String(owner);
        return {
          ...(known ?? UNUSED),
          ...{ id, name, url, types, enabled, maker },
          secret: secret ? this.store.encrypted(id, secret.text) : null,
        };
      }),
    );
  }

  #checked({ entry, path }: CheckedEntry<WebhookEntryDto>, check: DocumentCheck): WebhookEntry | undefined {
    const { id, name, types, enabled = true } = entry;
    const known = this.store.get(id);
    const { owner = Number(known?.maker ?? 0) } = entry;
    const isUser = owner === 0 || owner === PRIMARY_ADMIN_ID || check.isPlanned('users', owner);
    if (!isUser && known?.maker !== String(owner)) check.problem(`${path}.owner`, `No user has the id ${owner}.`);
    const secret = this.#secretOf(entry, path, known, check);
    try {
      return { id, name, url: assertUrl(entry.url), types, enabled, owner, ...(secret && { secret }) };
    } catch (error) {
      check.refuse(path, error);
      return undefined;
    }
  }

  #secretOf({ id, url }: WebhookEntryDto, path: string, known: Webhook | undefined, check: DocumentCheck) {
    const carried = check.secret(`webhooks.${id}.secret`);
    if (carried !== undefined && isSigningSecret(carried)) return new Secret(carried);
    // A stored secret was given to the receiver at that address.
    const stored = !check.hasSecrets && known?.url === url ? this.store.secretsOf(known, Infinity)[0] : undefined;
    if (stored !== undefined) return new Secret(stored);
    check.warn(path, 'The secret is not in the document; the webhook sends nothing until a new one is made for it.');
    return undefined;
  }

  #entryOf(webhook: Webhook): WebhookEntry {
    const { id, name, url, types, enabled, maker } = webhook;
    const [secret] = this.store.secretsOf(webhook, Infinity);
    const owner = maker === null ? 0 : Number(maker);
    return { id, name, url, types, enabled, owner, ...(secret !== undefined && { secret: new Secret(secret) }) };
  }
}

const isSame = (a: WebhookEntry, b: WebhookEntry): boolean => plain(a) === plain(b);
const plain = (entry: WebhookEntry): string => JSON.stringify({ ...entry, secret: entry.secret?.text });
