import type { CallerWithAddress } from '../common/access.js';
import type { SwitchOutcome } from '../hardware/relays/switch-command.js';
import type { OutletOrder } from '../outlets/outlet-commands.service.js';
import { snmpErrorOf } from './api-errors.js';
import { MALFORMED } from './ber.js';
import { columnOf, type MibView } from './mib-view.js';
import type { MibObject, MibValue, SnmpError, WriteRequest } from './mib/object.js';
import { readValue, refused, V1_ERROR_STATUS, type Answer, type RequestPdu, type RequestVarbind } from './pdu.js';

/** Switches outlets as one command, and returns the outcome of each in their order. */
export type SwitchOutlets = (orders: readonly OutletOrder[], caller: CallerWithAddress) => Promise<SwitchOutcome[]>;

interface SetContext {
  readonly view: MibView;
  readonly caller: CallerWithAddress;
  /** False for a sender who may only read. */
  readonly mayWrite: boolean;
  readonly isV1: boolean;
  readonly switchOutlets: SwitchOutlets;
}

/** The request of one variable. */
interface Write {
  /** Place of the variable, from 1. */
  readonly index: number;
  readonly request: WriteRequest;
}

interface Refusal {
  readonly error: SnmpError;
  readonly index: number;
}

/** Carries a SET out: all variables are checked before anything is done. Never rejects. */
export async function set(request: RequestPdu, context: SetContext): Promise<Answer> {
  const { writes, refusal = await carryOut(writes, context) } = checked(request, context);
  if (!refusal) return refused('noError', 0, request);
  const { error, index } = refusal;
  return refused(context.isV1 ? V1_ERROR_STATUS[error] : error, index, request);
}

function checked({ varbinds }: RequestPdu, context: SetContext): { writes: Write[]; refusal?: Refusal } {
  const writes: Write[] = [];
  const outlets = new Set<unknown>();
  for (const [place, varbind] of varbinds.entries()) {
    const index = place + 1;
    const found = check(varbind, context);
    if (typeof found === 'string') return { writes, refusal: { error: found, index } };
    for (const { outlet } of found.kind === 'outlets' ? found.orders : []) {
      // Two commands to one outlet have no order.
      if (outlets.has(outlet)) return { writes, refusal: { error: 'inconsistentValue', index } };
      outlets.add(outlet);
    }
    writes.push({ index, request: found });
  }
  return { writes };
}

/** The checks of one variable, in the order of RFC 3416, 4.2.5. */
function check({ oid, value: element }: RequestVarbind, context: SetContext): WriteRequest | SnmpError {
  const { view, caller, mayWrite } = context;
  if (!mayWrite) return 'noAccess';
  const object = view.object(oid) ?? view.hiddenObject(oid, caller.access);
  const column = object?.column ?? columnOf(view.encoded, oid);
  if (!column?.isWritable) return 'notWritable';
  if (object && !object.mayWrite(caller.access)) return 'noAccess';
  let value: MibValue | undefined;
  try {
    value = readValue(column.syntax, element);
  } catch (error) {
    if (error === MALFORMED) return 'wrongEncoding';
    throw error;
  }
  if (value === undefined) return 'wrongType';
  if (!object) return 'noCreation';
  return requestOf(object, value, view);
}

function requestOf(object: MibObject, value: MibValue, { context }: MibView): WriteRequest | SnmpError {
  try {
    return object.check(value, context) ?? object.request(value, context);
  } catch (error) {
    return snmpErrorOf(error);
  }
}

/** Does what the variables ask for, in their order; what they ask of outlets is one command, at the first of them. */
async function carryOut(writes: readonly Write[], context: SetContext): Promise<Refusal | undefined> {
  const done = new Set<Write>();
  for (const write of writes) {
    if (done.has(write)) continue;
    const failures =
      write.request.kind === 'other' ? await runOther(write, context) : await runOutlets(writes, context);
    for (const each of write.request.kind === 'other' ? [write] : switching(writes)) {
      if (!failures.some(({ index }) => index === each.index)) done.add(each);
    }
    const [failure] = failures;
    // A write that is done cannot be taken back.
    if (failure) return done.size > 0 ? { error: 'undoFailed', index: 0 } : failure;
  }
  return undefined;
}

async function runOther({ index, request }: Write, { caller }: SetContext): Promise<Refusal[]> {
  try {
    if (request.kind === 'other') await request.run(caller);
    return [];
  } catch (error) {
    return [{ error: snmpErrorOf(error), index }];
  }
}

const switching = (writes: readonly Write[]): Write[] => writes.filter(({ request }) => request.kind === 'outlets');

/** Returns the failures, each with the variable that it belongs to. */
async function runOutlets(writes: readonly Write[], { switchOutlets, caller }: SetContext): Promise<Refusal[]> {
  const orders = switching(writes).flatMap(({ index, request }) =>
    request.kind === 'outlets' ? request.orders.map((order) => ({ index, order })) : [],
  );
  try {
    const outcomes = await switchOutlets(
      orders.map(({ order }) => order),
      caller,
    );
    return orders.flatMap(({ index }, place) => {
      const error = outcomes[place]?.error;
      return error ? [{ error: snmpErrorOf(error), index }] : [];
    });
  } catch (error) {
    // Refused as a whole: nothing has moved.
    return switching(writes).map(({ index }) => ({ error: snmpErrorOf(error), index }));
  }
}
