import type { Schema } from '../../api/client.js';
import { useSession } from '../../app/session.js';
import { en } from '../../language/en.js';
import { Facts } from '../../parts/facts.js';
import { NotServed } from '../../parts/not-served.js';
import { Panel } from '../../parts/page.js';

/** The SNMPv3 access of an account for who may only look. */
export function SnmpFacts({ user }: { readonly user: Schema['UserView'] }) {
  const { rights } = useSession();
  const words = en.snmpUser;
  const levels: Readonly<Record<string, string>> = words.levels;
  return (
    <Panel title={words.title}>
      <NotServed area="snmpUsers" mayAsk={rights.readsSettings} />
      <Facts
        rows={[
          [words.access, user.snmpv3Access ? en.common.on : en.common.off],
          [words.userId, user.snmpv3User_id || en.common.none],
          [words.security, levels[user.snmpv3Security]],
          [words.authProtocol, user.snmpv3AuthProtocol],
          [words.privProtocol, user.snmpv3PrivProtocol],
        ]}
      />
    </Panel>
  );
}
