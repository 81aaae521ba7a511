import { Injectable } from '@nestjs/common';
import { collection, type Json, type Provider, type ResourceProviders } from '../protocol/provider.js';
import { namespaceOf, REGISTRIES, TYPES, type ResourceType } from '../versions.js';
import { unknown } from './common.js';

const DMTF = 'http://redfish.dmtf.org';

/** The message registries and schemas in use, each with the address at which the DMTF publishes it. */
@Injectable()
export class RegistryResource implements ResourceProviders {
  readonly providers: readonly Provider[] = [
    {
      uri: '/Registries',
      type: 'MessageRegistryFileCollection',
      get: () =>
        collection(
          'Registries',
          Object.keys(REGISTRIES).map((prefix) => `/Registries/${prefix}`),
        ),
    },
    {
      uri: '/Registries/{prefix}',
      type: 'MessageRegistryFile',
      get: ({ params }) => registryFile(params['prefix'] ?? ''),
    },
    {
      uri: '/JsonSchemas',
      type: 'JsonSchemaFileCollection',
      get: () =>
        collection(
          'Schemas',
          Object.keys(TYPES).map((type) => `/JsonSchemas/${type}`),
        ),
    },
    {
      uri: '/JsonSchemas/{name}',
      type: 'JsonSchemaFile',
      get: ({ params }) => schemaFile(params['name'] ?? ''),
    },
  ];
}

function registryFile(prefix: string): Json {
  if (!Object.hasOwn(REGISTRIES, prefix)) throw unknown();
  const version = REGISTRIES[prefix as keyof typeof REGISTRIES];
  return {
    Id: prefix,
    Name: `${prefix} Message Registry`,
    Registry: `${prefix}.${version.split('.').slice(0, 2).join('.')}`,
    Languages: ['en'],
    'Languages@odata.count': 1,
    Location: [{ Language: 'en', PublicationUri: `${DMTF}/registries/${prefix}.${version}.json` }],
    'Location@odata.count': 1,
  };
}

function schemaFile(name: string): Json {
  if (!Object.hasOwn(TYPES, name)) throw unknown();
  const namespace = namespaceOf(name as ResourceType);
  return {
    Id: name,
    Name: `${name} Schema`,
    Schema: `#${namespace}.${name}`,
    Languages: ['en'],
    'Languages@odata.count': 1,
    Location: [{ Language: 'en', PublicationUri: `${DMTF}/schemas/v1/${namespace}.json` }],
    'Location@odata.count': 1,
  };
}
