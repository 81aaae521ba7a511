/** Every text of the controller that a page can show has a German one, and there is none for a text that has gone. */
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { ACTION_CODES } from '../../src/actions/catalogue/index.js';
import type { NamedTargets } from '../../src/actions/catalogue/switch-targets.service.js';
import { DESCRIBED_KINDS, DESCRIBED_OBJECTS, DESCRIBED_OPERATIONS, SAID_WHY } from '../../src/audit/sentences.js';
import { OUTLET_LISTS, PERMISSION_FLAGS } from '../../src/common/access.js';
import { FAULTS } from '../../src/common/controller-faults.js';
import { API_ERRORS } from '../../src/common/errors.js';
import { FORMATS } from '../../src/common/formats.js';
import { listenProblem } from '../../src/common/listen-problem.js';
import { orNothing, type Read } from '../../src/common/values.js';
import { EVENT_CODES } from '../../src/events/catalogue/index.js';
import { ANY } from '../../src/events/catalogue/model-objects.js';
import * as quantities from '../../src/events/catalogue/quantities.js';
import { certificateFault } from '../../src/health/fault-detection.js';
import { STATES, TRANSFER } from '../../src/fleet-link/events/event-source.js';
import { BUILT_IN_PROFILES } from '../../src/hardware/profiles/index.js';
import { PduModel } from '../../src/hardware/profiles/pdu-model.js';
import { MEMBERSHIP_STATES } from '../../src/hub/pdus/pdu.entity.js';
import { SOURCE_NAME, SOURCE_URI } from '../../src/inlets/inlet.dto.js';
import { CONSUMERS } from '../../src/outlets/outlet.dto.js';
import { refusalReason, PROTECTIONS } from '../../src/outlets/outlet-protection.js';
import { TARIFF } from '../../src/settings/tariff.js';
import { checkValue, settingRow, SETTING_KEYS } from '../../src/settings/setting-value.js';
import { LEFT_REASONS } from '../../src/switching/undo.view.js';
import * as codes from '../../web/src/translation/de/codes.js';
import { ERRORS } from '../../web/src/translation/de/errors.js';
import { german, objectName, part, sentence } from '../../web/src/translation/de/german.js';
import * as log from '../../web/src/translation/de/log.js';
import { MEMBERS } from '../../web/src/translation/de/members.js';
import { PART_FACTS, PDU_STATES as GERMAN_STATES, PERMISSIONS } from '../../web/src/translation/de/phrases.js';
import * as web from '../../web/src/translation/said-why.js';
import { valuesOf } from '../../web/src/translation/sentence.js';
import { changedMembers, spokenTexts, VALUE } from './spoken-texts.js';

const missing = (wanted: Iterable<string | number>, has: object): string[] =>
  [...wanted].map(String).filter((name) => !(name in has));

/** Those without a translation of their own. */
const untranslated = (texts: Iterable<string>, translate: (text: string) => string): string[] =>
  [...new Set(texts)].filter((text) => translate(text) === text);

/** Names and abbreviations that are the same in German. */
const INTERNATIONAL = ['HTTPS'];

const models = BUILT_IN_PROFILES.map((profile) => new PduModel(profile));
const wrongOf = (read: Read<unknown>): string[] => ('wrong' in read ? [read.wrong] : []);

/** Values that hardly any parameter or setting can have. */
const WRONG_VALUES: readonly unknown[] = ['#\u0000', '', ' ', {}, 'x'.repeat(20_000), -1e15];
const demandsOf = (read: (given: never) => Read<unknown>): string[] =>
  WRONG_VALUES.flatMap((given) => {
    try {
      return wrongOf(read(given as never));
    } catch {
      return []; // a parameter, which is always text
    }
  });

const NO_TARGETS: NamedTargets = {
  outlet: () => undefined,
  groupAt: () => undefined,
  relayOutput: () => undefined,
  sensor: () => undefined,
};

describe('Every error of the controller', () => {
  it.each(Object.entries(API_ERRORS))('has a German sentence for %s', (code, [, english]) => {
    const values = english
      .split('%s')
      .slice(1)
      .map((_, place) => `value${place}`);
    const message = values.reduce((text, value) => text.replace('%s', value), english);
    // A changed English sentence has to be translated again.
    expect(ERRORS[code]?.[0]).toBe(english);
    const shown = german.failure({ code, message, details: [] })?.message ?? '';
    expect(valuesOf(ERRORS[code]?.[1] ?? '', shown)).toEqual(values);
    if (english !== '%s') expect(shown).not.toBe(message);
  });

  it('exists that has a German sentence', () => {
    expect(Object.keys(ERRORS).filter((code) => !(code in API_ERRORS))).toEqual([]);
  });

  it('has a German word for each state of a PDU that takes no command', () => {
    for (const state of MEMBERSHIP_STATES) {
      const message = `The PDU "Rack 7" is ${state}, so no command can be sent to it.`;
      expect(german.failure({ code: 'PDU_NOT_ACTIVE', message, details: [] })?.message).not.toContain(state);
    }
    expect(Object.keys(GERMAN_STATES)).toEqual([...MEMBERSHIP_STATES]);
  });

  it('that the browser does not know stays English', () => {
    expect(german.failure({ code: 'FROM_A_NEWER_VERSION', message: 'Press any key.', details: [] })).toBeUndefined();
  });
});

describe('What a value must be', () => {
  it.each(Object.entries(FORMATS))('is German for the format %s', (_, format) => {
    const demands = demandsOf(format);
    expect(demands.length).toBeGreaterThan(0);
    expect(untranslated(demands, part)).toEqual([]);
  });

  it.each(SETTING_KEYS)('is German for the setting %s', (key) => {
    const row = settingRow(key);
    const demands = demandsOf((given) => checkValue(row, given));
    expect(demands.length).toBeGreaterThan(0);
    expect(untranslated(demands, part)).toEqual([]);
    expect(
      untranslated(
        demands.map((wrong) => `${key} must be ${wrong}.`),
        sentence,
      ),
    ).toEqual([]);
  });

  it('is German for what an outlet feeds and for what feeds an inlet', () => {
    const demands = [orNothing(CONSUMERS), SOURCE_NAME, SOURCE_URI].flatMap((kind) => demandsOf(kind));
    expect(new Set(demands).size).toBeGreaterThan(2);
    expect(untranslated(demands, part)).toEqual([]);
  });

  it('is German for each member of the tariff, and for rates that overlap or have one name', () => {
    const rate = { name: 'Day', perKWh: 0.3, days: [1], from: '06:00', to: '22:00' };
    const prices = { currency: 'EUR', defaultPerKWh: 0.3 };
    const rates = [
      ...[null, { ...rate, name: '' }, { ...rate, perKWh: '' }, { ...rate, days: [] }, { ...rate, from: '' }],
      ...[{ ...rate, to: '' }, rate, { ...rate, name: 'Late' }],
    ].map((wrong, place) => ({ ...prices, rates: place > 5 ? [rate, wrong] : [wrong] }));
    const many = { ...prices, rates: Array.from({ length: 30 }, () => rate) };
    const demands = [{ currency: 'Euro' }, { defaultPerKWh: 1 }, many, ...rates].flatMap((wrong) =>
      wrongOf(TARIFF(wrong)),
    );
    expect(demands).toHaveLength(rates.length + 3);
    const ends = demands.map((demand) => demand.replace(/^an object whose [\w.]+ is /, ''));
    expect(untranslated(ends, part)).toEqual([]);
    expect(ends.map(part).filter((text) => text.includes(' Folgendes ist: '))).toEqual([]);
  });

  it.each(EVENT_CODES)('is German for the event code $code', ({ params }) => {
    for (const model of models) {
      expect(
        untranslated(
          params.flatMap(({ read }) => demandsOf((given: never) => read(given, model))),
          part,
        ),
      ).toEqual([]);
    }
  });

  it.each(ACTION_CODES)('is German for the action code $code', ({ params }) => {
    const demands = params.flatMap(({ read }) => demandsOf((given: never) => read(given, NO_TARGETS)));
    expect(untranslated(demands, part)).toEqual([]);
  });
});

describe('The catalogues', () => {
  it('of events and actions have German names', () => {
    const [events, actions] = [EVENT_CODES, ACTION_CODES].map((rows) => rows.map(({ code }) => code));
    expect([missing(events ?? [], codes.EVENT_CODES), missing(actions ?? [], codes.ACTION_CODES)]).toEqual([[], []]);
    expect([events, actions].map((rows) => rows?.map(String))).toEqual([
      Object.keys(codes.EVENT_CODES),
      Object.keys(codes.ACTION_CODES),
    ]);
  });

  it('of events are translated by the English names that they have', () => {
    expect(EVENT_CODES.filter(({ code, name }) => codes.EVENT_CODES[code]?.[0] !== name)).toEqual([]);
  });

  it('have German parameters and measures, and no others', () => {
    const labels = new Set([
      ...[...EVENT_CODES, ...ACTION_CODES].flatMap(({ params }) => params.map(({ label }) => label)),
      ...Object.values(quantities).flatMap((each) => (typeof each === 'string' ? [] : [each.label])),
      'failed pings in a row', // of AutoPing, which is no quantity
    ]);
    expect(missing(labels, codes.LABELS)).toEqual([]);
    expect(Object.keys(codes.LABELS).filter((label) => !labels.has(label))).toEqual([]);
  });

  it('have German choices, and no others', () => {
    const choices = new Set([
      ...EVENT_CODES.flatMap(({ params }) =>
        params.flatMap((param) => models.flatMap((model) => param.choices?.(model) ?? [])),
      ).map(({ label }) => label),
      ...ACTION_CODES.flatMap(({ params }) => params.flatMap((param) => param.choices ?? [])),
    ]);
    const fixed = [...choices].filter((choice) => objectName(choice) === choice && !/^[A-Z]$/.test(choice));
    expect(missing(fixed, codes.CHOICES)).toEqual([]);
    expect(Object.keys(codes.CHOICES).filter((choice) => !choices.has(choice))).toEqual([]);
    expect(choices).toContain(`${ANY} bank`);
  });

  it('have German permissions', () => {
    const flags = [...PERMISSION_FLAGS, ...OUTLET_LISTS];
    expect(missing(flags, PERMISSIONS)).toEqual([]);
    expect(Object.keys(PERMISSIONS).filter((flag) => !(flags as string[]).includes(flag))).toEqual([]);
  });
});

describe('The log', () => {
  it('has a German sentence for each kind of entry and each kind of object, and no others', () => {
    const sorted = (names: Iterable<string>): string[] => [...names].sort();
    expect(sorted(Object.keys(log.KINDS))).toEqual(sorted(DESCRIBED_KINDS));
    expect(sorted(Object.keys(log.OPERATIONS))).toEqual(sorted(DESCRIBED_OPERATIONS));
    expect(sorted(Object.keys(log.OBJECTS))).toEqual(sorted(DESCRIBED_OBJECTS));
  });

  it('has a German name for each member that an entry says is changed', () => {
    const changed = changedMembers(join(import.meta.dirname, '../../src'));
    expect(changed.length).toBeGreaterThan(50);
    expect(changed.filter(({ text }) => !(text in MEMBERS)).map(({ text, at }) => `${at}: ${text}`)).toEqual([]);
  });

  it('has the reasons of commands in its sentences where the page takes them to be', () => {
    expect([...web.SAID_WHY]).toEqual([...SAID_WHY]);
  });
});

describe('Every event that a PDU sends to its hub', () => {
  const shown = (code: string, text: string): string => {
    const translate = german.answers['get /api/fleet/events'] as (page: object) => { items: { text: string }[] };
    return translate({ items: [{ code, text }] }).items[0]?.text ?? '';
  };

  it('is German, with the name of its part, if it is a fact about one', () => {
    const ofStates = Object.values(STATES).flatMap(({ begun, over, replaced = begun }) => [begun, over, replaced]);
    const texts = [TRANSFER.text, ...ofStates];
    expect(new Set(Object.keys(PART_FACTS))).toEqual(new Set(texts));
    expect(texts.filter((text) => shown('BREAKER_OPEN', text) === text)).toEqual([]);
    expect(shown('BREAKER_OPEN', 'Row 3: left: The breaker is open.')).toBe('Row 3: left: Die Sicherung ist offen.');
  });

  it('is German if it is a fault of the controller', () => {
    expect(shown('HARDWARE_SILENT', 'The PDU hardware answers again.')).toMatch(/^Die /);
  });

  it('keeps the name that a user has given it', () => {
    const text = 'The breaker is open.';
    expect(shown('EVENT_30', text)).toBe(text);
  });
});

describe('A fault of the controller', () => {
  const faults = Object.entries(FAULTS);

  it.each(faults)('has a German name and a German end: %s', (_, { name, ended }) => {
    expect(
      untranslated(
        [name].filter((each) => !INTERNATIONAL.includes(each)),
        objectName,
      ),
    ).toEqual([]);
    expect(untranslated([ended], sentence)).toEqual([]);
  });

  it('of a certificate is German at every stage', () => {
    const day = 86_400_000;
    const now = Date.UTC(2026, 5, 1);
    const messages = [-1, 0.5, 3, 20].flatMap((days) =>
      [true, false].flatMap(
        (isOwnCertificate) =>
          certificateFault({ certificateEnds: now + days * day, isOwnCertificate }, now)?.message ?? [],
      ),
    );
    expect(messages).toHaveLength(7);
    expect(untranslated(messages, sentence)).toEqual([]);
    expect(messages.map(sentence).filter((text) => /Renew|Upload/.test(text))).toEqual([]);
  });

  it('of a port is German', () => {
    const messages = ['EADDRINUSE', 'EACCES', 'EOTHER'].map((code) =>
      listenProblem('HTTPS', Object.assign(new Error(), { code }), 443, '::'),
    );
    expect(untranslated(messages, sentence)).toEqual([]);
  });
});

describe('What became of something, and why', () => {
  const spoken = spokenTexts(join(import.meta.dirname, '../../src'));
  /** Texts that are the beginning of a sentence stand before a stop or a reason. */
  const isGerman = (text: string): boolean =>
    [text, `${text}.`, `${text}: ${VALUE}.`].some((said) => part(said) !== said || sentence(said) !== said);

  it('is German wherever the sources say it', () => {
    expect(spoken.length).toBeGreaterThan(200);
    expect(spoken.filter(({ text }) => !isGerman(text)).map(({ text, at }) => `${at}: ${text}`)).toEqual([]);
  });
});

describe('An undo', () => {
  it('has a German reason for each relay that it leaves as it is, and no others', () => {
    expect(Object.keys(codes.LEFT_REASONS).sort()).toEqual(Object.keys(LEFT_REASONS).sort());
  });
});

describe('The refusal by the protection of an outlet', () => {
  it('has a German reason', () => {
    const reasons = PROTECTIONS.flatMap((protection) =>
      (['ON', 'OFF', 'REBOOT'] as const).flatMap((command) => refusalReason(protection, command, false) ?? []),
    );
    expect(reasons.length).toBeGreaterThan(0);
    expect(untranslated(reasons, part)).toEqual([]);
  });
});
