import { Injectable } from '@nestjs/common';
import { causeOf } from '../../common/cause.js';
import { ApiError } from '../../common/errors.js';
import { parseTargetUrl } from '../../actions/channels/target-url.js';
import { SettingsStore } from '../../settings/settings.store.js';
import { EventHub } from '../events/event-hub.js';
import { EVENT_MESSAGES, TEST_MESSAGE, type EventMessageId } from '../events/event-messages.js';
import { RETRY_ATTEMPTS } from '../events/retry-schedule.js';
import { isMessage, NO_FILTERS } from '../events/event-record.js';
import { EventStreams, type EventStream } from '../events/event-stream.service.js';
import type { EventFilters } from '../events/subscription.entity.js';
import { SubscriptionStore, type Subscription } from '../events/subscription.store.js';
import {
  FILTER_LISTS,
  isHeader,
  MAX_CONTEXT,
  MAX_DESTINATION,
  MAX_FILTER,
  MAX_HEADERS,
  MAX_SUBSCRIPTIONS,
  REGISTRY_PREFIXES,
  RESOURCE_TYPES,
  RETRY_POLICIES,
  SEVERITIES,
} from '../events/subscription-limits.js';
import { requireMembers } from '../protocol/parameters.js';
import {
  collection,
  link,
  ROOT,
  type Action,
  type Call,
  type Created,
  type Json,
  type Parameter,
  type Place,
  type Provider,
  type ResourceProviders,
} from '../protocol/provider.js';
import { baseMessage, RedfishError } from '../protocol/redfish-error.js';
import {
  flagValue,
  integerValue,
  patchedArray,
  textValue,
  wordValue,
  wrongValue,
  writable,
} from '../protocol/writable.js';
import { ENABLED, need, unknown } from './common.js';

const SERVICE = '/EventService';
const SUBSCRIPTIONS = `${SERVICE}/Subscriptions`;
const CONTEXT = textValue({ max: MAX_CONTEXT });
const POLICY = wordValue(Object.fromEntries(RETRY_POLICIES.map((policy) => [policy, policy])));

const TEST_PARAMETERS: Readonly<Record<string, Parameter>> = {
  MessageId: { type: 'string' },
  EventId: { type: 'string' },
  EventTimestamp: { type: 'string' },
  EventType: { type: 'string' },
  EventGroupId: { type: 'number' },
  Message: { type: 'string' },
  MessageArgs: { type: 'array' },
  MessageSeverity: { type: 'string', oneOf: SEVERITIES },
  Severity: { type: 'string' },
  OriginOfCondition: { type: 'string' },
};

/** The event service: what is sent, to whom, and tests of it. */
@Injectable()
export class EventResource implements ResourceProviders {
  readonly providers: readonly Provider[];

  constructor(
    private readonly store: SubscriptionStore,
    private readonly streams: EventStreams,
    private readonly hub: EventHub,
    private readonly settings: SettingsStore,
  ) {
    this.providers = [
      {
        uri: SERVICE,
        type: 'EventService',
        get: () => this.#service(),
        patch: {
          members: {
            DeliveryRetryIntervalSeconds: writable('redfishRetryInterval', integerValue({ min: 5, max: 3600 })),
          },
          apply: async (call, change) => {
            need(call, 'modifyNetworkSettings');
            await settings.changeAsClient(change, call.caller);
          },
        },
        actions: {
          'EventService.SubmitTestEvent': {
            parameters: TEST_PARAMETERS,
            run: async (call, parameters) => this.#test(call, parameters),
          },
          'EventService.TestEventSubscription': {
            parameters: {},
            run: async (call) => this.#test(call, {}),
          },
        },
      },
      {
        uri: SUBSCRIPTIONS,
        type: 'EventDestinationCollection',
        get: (call) =>
          collection('Event Subscriptions', [
            ...store.all().flatMap((each) => (maySee(call, each) ? [`${SUBSCRIPTIONS}/${each.id}`] : [])),
            ...streams.all.flatMap((each) => (maySeeStream(call, each) ? [`${SUBSCRIPTIONS}/${each.id}`] : [])),
          ]),
        create: (call, body) => this.#create(call, body),
      },
      {
        uri: `${SUBSCRIPTIONS}/{subscription}`,
        type: 'EventDestination',
        get: (call) => {
          const found = this.#find(call);
          return isStream(found) ? showStream(found) : show(found);
        },
        patch: {
          members: {
            Context: writable('context', CONTEXT),
            DeliveryRetryPolicy: writable('retryPolicy', POLICY),
            VerifyCertificate: writable('verifyCertificate', flagValue),
          },
          apply: async (call, change) => {
            const found = this.#find(call);
            if (isStream(found)) throw RedfishError.of(400, 'PropertyNotWritable', [Object.keys(change)[0] ?? '']);
            need(call, 'modifyNetworkSettings');
            await store.change(found, change, causeOf(call.caller));
          },
        },
        remove: async (call) => {
          const found = this.#find(call);
          if (isStream(found)) {
            streams.end(found.id);
            return;
          }
          need(call, 'modifyNetworkSettings');
          await store.remove(found, causeOf(call.caller));
        },
        actions: {
          'EventDestination.ResumeSubscription': this.#suspending(false),
          'EventDestination.SuspendSubscription': this.#suspending(true),
        },
      },
    ];
  }

  #service(): Json {
    return {
      Id: 'EventService',
      Name: 'Event Service',
      ServiceEnabled: true,
      EventFormatTypes: ['Event'],
      RegistryPrefixes: REGISTRY_PREFIXES,
      ResourceTypes: RESOURCE_TYPES,
      SubordinateResourcesSupported: true,
      ExcludeMessageId: true,
      ExcludeRegistryPrefix: true,
      IncludeOriginOfConditionSupported: false,
      Severities: SEVERITIES,
      DeliveryRetryAttempts: RETRY_ATTEMPTS,
      DeliveryRetryIntervalSeconds: this.settings.get('redfishRetryInterval'),
      ServerSentEventUri: `${ROOT}${SERVICE}/SSE`,
      SSEFilterPropertiesSupported: {
        RegistryPrefix: true,
        ResourceType: true,
        MessageId: true,
        OriginResource: true,
        EventFormatType: true,
      },
      Subscriptions: link(SUBSCRIPTIONS),
      Status: ENABLED,
    };
  }

  /** An action that suspends a subscription, or resumes it; a stream is neither. */
  #suspending(suspended: boolean): Action {
    return {
      parameters: {},
      fits: (call) => !isStream(this.#find(call)),
      run: async (call) => {
        const found = this.#find(call);
        if (isStream(found)) return;
        need(call, 'modifyNetworkSettings');
        if (found.suspended !== suspended) await this.store.change(found, { suspended }, causeOf(call.caller));
      },
    };
  }

  #find(call: Call): Subscription | EventStream {
    const id = call.params['subscription'] ?? '';
    const stream = this.streams.get(id);
    const subscription = /^[1-9]\d{0,14}$/.test(id) ? this.store.get(Number(id)) : undefined;
    if (stream && maySeeStream(call, stream)) return stream;
    if (subscription && maySee(call, subscription)) return subscription;
    if (stream ?? subscription) throw new ApiError('NOT_ALLOWED', 'viewNetworkSettings');
    throw unknown();
  }

  async #create(call: Call, body: Json): Promise<Created> {
    need(call, 'modifyNetworkSettings');
    requireMembers(body, 'Destination', 'Protocol');
    const at = (name: string): Place => ({ name, pointer: `/${name}` });
    wordValue({ Redfish: true })(body['Protocol'], at('Protocol'));
    if (body['SubscriptionType'] !== undefined) {
      wordValue({ RedfishEvent: true })(body['SubscriptionType'], at('SubscriptionType'));
    }
    const destination = textValue({ min: 1, max: MAX_DESTINATION })(body['Destination'], at('Destination'));
    const read = /^https?:\/\//i.test(destination)
      ? parseTargetUrl(destination)
      : { wrong: 'not an http or https URL' };
    if ('wrong' in read) {
      throw wrongValue('PropertyValueFormatError', destination, at('Destination'), `The destination is ${read.wrong}.`);
    }
    const context = body['Context'] === undefined ? '' : CONTEXT(body['Context'], at('Context'));
    const policy = body['DeliveryRetryPolicy'];
    const verify = body['VerifyCertificate'];
    const headers = body['HttpHeaders'] === undefined ? undefined : headersOf(body['HttpHeaders'], at('HttpHeaders'));
    const filters = filtersOf(body);
    if (this.store.all().length >= MAX_SUBSCRIPTIONS) throw RedfishError.of(400, 'CreateLimitReachedForResource');
    const draft = {
      maker: call.caller.userId,
      destination: read.url.href,
      context,
      filters,
      retryPolicy: policy === undefined ? 'SuspendRetries' : POLICY(policy, at('DeliveryRetryPolicy')),
      verifyCertificate: verify === undefined ? true : flagValue(verify, at('VerifyCertificate')),
      suspended: false,
    } as const;
    const id = await this.store.create(draft, headers, causeOf(call.caller));
    return { uri: `${ROOT}${SUBSCRIPTIONS}/${id}` };
  }

  /** Sends an event as if it had happened: to all subscriptions, as their filters and roles say. */
  #test(call: Call, given: Json): undefined {
    need(call, 'modifyNetworkSettings');
    const wanted = (given['MessageId'] as string | undefined) ?? TEST_MESSAGE;
    const message = (Object.keys(EVENT_MESSAGES) as EventMessageId[]).find((id) => isMessage(wanted, id));
    if (message === undefined) {
      const args = [wanted.slice(0, 100), 'MessageId', 'EventService.SubmitTestEvent'];
      throw new RedfishError(400, baseMessage('ActionParameterValueNotInList', args, { related: ['/MessageId'] }));
    }
    const args = ((given['MessageArgs'] as unknown[] | undefined) ?? [])
      .slice(0, 10)
      .map((arg) => String(arg).slice(0, 200));
    this.hub.publish({
      message,
      args,
      needs: [],
      ...textMember(given, 'EventId', 'eventId'),
      ...textMember(given, 'Message', 'text'),
      ...textMember(given, 'MessageSeverity', 'severity'),
      ...textMember(given, 'OriginOfCondition', 'origin'),
    });
    return undefined;
  }
}

const textMember = (given: Json, from: string, to: string): Record<string, string> =>
  typeof given[from] === 'string' ? { [to]: given[from].slice(0, 500) } : {};

const maySee = ({ caller }: Call, { maker }: Subscription): boolean =>
  caller.userId === maker || caller.access.can('viewNetworkSettings');
const maySeeStream = ({ caller }: Call, stream: EventStream): boolean =>
  caller.userId === stream.caller.userId || caller.access.can('viewNetworkSettings');

const isStream = (found: Subscription | EventStream): found is EventStream => 'response' in found;

const shown = ({ OriginResources: origins, ...lists }: EventFilters): Json => ({
  RegistryPrefixes: lists.RegistryPrefixes,
  ResourceTypes: lists.ResourceTypes,
  MessageIds: lists.MessageIds,
  OriginResources: origins.map((uri) => ({ '@odata.id': uri })),
  SubordinateResources: lists.SubordinateResources,
  Severities: lists.Severities,
  ExcludeMessageIds: lists.ExcludeMessageIds,
  ExcludeRegistryPrefixes: lists.ExcludeRegistryPrefixes,
});

const show = (subscription: Subscription): Json => ({
  Id: String(subscription.id),
  Name: `Event Subscription ${subscription.id}`,
  Destination: subscription.destination,
  Protocol: 'Redfish',
  SubscriptionType: 'RedfishEvent',
  EventFormatType: 'Event',
  Context: subscription.context === '' ? null : subscription.context,
  ...shown(subscription.filters),
  HttpHeaders: [],
  DeliveryRetryPolicy: subscription.retryPolicy,
  VerifyCertificate: subscription.verifyCertificate,
  Status: subscription.suspended ? { State: 'Disabled', Health: 'Warning' } : ENABLED,
});

const showStream = ({ id, context, filters }: EventStream): Json => ({
  Id: id,
  Name: `Event Stream ${id}`,
  Protocol: 'Redfish',
  SubscriptionType: 'SSE',
  EventFormatType: 'Event',
  Context: context,
  ...shown(filters),
  Status: ENABLED,
});

function filtersOf(body: Json): EventFilters {
  const filters: Record<string, unknown> = { ...NO_FILTERS };
  for (const [name, words] of Object.entries(FILTER_LISTS)) {
    if (body[name] === undefined) continue;
    const place = { name, pointer: `/${name}` };
    const read = patchedArray<string>(body[name], [], place, MAX_FILTER.entries, (value, at) => {
      const text = textValue({ min: 1, max: MAX_FILTER.length })(name === ORIGINS ? uriOf(value) : value, at);
      if (words && !words.includes(text)) throw wrongValue('PropertyValueNotInList', value, at);
      return text;
    });
    filters[name] = [...new Set(read)];
  }
  const { SubordinateResources: below } = body;
  if (below !== undefined) {
    const at = { name: 'SubordinateResources', pointer: '/SubordinateResources' };
    filters['SubordinateResources'] = flagValue(below, at);
  }
  return filters as unknown as EventFilters;
}

/** The one list of references. */
const ORIGINS = 'OriginResources';
const uriOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null ? (value as Json)['@odata.id'] : undefined;

/** Headers of requests by name, from a list of objects with one header each. */
function headersOf(given: unknown, at: Place): Record<string, string> {
  const headers: Record<string, string> = {};
  patchedArray<string>(given, [], at, MAX_HEADERS, (value, here) => {
    const entries = typeof value === 'object' && value !== null ? Object.entries(value) : [];
    for (const [name, text] of entries) {
      if (!isHeader(name, text)) {
        throw wrongValue('PropertyValueFormatError', name, here, 'Send {"<header>": "<text>"} with printable ASCII.');
      }
      headers[name] = text;
    }
    return '';
  });
  if (Object.keys(headers).length > MAX_HEADERS) {
    throw wrongValue('PropertyValueOutOfRange', given, at, `Send at most ${MAX_HEADERS} headers.`);
  }
  return headers;
}
