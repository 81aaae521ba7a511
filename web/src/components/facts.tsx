import type { ReactNode } from 'react';
import './facts.css';

/** Names and values in two columns that keep their widths: `<Facts rows={[['Voltage', <LiveValue … />]]} />`. */
export function Facts({ rows }: { readonly rows: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className="facts">
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
