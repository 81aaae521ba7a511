import { useLocation } from 'react-router';
import { FaultBanner } from '../app/fault-banner.js';
import { Frame, PageLinks } from '../app/frame.js';
import { NewVersion } from '../app/new-version.js';
import { words } from '../language/words.js';
import { useSession } from '../session/session.js';
import { HUB_PAGES } from './hub-pages.js';

/** The frame around every page of a hub, whose few pages have one list of links. */
export function HubShell() {
  const { rights, user } = useSession();
  const { pathname } = useLocation();
  const pages = HUB_PAGES.filter(({ section, may }) => section && !user.passwordChangeRequired && may(rights));
  // The page of a PDU belongs to the list of PDUs.
  const at = pathname.replace(/^\/pdus\/.*/, '/');
  return (
    <Frame
      pages={HUB_PAGES}
      shown={pages}
      navigation={<PageLinks label={words.fleet.pages} pages={pages} at={at} />}
      banner={<FaultBanner />}
    >
      <NewVersion />
    </Frame>
  );
}
