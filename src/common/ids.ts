/** `<outlet index>-<bank id>`, for example `1-1200578`. */
export type OutletId = string;
/** Decimal serial number of the bank's board, for example `1200578`. */
export type BankId = string;
/** `I<n>-<enclosure serial>`, for example `I1-1000036`. */
export type InletId = string;
/** `L<n>-<enclosure serial>`, for example `L1-1000036`. */
export type LineId = string;
/** `R<n>-<enclosure serial>`, for example `R1-1000036`. */
export type RelayOutputId = string;
/** Accessory port of the enclosure. */
export type SensorPort = 'A' | 'B';

export const outletId = (index: number, bankId: BankId): OutletId => `${index}-${bankId}`;
export const inletId = (index: number, enclosureSerial: string): InletId => `I${index}-${enclosureSerial}`;
export const lineId = (index: number, enclosureSerial: string): LineId => `L${index}-${enclosureSerial}`;
export const relayOutputId = (index: number, enclosureSerial: string): RelayOutputId => `R${index}-${enclosureSerial}`;
export const sensorId = (port: SensorPort, enclosureSerial: string): string => `S${port}-${enclosureSerial}`;

/** The number that a path or a body writes as the id of a user, role, group, event or action; undefined for anything else. */
export const entryIdOf = (text: string | number): number | undefined =>
  /^[1-9]\d{0,14}$/.test(String(text)) ? Number(text) : undefined;

/** True for the id of a relay output, false for that of an outlet. */
export const isRelayOutputId = (relay: string): boolean => relay.startsWith('R');
