export type ReceptacleForm =
  'c13' | 'c19' | 'c13c19' | 'nema515' | 'nema520' | 'nemaL5' | 'nemaL6' | 'schuko' | 'bs1363' | 'round';

const FORMS: readonly (readonly [name: RegExp, form: ReceptacleForm])[] = [
  [/\bC13\b.*\bC19\b/i, 'c13c19'],
  [/\bC1[35]\b/i, 'c13'],
  [/\bC(19|21)\b/i, 'c19'],
  [/\bL5-\d/i, 'nemaL5'],
  [/\bL6-\d/i, 'nemaL6'],
  [/\b5-15/i, 'nema515'],
  [/\b5-20/i, 'nema520'],
  [/\b(schuko|CEE ?7|type ?[EF])\b/i, 'schuko'],
  [/\b(BS ?1363|type ?G)\b/i, 'bs1363'],
];

/** The form of a receptacle by the name in the profile, such as "IEC 60320 C13"; a plain round one if it is unknown. */
export const receptacleForm = (name: string): ReceptacleForm =>
  FORMS.find(([pattern]) => pattern.test(name))?.[1] ?? 'round';
