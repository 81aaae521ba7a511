import { Injectable, type OnModuleInit } from '@nestjs/common';
import { parseTargetUrl } from '../../actions/channels/target-url.js';
import type { Cause } from '../../common/cause.js';
import { ConfigSections, Secret, type ConfigSection } from '../../common/configuration/config-sections.js';
import type { CheckedEntry, DocumentCheck } from '../../common/configuration/document-check.js';
import { PRIMARY_ADMIN_ID } from '../../users/user.entity.js';
import { RedfishSubscriptionEntryDto } from './subscription.dto.js';
import type { EventFilters } from './subscription.entity.js';
import { SubscriptionStore, type Subscription } from './subscription.store.js';
import { MAX_SUBSCRIPTIONS, parseHeaders } from './subscription-limits.js';

/** An entry of the configuration document with its defaults written out. */
type SubscriptionEntry = Readonly<Required<RedfishSubscriptionEntryDto>> & {
  /** JSON of the headers of its requests; absent where it has none. */
  readonly headers?: Secret;
};

/** The subscriptions of Redfish in the configuration document. Whether one is suspended is no configuration. */
@Injectable()
export class SubscriptionsConfiguration implements OnModuleInit, ConfigSection<SubscriptionEntry[]> {
  constructor(
    private readonly sections: ConfigSections,
    private readonly store: SubscriptionStore,
  ) {}

  onModuleInit(): void {
    this.sections.add('redfishSubscriptions', this);
  }

  read(): SubscriptionEntry[] {
    return this.store
      .all()
      .map((each) => this.#entryOf(each))
      .sort((a, b) => a.id - b.id);
  }

  async check(given: unknown, check: DocumentCheck): Promise<SubscriptionEntry[]> {
    const entries = await check.entries(RedfishSubscriptionEntryDto, given, 'redfishSubscriptions', MAX_SUBSCRIPTIONS);
    return entries.flatMap((each) => this.#checked(each, check) ?? []).sort((a, b) => a.id - b.id);
  }

  async apply(wanted: SubscriptionEntry[], cause: Cause): Promise<void> {
    await this.store.replaceAll(
      wanted.map((entry) => {
        const known = this.store.get(entry.id);
        if (known && isSame(this.#entryOf(known), entry)) return known;
        const { id, destination, context, retryPolicy, verifyCertificate, owner, headers } = entry;
        return {
          ...{ id, destination, context, retryPolicy, verifyCertificate, suspended: false },
          maker: owner === 0 ? (cause.userId ?? String(PRIMARY_ADMIN_ID)) : String(owner),
          filters: filtersOf(entry),
          headers: headers ? this.store.encrypted(id, headers.text) : null,
        };
      }),
    );
  }

  #checked(
    { entry, path }: CheckedEntry<RedfishSubscriptionEntryDto>,
    check: DocumentCheck,
  ): SubscriptionEntry | undefined {
    const { id, owner = 0 } = entry;
    const known = this.store.get(id);
    const isUser = owner === 0 || owner === PRIMARY_ADMIN_ID || check.isPlanned('users', owner);
    if (!isUser && known?.maker !== String(owner)) check.problem(`${path}.owner`, `No user has the id ${owner}.`);
    const read = parseTargetUrl(entry.destination);
    if ('wrong' in read) {
      check.problem(`${path}.destination`, `The destination is ${read.wrong}.`);
      return undefined;
    }
    const headers = this.#headersOf(entry, path, known, check);
    return { ...withDefaults({ ...entry, destination: read.url.href, owner }), ...(headers && { headers }) };
  }

  /** Stored headers were given for that destination, and are sent to no other. */
  #headersOf(
    { id, destination }: RedfishSubscriptionEntryDto,
    path: string,
    known: Subscription | undefined,
    check: DocumentCheck,
  ): Secret | undefined {
    const carried = check.secret(`redfishSubscriptions.${id}.headers`);
    if (carried !== undefined) {
      if (parseHeaders(carried)) return new Secret(carried);
      check.problem(`${path}.headers`, 'The headers are not the JSON of at most 8 headers with text.');
      return undefined;
    }
    return !check.hasSecrets && known?.destination === destination ? this.#secretOf(known) : undefined;
  }

  #secretOf(subscription: Subscription): Secret | undefined {
    const headers = this.store.headersOf(subscription);
    return Object.keys(headers).length === 0 ? undefined : new Secret(JSON.stringify(headers));
  }

  #entryOf(subscription: Subscription): SubscriptionEntry {
    const { id, destination, context, retryPolicy, verifyCertificate, maker, filters } = subscription;
    const headers = this.#secretOf(subscription);
    return {
      ...{ id, destination, context, retryPolicy, verifyCertificate, owner: Number(maker) },
      registryPrefixes: [...filters.RegistryPrefixes],
      resourceTypes: [...filters.ResourceTypes],
      messageIds: [...filters.MessageIds],
      originResources: [...filters.OriginResources],
      severities: [...filters.Severities],
      excludeMessageIds: [...filters.ExcludeMessageIds],
      excludeRegistryPrefixes: [...filters.ExcludeRegistryPrefixes],
      subordinateResources: filters.SubordinateResources,
      ...(headers && { headers }),
    };
  }
}

const withDefaults = (entry: RedfishSubscriptionEntryDto): SubscriptionEntry => ({
  id: entry.id,
  destination: entry.destination,
  context: entry.context ?? '',
  retryPolicy: entry.retryPolicy ?? 'SuspendRetries',
  verifyCertificate: entry.verifyCertificate ?? true,
  owner: entry.owner ?? 0,
  registryPrefixes: entry.registryPrefixes ?? [],
  resourceTypes: entry.resourceTypes ?? [],
  messageIds: entry.messageIds ?? [],
  originResources: entry.originResources ?? [],
  severities: entry.severities ?? [],
  excludeMessageIds: entry.excludeMessageIds ?? [],
  excludeRegistryPrefixes: entry.excludeRegistryPrefixes ?? [],
  subordinateResources: entry.subordinateResources ?? false,
});

const filtersOf = (entry: SubscriptionEntry): EventFilters => ({
  RegistryPrefixes: entry.registryPrefixes,
  ResourceTypes: entry.resourceTypes,
  MessageIds: entry.messageIds,
  OriginResources: entry.originResources,
  Severities: entry.severities,
  ExcludeMessageIds: entry.excludeMessageIds,
  ExcludeRegistryPrefixes: entry.excludeRegistryPrefixes,
  SubordinateResources: entry.subordinateResources,
});

const isSame = (a: SubscriptionEntry, b: SubscriptionEntry): boolean => plain(a) === plain(b);
const plain = (entry: SubscriptionEntry): string => JSON.stringify({ ...entry, headers: entry.headers?.text });
