import type { NetSnmp, Session, Varbind } from 'net-snmp';
import type { Delivery } from '../../../outbound/delivery.js';
import type { Syntax } from './mib.js';
import type { RunningEngine } from './snmp-engine.service.js';
import type { Trap, TrapVariable } from './trap.message.js';
import { temporaryFailure, reasonOf } from '../../../outbound/delivery.js';

/**
 * Lets a session speak for the engine of this PDU: the library would say of every trap that it is of the first second
 * of the first run, which a receiver takes for a repetition.
 */
export function useEngine(session: Session, engine: RunningEngine): Session {
  const send = session.send.bind(session);
  session.send = (request, noWait) => {
    const parameters = request.message.msgSecurityParameters;
    if (parameters) {
      parameters.msgAuthoritativeEngineBoots = engine.boots;
      parameters.msgAuthoritativeEngineTime = engine.time();
    }
    return send(request, noWait);
  };
  return session;
}

/** A notification with its variables, and the time since the start in hundredths of a second. */
type Sent = Trap & { readonly upTime: number };

/** Hands a trap to the network and closes the session. Nobody confirms a trap. Nothing is sent once the signal is aborted. */
export async function sendTrap(
  snmp: NetSnmp,
  session: Session,
  { oid, variables, upTime }: Sent,
  signal: AbortSignal,
): Promise<Delivery> {
  const varbinds = variables.map((variable) => varbindOf(snmp, variable));
  try {
    signal.throwIfAborted();
    const error = await new Promise<Error | null>((resolve) => {
      session.on('error', resolve);
      session.trap(oid, varbinds, { upTime }, resolve);
    });
    if (error) return temporaryFailure(`The trap was not sent: ${reasonOf(error)}.`);
    return { delivered: true, detail: 'Sent; nobody confirms a trap.' };
  } finally {
    session.close();
  }
}

/** The time in which a receiver must acknowledge an INFORM, ms. Sending it again is for the run of the action. */
export const INFORM_SESSION = { timeout: 5000, retries: 0 } as const;

/** Sends an INFORM and closes the session when the receiver has acknowledged it, or has not in time. */
export async function sendInform(
  snmp: NetSnmp,
  session: Session,
  { oid, variables, upTime }: Sent,
  signal: AbortSignal,
): Promise<Delivery> {
  const varbinds = variables.map((variable) => varbindOf(snmp, variable));
  try {
    signal.throwIfAborted();
    const error = await new Promise<Error | null>((resolve) => {
      session.on('error', resolve);
      signal.addEventListener('abort', () => resolve(new Error('no answer in time')), { once: true });
      session.inform(oid, varbinds, { upTime }, resolve);
    });
    if (!error) return { delivered: true, detail: 'The receiver has acknowledged the inform.' };
    return temporaryFailure(`The receiver has not acknowledged the inform: ${reasonOf(error)}.`);
  } finally {
    session.close();
  }
}

function varbindOf({ ObjectType }: NetSnmp, { oid, syntax, value }: TrapVariable): Varbind {
  if (value === undefined) return { oid, type: ObjectType.NoSuchInstance, value: null };
  return {
    oid,
    type: ObjectType[typeOf(syntax)],
    value: syntax === 'truth' ? truthValue(value) : value,
  };
}

const typeOf = (syntax: Syntax): 'OctetString' | 'IpAddress' | 'Integer' =>
  syntax === 'text' ? 'OctetString' : syntax === 'address' ? 'IpAddress' : 'Integer';

/** TruthValue of SNMPv2-TC: true is 1, false is 2. */
const truthValue = (value: unknown): number => (value === true ? 1 : 2);
