import { FAULT_KINDS, FAULTS, faultRow, type FaultKind } from '../../kernel/controller-faults.js';
import type { Armed, Watch } from '../engine/armed.js';
import { word } from './param.js';
import { always, type EventRow } from './row.js';

const BEGIN = 'begin';
const BEGIN_OR_END = word('begin or end', BEGIN, 'end');

const objectOf = (kind: FaultKind, stage?: string): Watch['object'] => ({
  kind: 'system',
  id: stage === undefined ? `controller:${kind}` : `controller:${kind}:${stage}`,
  name: FAULTS[kind].name,
});

/** One for each stage, so that a fault that becomes worse is told again. */
const beginnings = (kind: FaultKind): Watch[] =>
  (faultRow(kind).stages ?? [undefined]).map((stage) => ({
    object: objectOf(kind, stage),
    holds: (frame) => {
      const fault = frame.fault(kind);
      return fault?.active === true && fault.stage === stage;
    },
    detail: (frame) => frame.fault(kind)?.message,
  }));

const ending = (kind: FaultKind): Watch => ({
  object: objectOf(kind),
  holds: (frame) => frame.fault(kind)?.active !== true,
  detail: (frame) => frame.fault(kind)?.message,
});

/** Nothing of it rests on a measurement: it is known while the hardware is silent too. */
const armedFor = (kinds: readonly FaultKind[], begins: boolean): Armed =>
  begins
    ? { kind: 'level', sustain: 0, measured: false, watches: kinds.flatMap(beginnings) }
    : { kind: 'change', measured: false, watches: kinds.map(ending) };

const lasting = (code: number, name: string, kind: FaultKind): EventRow => ({
  code,
  name,
  params: [BEGIN_OR_END],
  fits: always,
  arm: ([when]) => armedFor([kind], when === BEGIN),
});

const told = (code: number, name: string, kind: FaultKind): EventRow => ({
  code,
  name,
  params: [],
  fits: always,
  arm: () => armedFor([kind], true),
});

/** Codes of the controller itself. */
export const CONTROLLER_CODES: readonly EventRow[] = [
  { code: 102, name: 'Controller Fault Begins', params: [], fits: always, arm: () => armedFor(FAULT_KINDS, true) },
  { code: 103, name: 'Controller Fault Ends', params: [], fits: always, arm: () => armedFor(FAULT_KINDS, false) },
  lasting(104, 'PDU Hardware Silent', 'hardware'),
  lasting(105, 'Controller Storage Full', 'storageFull'),
  lasting(106, 'Controller Storage Failing', 'storageFailing'),
  lasting(107, 'Controller Database Damaged', 'database'),
  lasting(108, 'Controller Clock Not Set', 'clock'),
  lasting(109, 'HTTPS Certificate Ending', 'certificate'),
  lasting(110, 'HTTPS Not Listening', 'https'),
  told(111, 'Firmware Rolled Back', 'firmware'),
  told(112, 'Controller Restarted After a Crash', 'restart'),
  lasting(113, 'Scheduled Backup Failing', 'backup'),
];
