import type { DeviceView } from '../device/device.view.js';

/** The lists of a stream message, in the order in which they stand in it. */
export const STREAM_LISTS = ['inlets', 'banks', 'outlets', 'sensors', 'relayOutputs'] as const;
export type StreamList = (typeof STREAM_LISTS)[number];

/** A list that the reader's role may not see, or that this model does not have. */
export const NOTHING = '[]';

/** The device as the stream shows it. */
export interface StreamDevice extends Pick<DeviceView, 'uptime' | 'time'> {
  /** Only while the hardware is silent: seconds since it last answered with measurements. */
  readonly readingAge?: number | undefined;
}

/** One message of the stream, put together from lists that are JSON already. */
export function streamMessage(device: StreamDevice, lists: Readonly<Record<StreamList, string>>): string {
  const members = STREAM_LISTS.map((list) => `,"${list}":${lists[list]}`);
  return `{"device":${JSON.stringify(device)}${members.join('')}}`;
}
