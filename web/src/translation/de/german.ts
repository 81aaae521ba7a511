import { mostExactFirst, translatedBy, type Pair, type Value } from '../sentence.js';
import type { Answers, Failure, Translation } from '../translation.js';
import { ACTION_CODES, CHOICES, EVENT_CODES, KINDS, LABELS, LEFT_REASONS } from './codes.js';
import { ERRORS } from './errors.js';
import { logEntries, whyAnswer } from './log-answers.js';
import type { OtherTexts } from './log.js';
import { FAULT_NAMES, PART_FACTS, PARTS, PDU_STATES, PERMISSIONS, SENTENCES, SUGGESTIONS, WAITING } from './phrases.js';

/** The text by the most exact of the templates that it is made of; itself if there is none. */
function translated(pairs: readonly Pair[], text: string, part: (value: string) => string): string {
  for (const pair of pairs) {
    const found = translatedBy(pair, text, (value) => number(value) ?? part(value.text));
    if (found !== undefined) return found;
  }
  return text;
}

/** A number before a unit, with a decimal comma; undefined for any other value. */
const number = ({ text, after }: Value): string | undefined =>
  /^\d+\.\d+$/.test(text) && /^ (A|V|VA|W|var|Hz|%|°C|kWh|s)\b|^ %/.test(after) ? text.replace('.', ',') : undefined;

const [EXACT_PARTS, EXACT_SENTENCES] = [mostExactFirst(PARTS), mostExactFirst(SENTENCES)];

/** A value of a sentence; one that is added to it with a space or a colon stays so. */
export function part(value: string): string {
  const [, join = '', text = ''] = /^(: | )?(.*)$/s.exec(value) ?? [];
  return join + (PERMISSIONS[text] ?? LABELS[text] ?? translated(EXACT_PARTS, text, part));
}

export const sentence = (text: string): string => translated(EXACT_SENTENCES, text, part);

/** "bank 1200578", "controller process" or another name that the controller makes itself. */
export function objectName(name: string): string {
  const [, kind = '', id = ''] = /^([a-z]+) (.+)$/.exec(name) ?? [];
  const own = KINDS[kind];
  return own === undefined ? translated(FAULT_NAMES, name, part) : `${own} ${id}`;
}

const label = (text: string): string => LABELS[text] ?? text;

const waiting = (text: string): string =>
  translated(WAITING, text, (value) => LABELS[value] ?? (value === text ? value : waiting(value)));

const suggested = (text: string): string =>
  translated(SUGGESTIONS, text, (value) => translated(SUGGESTIONS.slice(-5, -2), value, part));

const eventName = (code: number): string | undefined => EVENT_CODES[code]?.[1];

/** The second value of an error: the name of the code that is the first, or a word of its own. */
const SECOND_VALUES: Readonly<Record<string, (first: number, second: string) => string | undefined>> = {
  ACTION_NOT_AVAILABLE: (code) => ACTION_CODES[code],
  EVENT_NOT_AVAILABLE: eventName,
  NOT_IN_HISTORY: eventName,
  PDU_NOT_ACTIVE: (_, state) => PDU_STATES[state],
};

function failure({ code, message, details }: Failure): Failure | undefined {
  const pair = ERRORS[code];
  const secondOf = SECOND_VALUES[code];
  const own =
    pair &&
    translatedBy(
      pair,
      message,
      ({ text, place, all: [first] }) => (place === 1 && secondOf?.(Number(first), text)) || part(text),
    );
  // The message of a validation is that of its first detail.
  const shown = code === 'VALIDATION_FAILED' ? sentence(message) : own;
  if (shown === undefined) return undefined;
  return {
    code,
    message: shown,
    details: details.map((each) => ({
      field: each.field,
      message: each.message === message ? shown : sentence(each.message),
    })),
  };
}

interface Param {
  readonly label: string;
  readonly choices?: readonly string[];
  readonly choiceLabels?: readonly string[];
}

const param = <P extends Param>(given: P): P => ({
  ...given,
  label: label(given.label),
  ...(given.choiceLabels && { choiceLabels: given.choiceLabels.map((name) => CHOICES[name] ?? objectName(name)) }),
});

interface Code {
  readonly code: number;
  readonly name: string;
  readonly reason?: string;
  readonly params: readonly Param[];
}

const eventCode = <C extends Code>(given: C): C => ({
  ...given,
  name: eventName(given.code) ?? given.name,
  ...(given.reason !== undefined && { reason: sentence(given.reason) }),
  params: given.params.map(param),
});

const actionCode = <C extends Code>(given: C): C => ({
  ...given,
  name: ACTION_CODES[given.code] ?? given.name,
  params: given.params.map((each) => ({
    ...param(each),
    ...(each.choices && { choiceLabels: each.choices.map((choice) => CHOICES[choice] ?? choice) }),
  })),
});

/** The members that are sentences about what became of something, or what is wrong with it. */
const SAID = ['detail', 'error', 'message', 'problem', 'reason', 'trouble', 'warning'] as const;
type Said = Readonly<Partial<Record<(typeof SAID)[number], string>>>;

/** The same with German sentences. */
const said = <S extends Said>(given: S): S => ({
  ...given,
  ...Object.fromEntries(SAID.flatMap((name) => (given[name] === undefined ? [] : [[name, sentence(given[name])]]))),
});

/** The texts of the controller in an object or an occurrence of an event. */
interface Watched {
  readonly name?: string;
  readonly object?: string;
  readonly waitsFor?: string;
  readonly reading?: { readonly label: string };
  readonly actions?: readonly { readonly detail?: string }[];
}

const watched = <W extends Watched>(given: W): W => ({
  ...given,
  ...(given.name !== undefined && { name: objectName(given.name) }),
  ...(given.object !== undefined && { object: objectName(given.object) }),
  ...(given.waitsFor !== undefined && { waitsFor: waiting(given.waitsFor) }),
  ...(given.reading && { reading: { ...given.reading, label: label(given.reading.label) } }),
  ...(given.actions && { actions: given.actions.map(said) }),
});

interface Health {
  readonly backup?: Said;
  readonly https: Said;
  readonly faults: readonly Said[];
}

interface Explanation extends Watched {
  readonly limit?: { readonly label: string };
  readonly objects?: readonly Watched[];
}

interface TestRun {
  readonly code?: string;
  readonly detail?: string;
  readonly error?: string;
  readonly summary?: string;
}

/** The name of a part before what is said about it. */
const NAME_BEFORE = /^(?:.*: )?/s;

/** Users have named it. */
const isOfUser = ({ code }: { readonly code: string }): boolean => code.startsWith('EVENT_');

/** A fact about a part that a PDU has sent to its hub, or a fault of its controller. */
function eventText(text: string): string {
  const [name = ''] = NAME_BEFORE.exec(text) ?? [];
  const fact = PART_FACTS[text.slice(name.length)];
  return fact === undefined ? sentence(text) : name + fact;
}

interface SwitchedOutlet {
  readonly error?: { readonly code: string; readonly message: string };
}

interface LeftRelay {
  readonly code: string;
  readonly reason: string;
}

interface Suggestion {
  readonly name: string;
  readonly reason: string;
}

/** The names of the event codes by the English ones, with which entries of the log were written. */
const CODE_NAMES = new Map(Object.values(EVENT_CODES).map(([english, own]) => [english, own]));
const texts: OtherTexts = { sentence, objectName, label, codeName: (english) => CODE_NAMES.get(english) ?? english };

/** The type of the views of a page of the log or of the timeline. */
type Views = Parameters<typeof logEntries>[0];

const logPage = <P extends { readonly entries: Views; readonly causes?: Views }>(page: P): P => ({
  ...page,
  entries: logEntries(page.entries, texts, page.causes),
});

const answers: Answers = {
  'get /api/log': logPage,
  'get /api/timeline': logPage,
  'get /api/outlets/{outletId}/why': (why: Parameters<typeof whyAnswer>[0]) => whyAnswer(why, texts),
  'get /api/event-codes': (codes: readonly Code[]) => codes.map(eventCode),
  'get /api/action-codes': (codes: readonly Code[]) => codes.map(actionCode),
  'get /api/alarms': (list: { readonly alarms: readonly Watched[] }) => ({ ...list, alarms: list.alarms.map(watched) }),
  'get /api/events/suggestions': (list: readonly Suggestion[]) =>
    list.map((each) => ({ ...each, name: suggested(each.name), reason: suggested(each.reason) })),
  'get /api/events/{eventId}/explain': (given: Explanation) => ({
    ...watched(given),
    ...(given.limit && { limit: { ...given.limit, label: label(given.limit.label) } }),
    ...(given.objects && { objects: given.objects.map(watched) }),
  }),
  'get /api/events/{eventId}/history': (page: { readonly firings: readonly Watched[] }) => ({
    ...page,
    firings: page.firings.map(watched),
  }),
  'get /api/capacity/placement': (found: { readonly places: readonly { readonly reason: string }[] }) => ({
    ...found,
    places: found.places.map(said),
  }),
  'get /api/fleet/events': (page: { readonly items: readonly { readonly code: string; readonly text: string }[] }) => ({
    ...page,
    items: page.items.map((event) => (isOfUser(event) ? event : { ...event, text: eventText(event.text) })),
  }),
  'get /api/fleet/link': said,
  'get /api/mqtt': said,
  'get /api/system/firmware': (firmware: { readonly last?: { readonly reason?: string } }) => ({
    ...firmware,
    ...(firmware.last && { last: said(firmware.last) }),
  }),
  'get /api/system/health': (health: Health) => ({
    ...health,
    ...(health.backup && { backup: said(health.backup) }),
    https: said(health.https),
    faults: health.faults.map(said),
  }),
  'get /api/system/protocols': (servers: readonly Said[]) => servers.map(said),
  'get /api/system/syslog': said,
  'get /api/webhooks/{webhookId}/deliveries': (deliveries: readonly Said[]) => deliveries.map(said),
  'post /api/mqtt/test': (test: { readonly steps: readonly Said[] }) => ({ ...test, steps: test.steps.map(said) }),
  'post /api/redfish/test': (test: { readonly results: readonly Said[] }) => ({
    ...test,
    results: test.results.map(said),
  }),
  'post /api/system/syslog/test': said,
  'post /api/webhooks/{webhookId}/test': said,
  'post /api/actions/{actionId}/test': (run: TestRun) => ({
    ...run,
    ...(run.error !== undefined && { error: failureText(run.code ?? '', run.error) }),
    ...(run.detail !== undefined && { detail: sentence(run.detail) }),
    ...(run.summary !== undefined && { summary: sentence(run.summary) }),
  }),
  'put /api/outlets': (answer: { readonly outlets: readonly SwitchedOutlet[] }) => ({
    ...answer,
    outlets: answer.outlets.map(({ error, ...rest }) => ({
      ...rest,
      ...(error && { error: { ...error, message: failureText(error.code, error.message) } }),
    })),
  }),
  'post /api/events/backtest': (found: readonly Watched[]) => found.map(watched),
  'post /api/undo': (undone: { readonly left: readonly LeftRelay[] }) => ({
    ...undone,
    left: undone.left.map((each) => ({
      ...each,
      reason: LEFT_REASONS[each.code] ?? failureText(each.code, each.reason),
    })),
  }),
};

/** The sentence of an error by its code, or of what is no error of the API. */
const failureText = (code: string, message: string): string =>
  failure({ code, message, details: [] })?.message ?? sentence(message);

export const german: Translation = { answers, failure };
