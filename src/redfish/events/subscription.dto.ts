import { IsFlag, IsNumeric, IsOf, IsText, IsWord, Optional } from '../../common/dto-decorators.js';
import { listOf, oneOf, text } from '../../common/values.js';
import type { RetryPolicy } from './subscription.entity.js';
import { FILTER_LISTS, MAX_CONTEXT, MAX_DESTINATION, MAX_FILTER, RETRY_POLICIES } from './subscription-limits.js';

const IsEntryId = () => IsNumeric({ min: 1, max: 999_999_999, integer: true });
const { entries: max, length } = MAX_FILTER;

/** A list by which events are chosen. */
function IsFilter(name: keyof typeof FILTER_LISTS): PropertyDecorator {
  const words = FILTER_LISTS[name];
  const kind = words ? oneOf(...words) : text({ max: length });
  const items = words ? { type: 'string', enum: [...words] } : { type: 'string', maxLength: length };
  return IsOf(listOf(`a list of at most ${max} different texts`, kind, { max, different: true }), {
    type: 'array',
    items,
    maxItems: max,
  } as object);
}

/** A subscription of Redfish in the configuration document: only events that fit every list are sent; an empty one fits all. */
export class RedfishSubscriptionEntryDto {
  @IsEntryId()
  id: number;

  /** An http or https URL without a user name and password. */
  @IsText({ max: MAX_DESTINATION })
  destination: string;

  /** A text of the subscriber that each message contains. */
  @Optional()
  @IsText({ min: 0, max: MAX_CONTEXT })
  context?: string;

  /** The end of an event that did not arrive in three attempts. */
  @Optional()
  @IsWord(...RETRY_POLICIES)
  retryPolicy?: RetryPolicy;

  /** False: any certificate of the subscriber is accepted. */
  @Optional()
  @IsFlag()
  verifyCertificate?: boolean;

  /** Id of the user who made it, whose role says which events it gets; without one it is whoever applies the document. */
  @Optional()
  @IsEntryId()
  owner?: number;

  @Optional()
  @IsFilter('RegistryPrefixes')
  registryPrefixes?: string[];

  @Optional()
  @IsFilter('ResourceTypes')
  resourceTypes?: string[];

  @Optional()
  @IsFilter('MessageIds')
  messageIds?: string[];

  /** Addresses of resources. */
  @Optional()
  @IsFilter('OriginResources')
  originResources?: string[];

  @Optional()
  @IsFilter('Severities')
  severities?: string[];

  @Optional()
  @IsFilter('ExcludeMessageIds')
  excludeMessageIds?: string[];

  @Optional()
  @IsFilter('ExcludeRegistryPrefixes')
  excludeRegistryPrefixes?: string[];

  /** True: what lies below `originResources` is chosen too. */
  @Optional()
  @IsFlag()
  subordinateResources?: boolean;
}
