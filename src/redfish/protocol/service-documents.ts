import { namespaceOf, TYPES, type ResourceType } from '../versions.js';
import { ROOT, type Json } from './provider.js';

/** The services that the root links to. */
export const ROOT_LINKS = {
  SessionService: '/SessionService',
  AccountService: '/AccountService',
  PowerEquipment: '/PowerEquipment',
  Chassis: '/Chassis',
  Managers: '/Managers',
  CertificateService: '/CertificateService',
  UpdateService: '/UpdateService',
  EventService: '/EventService',
  Registries: '/Registries',
  JsonSchemas: '/JsonSchemas',
} as const;

const SCHEMAS = 'http://redfish.dmtf.org/schemas/v1';

/** The namespaces besides those of resources: what their members are made of. */
const PARTS: readonly (readonly [name: string, versioned: string])[] = [
  ['Event', 'Event.v1_13_0'],
  ['Message', 'Message.v1_3_0'],
  ['Resource', 'Resource.v1_24_0'],
];

/** The OData metadata: one reference for each schema in use. */
export function metadataDocument(): string {
  const types = Object.keys(TYPES) as ResourceType[];
  const references = [
    ...types.map((type) => reference(type, [type, namespaceOf(type)])),
    ...PARTS.map(([name, versioned]) => reference(name, [name, versioned])),
  ];
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<edmx:Edmx xmlns:edmx="http://docs.oasis-open.org/odata/ns/edmx" Version="4.0">',
    ...references,
    `  <edmx:Reference Uri="${SCHEMAS}/RedfishExtensions_v1.xml">`,
    '    <edmx:Include Namespace="RedfishExtensions.v1_0_0" Alias="Redfish"/>',
    '  </edmx:Reference>',
    '  <edmx:DataServices>',
    '    <Schema xmlns="http://docs.oasis-open.org/odata/ns/edm" Namespace="Service">',
    `      <EntityContainer Name="Service" Extends="${namespaceOf('ServiceRoot')}.ServiceContainer"/>`,
    '    </Schema>',
    '  </edmx:DataServices>',
    '</edmx:Edmx>',
    '',
  ].join('\n');
}

function reference(name: string, namespaces: readonly string[]): string {
  const includes = [...new Set(namespaces)].map((each) => `    <edmx:Include Namespace="${each}"/>`);
  return [`  <edmx:Reference Uri="${SCHEMAS}/${name}_v1.xml">`, ...includes, '  </edmx:Reference>'].join('\n');
}

/** The OData service document: the service root and what it links to. */
export function serviceDocument(): Json {
  const entry = (name: string, path: string): Json => ({ name, kind: 'Singleton', url: `${ROOT}${path}` });
  return {
    '@odata.context': `${ROOT}/$metadata`,
    value: [
      entry('Service', '/'),
      ...Object.entries(ROOT_LINKS).map(([name, path]) => entry(name, path)),
      entry('Sessions', '/SessionService/Sessions'),
    ],
  };
}
