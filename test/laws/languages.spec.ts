/** Every text of the browser UI exists in every language. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { ruleSheet } from '../../web/src/language/de/automation.js';
import { outlets } from '../../web/src/language/de/base.js';
import { overlaid } from '../../web/src/language/overlaid.js';
import { rack } from '../../web/src/language/de/rack.js';

const FOLDER = join(import.meta.dirname, '../../web/src/language');

const areasOf = (language: string): string[] =>
  readdirSync(join(FOLDER, language))
    .map((file) => file.replace('.ts', ''))
    .sort();

/** The paths of all texts, "common.save", each with what it is: a text, or a function of so many values. */
function textsIn(texts: object, path = ''): [string, string][] {
  return Object.entries(texts).flatMap(([name, text]: [string, unknown]): [string, string][] => {
    const place = path + name;
    if (typeof text === 'function') return [[place, `a function of ${text.length}`]];
    return typeof text === 'object' && text !== null ? textsIn(text, `${place}.`) : [[place, 'a text']];
  });
}

async function load(language: string, area: string): Promise<Map<string, string>> {
  const texts = (await import(`../../web/src/language/${language}/${area}.js`)) as object;
  return new Map(textsIn({ ...texts }));
}

const languages = readdirSync(FOLDER, { withFileTypes: true }).flatMap((entry) =>
  entry.isDirectory() && entry.name !== 'en' ? entry.name : [],
);

describe.each(languages)('The language %s', (language) => {
  it('has the areas of English', () => {
    expect(areasOf(language)).toEqual(areasOf('en'));
  });

  it.each(areasOf('en'))('has every text of %s, and no other', async (area) => {
    const [english, own] = await Promise.all([load('en', area), load(language, area)]);
    expect({
      missing: [...english.keys()].filter((name) => !own.has(name)),
      superfluous: [...own.keys()].filter((name) => !english.has(name)),
    }).toEqual({ missing: [], superfluous: [] });
    // A function may leave out values at its end that its language does not need.
    const other = [...own].filter(([name, kind]) => (kind === 'a text') !== (english.get(name) === 'a text'));
    expect(other).toEqual([]);
  });
});

/** The texts without values of an area, each behind its path. */
async function plainTexts(language: string, area: string): Promise<string[]> {
  const texts = (await import(`../../web/src/language/${language}/${area}.js`)) as object;
  const within = (part: object, path: string): string[] =>
    Object.entries(part).flatMap(([name, text]: [string, unknown]) => {
      if (typeof text === 'string') return [`${path}${name}: ${text}`];
      return typeof text === 'object' && text !== null ? within(text, `${path}${name}.`) : [];
    });
  return within({ ...texts }, `${area}.`);
}

const allTexts = async (language: string): Promise<string[]> =>
  (await Promise.all(areasOf(language).map((area) => plainTexts(language, area)))).flat();

describe('The languages', () => {
  it('write the dots of what goes on as is usual in each: "Loading…", but "Wird geladen …"', async () => {
    const [english, german] = await Promise.all([allTexts('en'), allTexts('de')]);
    expect(english.filter((text) => text.endsWith(' …'))).toEqual([]);
    expect(german.filter((text) => /[^\s]…$/.test(text))).toEqual([]);
    expect(english.filter((text) => text.endsWith('…')).length).toBeGreaterThan(5);
  });

  it('have one German word for permissions, that of the glossary', async () => {
    expect((await allTexts('de')).filter((text) => /\bRechten?\b/.test(text))).toEqual([]);
  });

  it('are English and German', () => {
    expect(['en', ...languages]).toEqual(['en', 'de']);
  });
});

/** The areas that the pages of a hub load. */
const AREAS_OF_HUB = ['base', 'fleet', 'history', 'log', 'network', 'roles', 'system', 'users'];
/** The parts of them that no page of a hub shows, or that are about its PDUs. */
const OF_CONTROLLERS =
  /^(fleet|notSupported|outlets\.reason|setupOffer|timeline|protocols|redfish|mqtt|roles\.operations|network\.(identityHelp|hub)|conf\.(ssh|nut|modbus|mqtt|fleetAccess|rack|assetTag)|system\.(controllerSerial|reboot|notBack|resetDone))/;

/** The texts below a part by their path; a function as its source. */
const withPaths = (part: object, path = ''): [string, string][] =>
  Object.entries(part).flatMap(([name, text]: [string, unknown]): [string, string][] =>
    typeof text === 'object' && text !== null ? withPaths(text, `${path}${name}.`) : [[path + name, String(text)]],
  );

async function loadOfHub(language: string): Promise<{ readonly ofController: object; readonly ofHub: object }> {
  const folder = `../../web/src/language/${language}`;
  const areas = await Promise.all(AREAS_OF_HUB.map((area) => import(`${folder}/${area}.js`) as Promise<object>));
  const { ofHub } = (await import(`${folder}/hub.js`)) as { readonly ofHub: object };
  return { ofController: Object.assign({}, ...areas) as object, ofHub };
}

describe.each(['en', ...languages])('The texts of a hub (%s)', (language) => {
  it('stand instead of those of a controller, and differ from them', async () => {
    const { ofController, ofHub } = await loadOfHub(language);
    const replaced = new Map(withPaths(ofController));
    expect(withPaths(ofHub).length).toBeGreaterThan(20);
    expect(withPaths(ofHub).filter(([path, text]) => [undefined, text].includes(replaced.get(path)))).toEqual([]);
  });

  it('say nothing of a controller or of one PDU where the hub is meant', async () => {
    const { ofController, ofHub } = await loadOfHub(language);
    const wrong = withPaths(overlaid(ofController, ofHub)).filter(
      ([path, text]) =>
        !OF_CONTROLLERS.test(path) &&
        /controller|(the|this|die|der|diese|dieser) PDU\b/i.test(
          text.replace(/commands of the PDU|Befehle der PDU/, ''),
        ),
    );
    expect(wrong).toEqual([]);
  });
});

describe('A German text within another', () => {
  it('keeps the capital letters of its nouns', () => {
    expect(rack.guarded('Core switch', outlets.protectionLabels.confirm)).toBe(
      'Core switch (vor dem Ausschalten fragen)',
    );
  });

  it('has a colon before the object that it is about', () => {
    expect(ruleSheet.draft(ruleSheet.verbs['11 OFF'], '8. Firewall')).toBe('Steckdose ausschalten: 8. Firewall');
  });
});
