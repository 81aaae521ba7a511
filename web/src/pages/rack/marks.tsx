import { words } from '../../language/words.js';
import type { OutletRow } from '../outlets/outlet-rows.js';

/** The protection of an outlet and the answers of its device to pings, as small symbols with words for screen readers. */
export function Marks({ row: { protection, device } }: { readonly row: OutletRow }) {
  const ping = device?.reachable === false ? words.outlets.unreachable : words.outlets.reachable;
  return (
    <>
      {protection !== 'none' && (
        <span className="rack-mark" data-protection={protection} title={words.outlets.protectionLabels[protection]}>
          <svg viewBox="0 0 12 12" aria-hidden="true">
            {protection === 'confirm' ? (
              <path d="M6 .6 10.600 2.200v3.500c0 2.700-1.900 4.700-4.600 5.700C3.300 10.400 1.400 8.400 1.400 5.700V2.200z" />
            ) : (
              <path d="M3 5V4a3 3 0 0 1 6 0v1h1v6H2V5zm1.4 0h3.200V4a1.6 1.6 0 0 0-3.2 0z" fillRule="evenodd" />
            )}
          </svg>
          <span className="visually-hidden">, {words.outlets.protectionLabels[protection]}</span>
        </span>
      )}
      {device?.reachable !== undefined && (
        <span className="rack-mark live" data-tone={device.reachable ? 'ok' : 'bad'} title={ping}>
          <svg viewBox="0 0 12 12" aria-hidden="true" className="rack-ping">
            <path d="M1.5 5a6.4 6.4 0 0 1 9 0M3.6 7.300a3.4 3.4 0 0 1 4.8 0" />
            <circle cx={6} cy={9.8} r={1} />
            {!device.reachable && <path d="m1.5 1.5 9 9.5" />}
          </svg>
          <span className="visually-hidden">, {ping}</span>
        </span>
      )}
    </>
  );
}
