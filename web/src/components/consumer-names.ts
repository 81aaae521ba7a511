import { isolated } from '../language/direction.js';

/** The names of what an outlet powers as one text; a name may have a comma: "System 21, power supply 2". */
export const consumerNames = (consumers: readonly string[]): string => consumers.map(isolated).join(' · ');
