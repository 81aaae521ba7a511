import { Link } from 'react-router';
import { useApi } from '../api/queries.js';
import { words } from '../language/words.js';
import { useSession } from '../session/session.js';
import './fault-banner.css';

const EVERY = 30_000;

/**
 * A banner on every page, for roles that may see it, with a fault of the controller itself and a link to the details.
 * Silent hardware is not in it: the header says it from the live stream, at once and only while it lasts, and the health
 * keeps the fault for a while longer, so that a hardware that comes and goes does not send a mail each time.
 */
export function FaultBanner() {
  const { rights } = useSession();
  const { data: health } = useApi('/api/system/health', {
    enabled: rights.can('viewGlobalDeviceSettings'),
    every: EVERY,
  });
  const [first, ...others] = (health?.faults ?? []).filter(({ kind }) => kind !== 'hardware');
  if (!first) return null;
  return (
    <div className="fault-banner" role="status">
      <span title={first.message}>{first.message}</span>
      <Link to="/system">{others.length === 0 ? words.shell.faultLink : words.shell.faultsLink(others.length)}</Link>
    </div>
  );
}
