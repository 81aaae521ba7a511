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

/** The kinds of notification, with the sentences of their end. */
const KINDS = {
  trap: { done: 'Sent; nobody confirms a trap.', failed: 'The trap was not sent' },
  inform: {
    done: 'The receiver has acknowledged the inform.',
    failed: 'The receiver has not acknowledged the inform',
  },
} as const;
export type NotificationKind = keyof typeof KINDS;

/**
 * Sends a notification and closes the session: after a trap was handed to the network, which nobody confirms; after an
 * INFORM when the receiver has acknowledged it, or has not in time. Nothing is sent once the signal is aborted.
 */
export async function sendNotification(
  snmp: NetSnmp,
  session: Session,
  kind: NotificationKind,
  { oid, variables, upTime }: Sent,
  signal: AbortSignal,
): Promise<Delivery> {
  const varbinds = variables.map((variable) => varbindOf(snmp, variable));
  const { done, failed } = KINDS[kind];
  try {
    signal.throwIfAborted();
    const error = await new Promise<Error | null>((resolve) => {
      session.on('error', resolve);
      signal.addEventListener('abort', () => resolve(new Error('no answer in time')), { once: true });
      session[kind](oid, varbinds, { upTime }, resolve);
    });
    return error ? temporaryFailure(`${failed}: ${reasonOf(error)}.`) : { delivered: true, detail: done };
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
