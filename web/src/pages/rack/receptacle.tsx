import { memo, type ReactNode } from 'react';
import { receptacleForm, type ReceptacleForm } from './receptacle-form.js';

const slot = (x: number, y: number, width: number, height: number): ReactNode => (
  <rect key={`${x},${y}`} x={x} y={y} width={width} height={height} rx={0.6} className="receptacle-hole" />
);
const pin = (x: number, y: number, radius = 1.7): ReactNode => (
  <circle key={`${x},${y}`} cx={x} cy={y} r={radius} className="receptacle-hole" />
);
const face = <circle cx={12} cy={12} r={10} />;
const ground = <path d="M10 17.6a2 2 0 0 1 4 0v1.2h-4z" className="receptacle-hole" />;

/** The face of each form, 24 by 24, seen from the front. */
const FACES: Readonly<Record<ReceptacleForm, ReactNode>> = {
  c13: (
    <>
      <path d="M7 5h10l4.5 4.2V18a1.2 1.2 0 0 1-1.2 1.2H3.7A1.2 1.2 0 0 1 2.5 18V9.2z" />
      {[slot(6.2, 11.4, 1.8, 4.6), slot(11.1, 8, 1.8, 4.6), slot(16, 11.4, 1.8, 4.6)]}
    </>
  ),
  c19: (
    <>
      <path d="M4.5 4h15L22 6.5v12A1.5 1.5 0 0 1 20.5 20h-17A1.5 1.5 0 0 1 2 18.500v-12z" />
      {[slot(9.4, 7.2, 5.2, 2), slot(4.8, 13.8, 5.2, 2), slot(14, 13.8, 5.2, 2)]}
    </>
  ),
  c13c19: (
    <>
      <path d="M4.5 4h15L22 6.500v12a1.5 1.5 0 0 1-1.5 1.500h-17A1.5 1.5 0 0 1 2 18.500v-12z" />
      <path d="M8 7h8l3.2 3v7H4.800v-7z" strokeWidth={0.9} />
      {[slot(7.3, 12, 1.6, 3.6), slot(11.2, 9, 1.6, 3.6), slot(15.1, 12, 1.6, 3.6)]}
    </>
  ),
  nema515: (
    <>
      {face}
      {[slot(7.2, 6.4, 1.8, 6.4), slot(15, 7, 1.8, 5.2)]}
      {ground}
    </>
  ),
  nema520: (
    <>
      {face}
      {[slot(7.2, 6.4, 1.8, 6.4), slot(4.6, 8.7, 3.4, 1.8), slot(15, 7, 1.8, 5.2)]}
      {ground}
    </>
  ),
  nemaL5: (
    <>
      {face}
      <path d="M6 9.200a6.7 6.7 0 0 1 3.4-3.400M14.6 5.800A6.7 6.7 0 0 1 18 9.200M9.2 18.200a6.7 6.7 0 0 0 5.6 0v-1.9" />
      {pin(12, 12, 1)}
    </>
  ),
  nemaL6: (
    <>
      {face}
      <path d="M5.6 10a6.7 6.7 0 0 1 2.2-3.400M16.2 6.600a6.7 6.7 0 0 1 2.2 3.400M9.2 18.200a6.7 6.7 0 0 0 5.6 0M16.2 6.600l-1.3 1.5" />
      {pin(12, 12, 1)}
    </>
  ),
  schuko: (
    <>
      {face}
      {[pin(7.8, 12), pin(16.2, 12)]}
      <path d="M10.3 2.600v3.200h3.400V2.600M10.3 21.400v-3.200h3.400v3.2" />
    </>
  ),
  bs1363: (
    <>
      <rect x={2.5} y={2.5} width={19} height={19} rx={2.5} />
      {[slot(10.8, 5.6, 2.4, 5), slot(5, 14, 4.6, 2.2), slot(14.4, 14, 4.6, 2.2)]}
    </>
  ),
  round: (
    <>
      {face}
      {[pin(8.2, 10), pin(15.8, 10), pin(12, 16)]}
    </>
  ),
};

/** A receptacle as it is seen from the front, in the colour of the text around it. */
export const Receptacle = memo(function Receptacle({ name }: { readonly name: string }) {
  return (
    <svg className="receptacle" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      {FACES[receptacleForm(name)]}
    </svg>
  );
});
