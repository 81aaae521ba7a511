import type { DeviceView } from '../device/device.view.js';

/** The lists of a stream message, in their order. */
export const STREAM_LISTS = ['inlets', 'banks', 'outlets', 'sensors', 'relayOutputs'] as const;
export type StreamList = (typeof STREAM_LISTS)[number];

/** A list that the reader's role may not see, or that this model does not have. */
export const NOTHING = '[]';

/** The device as the stream shows it. */
export interface StreamDevice extends Pick<DeviceView, 'uptime' | 'time'> {
  /** Seconds since the hardware last answered with measurements; only while it does not answer. */
  readonly readingAge?: number | undefined;
}

/** One message of the stream, assembled from lists that are already JSON. */
export function streamMessage(device: StreamDevice, lists: Readonly<Record<StreamList, string>>): string {
  const members = STREAM_LISTS.map((list) => `,"${list}":${lists[list]}`);
  return `{"device":${JSON.stringify(device)}${members.join('')}}`;
}
