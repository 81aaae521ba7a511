/** The version of the schema of each resource type; a collection has none. */
export const TYPES = {
  ServiceRoot: '1_20_0',
  SessionService: '1_2_0',
  SessionCollection: undefined,
  Session: '1_8_0',
  AccountService: '1_18_1',
  ManagerAccountCollection: undefined,
  ManagerAccount: '1_14_1',
  RoleCollection: undefined,
  Role: '1_3_3',
  PowerEquipment: '1_2_3',
  PowerDistributionCollection: undefined,
  PowerDistribution: '1_6_0',
  PowerDistributionMetrics: '1_4_0',
  CircuitCollection: undefined,
  Circuit: '1_9_0',
  OutletCollection: undefined,
  Outlet: '1_4_4',
  OutletGroupCollection: undefined,
  OutletGroup: '1_2_0',
  ChassisCollection: undefined,
  Chassis: '1_28_0',
  SensorCollection: undefined,
  Sensor: '1_12_0',
  ManagerCollection: undefined,
  Manager: '1_24_0',
  ManagerNetworkProtocol: '1_12_0',
  EthernetInterfaceCollection: undefined,
  EthernetInterface: '1_12_4',
  LogServiceCollection: undefined,
  LogService: '1_9_0',
  LogEntryCollection: undefined,
  LogEntry: '1_21_0',
  CertificateCollection: undefined,
  Certificate: '1_11_0',
  CertificateService: '1_2_1',
  CertificateLocations: '1_0_4',
  ActionInfo: '1_5_0',
  UpdateService: '1_17_0',
  SoftwareInventoryCollection: undefined,
  SoftwareInventory: '1_13_0',
  EventService: '1_12_0',
  EventDestinationCollection: undefined,
  EventDestination: '1_16_0',
  MessageRegistryFileCollection: undefined,
  MessageRegistryFile: '1_1_5',
  JsonSchemaFileCollection: undefined,
  JsonSchemaFile: '1_1_5',
} as const;

export type ResourceType = keyof typeof TYPES;

export const REDFISH_VERSION = '1.20.0';

/** Types that stand inside of resources: events and messages. */
export const EVENT_TYPE = '#Event.v1_13_0.Event';

/** The message registries whose messages this service sends. */
export const REGISTRIES = {
  Base: '1.22.1',
  Power: '1.2.0',
  SensorEvent: '1.1.0',
  Environmental: '1.4.0',
  Update: '1.3.0',
  ResourceEvent: '1.4.3',
} as const;

/** The namespace of a type: `Outlet.v1_4_4`, `OutletCollection`. */
export function namespaceOf(type: ResourceType): string {
  const version = TYPES[type];
  return version === undefined ? type : `${type}.v${version}`;
}

/** The value of `@odata.type`: `#Outlet.v1_4_4.Outlet`. */
export const odataTypeOf = (type: ResourceType): string => `#${namespaceOf(type)}.${type}`;

/** The namespace in such a value: `Outlet.v1_4_4` of `#Outlet.v1_4_4.Outlet`. */
export const namespaceIn = (odataType: string): string => odataType.slice(1, odataType.lastIndexOf('.'));
