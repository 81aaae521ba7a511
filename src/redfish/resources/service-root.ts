import { Injectable } from '@nestjs/common';
import { link, type Json, type Provider, type ResourceProviders } from '../protocol/provider.js';
import { MAX_LEVELS } from '../protocol/query.js';
import { ROOT_LINKS } from '../protocol/service-documents.js';
import { REDFISH_VERSION } from '../versions.js';
import { MANUFACTURER } from './common.js';
import { PduIdentity } from './identity.js';

const FEATURES: Json = {
  ExpandQuery: { ExpandAll: true, Levels: true, Links: true, NoLinks: true, MaxLevels: MAX_LEVELS },
  SelectQuery: true,
  FilterQuery: true,
  FilterQueryComparisonOperations: true,
  FilterQueryCompoundOperations: true,
  TopSkipQuery: true,
  OnlyMemberQuery: true,
  MultipleHTTPRequests: true,
  ExcerptQuery: false,
  IncludeOriginOfConditionQuery: false,
  DeepOperations: { DeepPATCH: false, DeepPOST: false },
};

/** The service root: what the service is, and where everything else is. */
@Injectable()
export class ServiceRootResource implements ResourceProviders {
  readonly providers: readonly Provider[];

  constructor(identity: PduIdentity) {
    const services = Object.entries(ROOT_LINKS).map(([name, path]) => [name, link(path)]);
    this.providers = [
      {
        uri: '',
        type: 'ServiceRoot',
        isPublic: true,
        get: () => ({
          Id: 'RootService',
          Name: 'Root Service',
          RedfishVersion: REDFISH_VERSION,
          UUID: identity.uuid,
          Product: 'Rackfeed PDU',
          Vendor: MANUFACTURER,
          ProtocolFeaturesSupported: FEATURES,
          ...(Object.fromEntries(services) as Json),
          Links: { Sessions: link('/SessionService/Sessions') },
        }),
      },
    ];
  }
}
