import { isolated } from '../language/direction.js';

/** The names of what an outlet powers as one text; a name may have a comma: "System 21, power supply 2". */
export const consumerNames = (consumers: readonly string[]): string => consumers.map(isolated).join(' · ');

/** The lines of a text that are not empty, without the white space around them. */
export const linesIn = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** The consumers in a text with one on each line, as forms and spreadsheets have them. */
export const consumersIn = (text: string): string[] => [...new Set(linesIn(text))];
