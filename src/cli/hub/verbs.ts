import type { Millis } from '../../common/clock.js';
import { COMMAND_VALIDITY } from '../../common/command-validity.js';
import { DONE, FAILED, UsageError } from '../command.js';
import type { CommandAnswer, EventAnswer, PageAnswer, PduAnswer, TokenAnswer } from './answers.js';
import type { HubClient } from './hub-client.js';
import { findOutlet, findPdu } from './named-objects.js';
import { sendAndWait } from './send.js';

/** The options of one call, as they were typed. */
export type Options = Readonly<Record<string, string | undefined>> & { readonly accept?: string };

/** A call of `rackfeed hub`. */
export interface Call {
  readonly hub: HubClient;
  /** The words after the verb, as many as the verb takes. */
  readonly words: readonly string[];
  readonly options: Options;
  /** Prints what the API has answered, or these lines if they are wanted. */
  show(answer: unknown, lines: readonly string[]): void;
}

/** A subcommand of `rackfeed hub`. */
export interface Verb {
  readonly name: string;
  /** The words after it. */
  readonly words: readonly string[];
  /** Its options and how they are written in the help. */
  readonly options: Readonly<Record<string, string>>;
  readonly summary: string;
  /** Returns the exit code. */
  run(call: Call): Promise<number>;
}

const NEWEST = 20;

export const VERBS: readonly Verb[] = [
  {
    name: 'pdus',
    words: [],
    options: { site: '<site>', state: 'pending|active|revoked', search: '<text>' },
    summary: 'list the PDUs and whether they are online',
    async run({ hub, options: { site, state, search: q }, show }) {
      const pdus = await hub.all<PduAnswer>('api/fleet/pdus', { site, state, q });
      const rows = pdus.map((pdu) => [
        ...[pdu.name, stateOf(pdu), pdu.site, pdu.watts === null ? '-' : `${Math.round(pdu.watts)} W`],
        ...[outletsOnOf(pdu), pdu.serial, pdu.id],
      ]);
      show(pdus, tableLines(['NAME', 'STATE', 'SITE', 'POWER', 'OUTLETS ON', 'SERIAL', 'ID'], rows));
      return DONE;
    },
  },
  {
    name: 'token',
    words: ['site'],
    options: { uses: '<number>', hours: '<number>', name: '<note>', accept: '' },
    summary: 'create and print a token with which PDUs join; with --accept they are members at once',
    async run({ hub, words: [site], options: { uses, hours, name, accept }, show }) {
      const body = { site, uses: numberOf(uses), hours: numberOf(hours), name, accept: accept !== undefined };
      const made = await hub.ask<TokenAnswer>('api/fleet/enrolments', { method: 'POST', body });
      show(made, [made.token]);
      return DONE;
    },
  },
  managed('accept', 'accept a pending PDU', (pdu) => `${pdu.name} is accepted.`),
  managed('revoke', 'revoke a PDU permanently', (pdu) => `${pdu.name} is revoked.`),
  {
    name: 'delete',
    words: ['pdu'],
    options: {},
    summary: 'delete a revoked PDU with its readings, events and commands',
    async run({ hub, words: [wanted = ''], show }) {
      const { id, name } = await findPdu(hub, wanted);
      show(await hub.ask(`api/fleet/pdus/${id}`, { method: 'DELETE' }), [`${name} is deleted.`]);
      return DONE;
    },
  },
  {
    name: 'rename',
    words: ['pdu', 'name'],
    options: {},
    summary: 'rename a PDU in the hub',
    async run({ hub, words: [wanted = '', name], show }) {
      const { id } = await findPdu(hub, wanted);
      const pdu = await hub.ask<PduAnswer>(`api/fleet/pdus/${id}`, { method: 'PATCH', body: { name } });
      show(pdu, [`${wanted} is ${pdu.name} now.`]);
      return DONE;
    },
  },
  {
    name: 'send',
    words: ['pdu', 'outlet', 'ON|OFF|REBOOT'],
    options: { seconds: '<number>', reason: '<text>' },
    summary: 'switch an outlet and wait for the outcome; the command begins within --seconds (10 by default) or never',
    async run({ hub, words: [wanted = '', outlet = '', command = ''], options: { seconds, reason }, show }) {
      const validMs = validityOf(seconds);
      const pdu = await findPdu(hub, wanted);
      const id = await findOutlet(hub, pdu, outlet);
      const ended = await sendAndWait(hub, pdu.id, {
        ...{ outlet: id, command: command.toUpperCase() },
        ...(reason !== undefined && { reason }),
        ...(validMs !== undefined && { validMs }),
      });
      show(ended, [outcomeOf(ended)]);
      return ended.outcome === 'done' ? DONE : FAILED;
    },
  },
  {
    name: 'commands',
    words: [],
    options: { pdu: '<pdu>', outcome: '<outcome>', limit: '<number>' },
    summary: 'list the newest commands and their outcomes',
    async run({ hub, options: { pdu, outcome, limit = String(NEWEST) }, show }) {
      const query = { pdu: pdu && (await findPdu(hub, pdu)).id, outcome, limit };
      const { items } = await hub.ask<PageAnswer<CommandAnswer>>('api/fleet/commands', { query });
      const rows = items.map((each) => [
        ...[each.acceptedAt, each.pdu, each.outlet, each.command, outcomeOf(each), each.who, each.id],
      ]);
      show(items, tableLines(['ACCEPTED', 'PDU', 'OUTLET', 'COMMAND', 'OUTCOME', 'USER', 'ID'], rows));
      return DONE;
    },
  },
  {
    name: 'events',
    words: [],
    options: { pdu: '<pdu>', severity: 'info|warning|critical', open: '', limit: '<number>' },
    summary: 'list the newest events of the PDUs; with --open only those that have not ended',
    async run({ hub, options: { pdu, severity, open, limit = String(NEWEST) }, show }) {
      const onlyOpen = open === undefined ? undefined : 'true';
      const query = { pdu: pdu && (await findPdu(hub, pdu)).id, severity, open: onlyOpen, limit };
      const { items } = await hub.ask<PageAnswer<EventAnswer>>('api/fleet/events', { query });
      const rows = items.map((event) => [event.time, event.pdu, event.severity, event.object, event.text]);
      show(items, tableLines(['TIME', 'PDU', 'SEVERITY', 'OBJECT', 'EVENT'], rows));
      return DONE;
    },
  },
];

function managed(name: 'accept' | 'revoke', summary: string, done: (pdu: PduAnswer) => string): Verb {
  return {
    ...{ name, summary, words: ['pdu'], options: {} },
    async run({ hub, words: [wanted = ''], show }) {
      const { id } = await findPdu(hub, wanted);
      const pdu = await hub.ask<PduAnswer>(`api/fleet/pdus/${id}/${name}`, { method: 'POST' });
      show(pdu, [done(pdu)]);
      return DONE;
    },
  };
}

function numberOf(typed: string | undefined): number | undefined {
  if (typed === undefined) return undefined;
  const number = Number(typed);
  if (typed.trim() === '' || Number.isNaN(number)) throw new UsageError(`"${typed}" is not a number.`);
  return number;
}

/** The time in which a command may begin. Throws {@link UsageError}, because the API has another name for it. */
function validityOf(seconds: string | undefined): Millis | undefined {
  const typed = numberOf(seconds);
  if (typed === undefined) return undefined;
  const { min, max } = COMMAND_VALIDITY;
  if (typed * 1000 >= min && typed * 1000 <= max) return Math.round(typed * 1000);
  throw new UsageError(`--seconds is a number from ${min / 1000} to ${max / 1000}.`);
}

function stateOf({ state, online }: PduAnswer): string {
  if (state !== 'active') return state;
  return online === null ? 'not known yet' : online ? 'online' : 'offline';
}

function outletsOnOf({ outlets, outletsOn }: PduAnswer): string {
  if (outlets === null) return 'not known';
  return outlets === 0 ? 'none' : `${outletsOn ?? 'not known'} of ${outlets}`;
}

const outcomeOf = ({ outcome, code }: CommandAnswer): string => (code === null ? outcome : `${outcome} (${code})`);

/** Lines of a table for a terminal: each column as wide as its widest cell, the header first. */
function tableLines(header: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const all = [header, ...rows];
  const widths = header.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  return all.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
