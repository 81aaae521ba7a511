import { columnOf, type MibView } from './mib-view.js';
import type { MibObject } from './mib/object.js';
import { absentVarbind, answered, refused, tooBig, type Answer, type RequestPdu } from './pdu.js';

/** The limits of an answer. */
export interface AnswerLimits {
  readonly isV1: boolean;
  /** Octets that its variables may have. */
  readonly room: number;
}

/** The most variables of an answer. */
const MAX_VARBINDS = 1000;

/** Version 1 has no Counter64. */
const isInV1 = ({ column }: MibObject): boolean => column.syntax !== 'counter64';
const objectsOf = ({ isV1 }: AnswerLimits) => (isV1 ? isInV1 : undefined);

export function get(view: MibView, request: RequestPdu, limits: AnswerLimits): Answer {
  const { varbinds } = request;
  if (varbinds.length > MAX_VARBINDS) return tooBig(request, limits.isV1);
  const found: Buffer[] = [];
  let room = limits.room;
  for (const { oid } of varbinds) {
    const varbind = view.get(oid, objectsOf(limits)) ?? (limits.isV1 ? undefined : absent(view, oid));
    if (!varbind) return refused('noSuchName', found.length + 1, request);
    if ((room -= varbind.length) < 0) return tooBig(request, limits.isV1);
    found.push(varbind);
  }
  return answered(found);
}

const absent = (view: MibView, oid: Buffer): Buffer =>
  absentVarbind(oid, columnOf(view.encoded, oid) ? 'noSuchInstance' : 'noSuchObject');

export function getNext(view: MibView, request: RequestPdu, limits: AnswerLimits): Answer {
  const { varbinds } = request;
  if (varbinds.length > MAX_VARBINDS) return tooBig(request, limits.isV1);
  const found: Buffer[] = [];
  let room = limits.room;
  for (const { oid } of varbinds) {
    const place = view.firstFrom(view.placeAfter(oid), objectsOf(limits));
    if (place < 0 && limits.isV1) return refused('noSuchName', found.length + 1, request);
    const varbind = place < 0 ? absentVarbind(oid, 'endOfMibView') : view.varbindAt(place);
    if ((room -= varbind.length) < 0) return tooBig(request, limits.isV1);
    found.push(varbind);
  }
  return answered(found);
}

/** The next objects of each of the first variables once, and of all others up to max-repetitions times. */
export function getBulk(view: MibView, request: RequestPdu, limits: AnswerLimits): Answer {
  const { varbinds } = request;
  const nonRepeaters = Math.min(Math.max(0, request.first), varbinds.length);
  const found: Buffer[] = [];
  let room = limits.room;
  const add = (varbind: Buffer): boolean => {
    if (varbind.length > room || found.length >= MAX_VARBINDS) return false;
    room -= varbind.length;
    found.push(varbind);
    return true;
  };

  for (const { oid } of varbinds.slice(0, nonRepeaters)) {
    const place = view.firstFrom(view.placeAfter(oid));
    if (!add(place < 0 ? absentVarbind(oid, 'endOfMibView') : view.varbindAt(place))) return answered(found);
  }

  const repeaters = varbinds.slice(nonRepeaters).map(({ oid }) => ({ oid, next: view.placeAfter(oid) }));
  if (repeaters.length === 0) return answered(found);
  for (let repetition = 0; repetition < request.second; repetition++) {
    let hasMore = false;
    for (const repeater of repeaters) {
      const place = repeater.next < 0 ? -1 : view.firstFrom(repeater.next);
      if (!add(place < 0 ? absentVarbind(repeater.oid, 'endOfMibView') : view.varbindAt(place))) {
        return answered(found);
      }
      if (place < 0) repeater.next = -1;
      else {
        repeater.next = place + 1;
        repeater.oid = view.oidAt(place);
        hasMore = true;
      }
    }
    if (!hasMore) break;
  }
  return answered(found);
}
