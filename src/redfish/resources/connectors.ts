/** NEMA receptacles that the schema names. */
const NEMA_RECEPTACLES = new Set(['5-15R', '5-20R', 'L5-20R', 'L5-30R', 'L6-20R', 'L6-30R']);
/** NEMA plugs that the schema names. */
const NEMA_PLUGS = new Set([
  ...['5-15P', 'L5-15P', '5-20P', 'L5-20P', 'L5-30P', '6-15P', 'L6-15P', '6-20P', 'L6-20P', 'L6-30P'],
  ...['L14-20P', 'L14-30P', 'L15-20P', 'L15-30P', 'L21-20P', 'L21-30P', 'L22-20P', 'L22-30P'],
]);
const IEC_PLUGS = new Set(['C14', 'C16', 'C20']);
/** IEC 60309 plugs that the schema names, by what stands in their name. */
const IEC_60309: Readonly<Record<string, string>> = {
  '316P6': 'IEC_60309_316P6',
  '332P6': 'IEC_60309_332P6',
  '363P6': 'IEC_60309_363P6',
  '516P6': 'IEC_60309_516P6',
  '532P6': 'IEC_60309_532P6',
  '563P6': 'IEC_60309_563P6',
  '460P9': 'IEC_60309_460P9',
  '560P9': 'IEC_60309_560P9',
};
const COUNTRIES: readonly (readonly [name: RegExp, type: string])[] = [
  [/\bCEE ?7.*\b(type ?E|7\/5)\b/i, 'CEE_7_Type_E'],
  [/\b(CEE ?7|schuko)\b/i, 'CEE_7_Type_F'],
  [/\bSEV ?1011\b.*23/i, 'SEV_1011_TYPE_23'],
  [/\bSEV ?1011\b/i, 'SEV_1011_TYPE_12'],
  [/\bBS ?1363\b/i, 'BS_1363_Type_G'],
];

const underscored = (name: string): string => name.replace('-', '_');

/** The type of a receptacle as the schema names it; null for one that it does not know. */
export function outletType(receptacle: string): string | null {
  const iec = /\bIEC 60320 (C13|C19)\b/i.exec(receptacle)?.[1];
  if (iec !== undefined) return `IEC_60320_${iec.toUpperCase()}`;
  const nema = /\bNEMA (L?\d{1,2}-\d{2}R)\b/i.exec(receptacle)?.[1]?.toUpperCase();
  if (nema !== undefined && NEMA_RECEPTACLES.has(nema)) return `NEMA_${underscored(nema)}`;
  return COUNTRIES.find(([name]) => name.test(receptacle))?.[1] ?? null;
}

/** The type of a plug as the schema names it; null for one that it does not know. */
export function plugType(plug: string): string | null {
  const nema = /\bNEMA (L?\d{1,2}-\d{2}P)\b/i.exec(plug)?.[1]?.toUpperCase();
  if (nema !== undefined && NEMA_PLUGS.has(nema)) return `NEMA_${underscored(nema)}`;
  const iec = /\bIEC 60320 (C\d{2})\b/i.exec(plug)?.[1]?.toUpperCase();
  if (iec !== undefined && IEC_PLUGS.has(iec)) return `IEC_60320_${iec}`;
  const industrial = /\bIEC 60309.*\b(\d{3}P\d)\b/i.exec(plug)?.[1]?.toUpperCase();
  return (industrial !== undefined ? IEC_60309[industrial] : undefined) ?? null;
}
