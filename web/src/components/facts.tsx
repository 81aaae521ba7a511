import type { ReactNode } from 'react';
import './facts.css';

interface FactsProps {
  readonly rows: readonly (readonly [name: string, value: ReactNode])[];
  /** Among the values are dates with their time, which need wider columns to stay on one line. */
  readonly hasTimes?: boolean;
}

/** Names and values in columns that keep their widths: `<Facts rows={[['Voltage', <LiveValue … />]]} />`. */
export function Facts({ rows, hasTimes = false }: FactsProps) {
  return (
    <dl className="facts" data-times={hasTimes || undefined}>
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
