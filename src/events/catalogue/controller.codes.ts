import { FAULT_KINDS, FAULTS, faultRow, type FaultKind } from '../../common/controller-faults.js';
import type { CompiledRule, Watch } from '../engine/compiled-rule.js';
import { word } from './param.js';
import { always, type EventRow } from './row.js';

const BEGIN = 'begin';
const BEGIN_OR_END = word('begin or end', BEGIN, 'end');

const objectOf = (kind: FaultKind, stage?: string): Watch['object'] => ({
  kind: 'system',
  id: stage === undefined ? `controller:${kind}` : `controller:${kind}:${stage}`,
  name: FAULTS[kind].name,
});

/** One for each stage, so that a fault that becomes worse triggers again. */
const beginnings = (kind: FaultKind): Watch[] =>
  (faultRow(kind).stages ?? [undefined]).map((stage) => ({
    object: objectOf(kind, stage),
    holds: (context) => {
      const fault = context.fault(kind);
      return fault?.active === true && fault.stage === stage;
    },
    detail: (context) => context.fault(kind)?.message,
  }));

const ending = (kind: FaultKind): Watch => ({
  object: objectOf(kind),
  holds: (context) => context.fault(kind)?.active !== true,
  detail: (context) => context.fault(kind)?.message,
});

/** Nothing of it rests on a measurement: it is known while the hardware is silent too. */
const ruleFor = (kinds: readonly FaultKind[], begins: boolean): CompiledRule =>
  begins
    ? { kind: 'level', sustain: 0, measured: false, watches: kinds.flatMap(beginnings) }
    : { kind: 'change', measured: false, watches: kinds.map(ending) };

const lasting = (code: number, name: string, kind: FaultKind): EventRow => ({
  code,
  name,
  params: [BEGIN_OR_END],
  fits: always,
  compile: ([when]) => ruleFor([kind], when === BEGIN),
});

const notice = (code: number, name: string, kind: FaultKind): EventRow => ({
  code,
  name,
  params: [],
  fits: always,
  compile: () => ruleFor([kind], true),
});

/** Codes of the controller itself. */
export const CONTROLLER_CODES: readonly EventRow[] = [
  { code: 102, name: 'Controller Fault Begins', params: [], fits: always, compile: () => ruleFor(FAULT_KINDS, true) },
  { code: 103, name: 'Controller Fault Ends', params: [], fits: always, compile: () => ruleFor(FAULT_KINDS, false) },
  lasting(104, 'PDU Hardware Silent', 'hardware'),
  lasting(105, 'Controller Storage Full', 'storageFull'),
  lasting(106, 'Controller Storage Failing', 'storageFailing'),
  lasting(107, 'Controller Database Damaged', 'database'),
  lasting(108, 'Controller Clock Not Set', 'clock'),
  lasting(109, 'HTTPS Certificate Ending', 'certificate'),
  lasting(110, 'HTTPS Not Listening', 'https'),
  notice(111, 'Firmware Rolled Back', 'firmware'),
  notice(112, 'Controller Restarted After a Crash', 'restart'),
  lasting(113, 'Scheduled Backup Failing', 'backup'),
];
