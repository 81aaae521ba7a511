import { NAME } from '../../common/values.js';

const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Surrogate}\u2028\u2029]/gu;

/** A name as a hub accepts it: settings and profile files may have invisible characters in one. */
export function validName(name: string): string {
  if ('value' in NAME(name)) return name;
  const visible = [...name.replace(INVISIBLE, '')].slice(0, 100).join('');
  return 'value' in NAME(visible) ? visible : 'PDU';
}
