import { isolating } from './direction.js';
import { locale, type Locale } from './locale.js';
import { overlaid } from './overlaid.js';

/** The texts of English by area: `base` for the frame, the first page and shared components, the others for pages. */
const ENGLISH = {
  base: () => import('./en/base.js'),
  automation: () => import('./en/automation.js'),
  capacity: () => import('./en/capacity.js'),
  energy: () => import('./en/energy.js'),
  fleet: () => import('./en/fleet.js'),
  groups: () => import('./en/groups.js'),
  history: () => import('./en/history.js'),
  log: () => import('./en/log.js'),
  network: () => import('./en/network.js'),
  palette: () => import('./en/palette.js'),
  rack: () => import('./en/rack.js'),
  relays: () => import('./en/relays.js'),
  roles: () => import('./en/roles.js'),
  setup: () => import('./en/setup.js'),
  simulator: () => import('./en/simulator.js'),
  system: () => import('./en/system.js'),
  users: () => import('./en/users.js'),
  wall: () => import('./en/wall.js'),
} as const;

export type Area = keyof typeof ENGLISH;
type TextsOf<Name extends Area> = Awaited<ReturnType<(typeof ENGLISH)[Name]>>;
type Intersection<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;

/** Every text of the browser UI by section. */
export type Words = Intersection<{ [Name in Area]: TextsOf<Name> }[Area]>;

/** The texts of another language: the same functions with the same values, and any text for a text. */
export type Overlay<Texts> = Texts extends (...values: infer Values) => string
  ? (...values: Values) => string
  : Texts extends string
    ? string
    : { readonly [Name in keyof Texts]?: Overlay<Texts[Name]> };

/** The texts of German by area. A text that is missing here is shown in English; test/laws/languages.spec.ts lists it. */
const GERMAN: { readonly [Name in Area]: () => Promise<Overlay<TextsOf<Name>>> } = {
  base: () => import('./de/base.js'),
  automation: () => import('./de/automation.js'),
  capacity: () => import('./de/capacity.js'),
  energy: () => import('./de/energy.js'),
  fleet: () => import('./de/fleet.js'),
  groups: () => import('./de/groups.js'),
  history: () => import('./de/history.js'),
  log: () => import('./de/log.js'),
  network: () => import('./de/network.js'),
  palette: () => import('./de/palette.js'),
  rack: () => import('./de/rack.js'),
  relays: () => import('./de/relays.js'),
  roles: () => import('./de/roles.js'),
  setup: () => import('./de/setup.js'),
  simulator: () => import('./de/simulator.js'),
  system: () => import('./de/system.js'),
  users: () => import('./de/users.js'),
  wall: () => import('./de/wall.js'),
};

/** The texts of a hub that differ, by section; test/laws/languages.spec.ts compares them with those that they replace. */
const OF_HUB: Readonly<Record<Locale, () => Promise<{ readonly ofHub: Overlay<Words> }>>> = {
  en: () => import('./en/hub.js'),
  de: () => import('./de/hub.js'),
};

const TRANSLATED: Readonly<Partial<Record<Locale, { readonly [Name in Area]: () => Promise<object> }>>> = {
  de: GERMAN,
};

/**
 * The texts that are loaded so far, in the language of this user. Each page names the areas that it needs (app/pages.ts),
 * and a test holds it to them. Texts of the controller (errors, explanations, labels of the catalogues) are translated where
 * they arrive, in web/src/translation.
 */
export const words = {} as Words;

let ofRole: Promise<object> = Promise.resolve({});

/** Makes all texts that are loaded after this those of a hub. */
export function speakOfHub(): void {
  ofRole = OF_HUB[locale]().then(({ ofHub }) => ofHub);
}

/** Loads the texts of areas, each once. */
export async function loadWords(...areas: readonly Area[]): Promise<void> {
  const [own, ...texts] = await Promise.all([ofRole, ...areas.map(textsOf)]);
  Object.assign(words, ...texts.map((each) => isolating(overlaid(each, own))));
}

async function textsOf(area: Area): Promise<object> {
  const [english, translated] = await Promise.all([ENGLISH[area](), TRANSLATED[locale]?.[area]()]);
  return translated ? overlaid(english, translated) : { ...english };
}
