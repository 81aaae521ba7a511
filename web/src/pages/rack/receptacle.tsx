import { memo } from 'react';
import { receptacleForm, type ReceptacleForm } from './receptacle-form.js';

interface Face {
  /** The outline, which is filled while there is power. */
  readonly outline: string;
  /** The holes. */
  readonly holes: string;
}

const slot = (x: number, y: number, width: number, height: number): string =>
  `M${x} ${y}h${width}v${height}h${-width}z`;
const pin = (x: number, y: number, radius = 1.7): string =>
  `M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0z`;
const disc = pin(12, 12, 10);
const ground = 'M10 17.6a2 2 0 0 1 4 0v1.2h-4z';
/** A curved slot of a locking receptacle, around the centre, from one angle to another in degrees. */
function arc(from: number, to: number, inner = 5.8, outer = 7.6): string {
  const at = (angle: number, radius: number): string => {
    const turn = (angle * Math.PI) / 180;
    return `${(12 + radius * Math.cos(turn)).toFixed(2)} ${(12 + radius * Math.sin(turn)).toFixed(2)}`;
  };
  return `M${at(from, outer)}A${outer} ${outer} 0 0 1 ${at(to, outer)}L${at(to, inner)}A${inner} ${inner} 0 0 0 ${at(from, inner)}z`;
}

/** The face of each form, 24 by 24, seen from the front. */
const FACES: Readonly<Record<ReceptacleForm, Face>> = {
  c13: {
    outline: 'M7 5h10l4.5 4.2V18a1.2 1.2 0 0 1-1.2 1.2H3.7A1.2 1.2 0 0 1 2.5 18V9.2z',
    holes: slot(6.2, 11.4, 1.8, 4.6) + slot(11.1, 8, 1.8, 4.6) + slot(16, 11.4, 1.8, 4.6),
  },
  c19: {
    outline: 'M4.5 4h15L22 6.5v12a1.5 1.5 0 0 1-1.5 1.5h-17A1.5 1.5 0 0 1 2 18.5v-12z',
    holes: slot(9.4, 7.2, 5.2, 2) + slot(4.8, 13.8, 5.2, 2) + slot(14, 13.8, 5.2, 2),
  },
  c13c19: {
    outline: 'M4.5 4h15L22 6.5v12a1.5 1.5 0 0 1-1.5 1.5h-17A1.5 1.5 0 0 1 2 18.5v-12z',
    holes:
      slot(7.3, 12, 1.6, 3.6) +
      slot(11.2, 9, 1.6, 3.6) +
      slot(15.1, 12, 1.6, 3.6) +
      slot(9.4, 5.7, 5.2, 1.3) +
      slot(3.7, 14, 1.3, 4) +
      slot(19, 14, 1.3, 4),
  },
  nema515: { outline: disc, holes: slot(7.2, 6.4, 1.8, 6.4) + slot(15, 7, 1.8, 5.2) + ground },
  nema520: {
    outline: disc,
    holes: `${slot(7.2, 6.4, 1.8, 6.4)}${slot(4.6, 8.7, 2.6, 1.8)}${slot(15, 7, 1.8, 5.2)}${ground}`,
  },
  nemaL5: { outline: disc, holes: arc(200, 245) + arc(295, 340) + arc(65, 115) + slot(11.2, 15.8, 1.6, 2.2) },
  nemaL6: { outline: disc, holes: arc(160, 205) + arc(335, 380) + arc(68, 112) + slot(9.2, 15.6, 1.6, 1.8) },
  schuko: {
    outline: disc,
    holes: pin(7.8, 12) + pin(16.2, 12) + slot(10.4, 2.6, 3.2, 2.4) + slot(10.4, 19, 3.2, 2.4),
  },
  bs1363: {
    outline: 'M5 2.5h14A2.5 2.5 0 0 1 21.5 5v14a2.5 2.5 0 0 1-2.5 2.5H5A2.5 2.5 0 0 1 2.5 19V5A2.5 2.5 0 0 1 5 2.5z',
    holes: slot(10.8, 5.6, 2.4, 5) + slot(5, 14, 4.6, 2.2) + slot(14.4, 14, 4.6, 2.2),
  },
  round: { outline: disc, holes: pin(8.2, 10) + pin(15.8, 10) + pin(12, 16) },
};

/** A receptacle as it is seen from the front, in the colour of the text around it. */
export const Receptacle = memo(function Receptacle({ name }: { readonly name: string }) {
  const { outline, holes } = FACES[receptacleForm(name)];
  return (
    <svg className="receptacle" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={outline} />
      <path d={holes} className="receptacle-hole" />
    </svg>
  );
});
