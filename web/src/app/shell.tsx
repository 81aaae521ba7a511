import { useLocation } from 'react-router';
import { useApi } from '../api/queries.js';
import { words, type Words } from '../language/words.js';
import { AlarmBadge, AlarmCount } from './alarm-badge.js';
import { FaultBanner } from './fault-banner.js';
import { Frame, PageLinks } from './frame.js';
import { NewVersion } from './new-version.js';
import { PAGES } from './pages.js';
import { PaletteHost } from './palette-host.js';
import { useIsSilent } from '../live/live.js';
import { useLastSeen } from '../session/last-seen.js';
import { useTabTitle } from '../session/tab-title.js';
import { useSession } from '../session/session.js';

const SECTIONS = Object.keys(words.sections) as (keyof Words['sections'])[];

/** The frame around every page of a controller: its navigation in sections, the palette, the alarms. */
export function Shell() {
  const { rights, user, times } = useSession();
  useTabTitle();
  useLastSeen(times.zone);
  const { pathname } = useLocation();
  const isSilent = useIsSilent();
  const { isSuccess: hasSimulator } = useApi('/api/simulator', { enabled: rights.isAdministrator });
  const mustChange = user.passwordChangeRequired === true;
  const pages = PAGES.filter((page) => !mustChange && page.may(rights) && (!page.simulatorOnly || hasSimulator));
  return (
    <Frame
      pages={PAGES}
      shown={pages}
      navigation={SECTIONS.map((each) => (
        <PageLinks
          key={each}
          label={words.sections[each]}
          pages={pages.filter(({ section }) => section === each)}
          at={pathname}
          count={<AlarmCount />}
        >
          <p className="nav-title">{words.sections[each]}</p>
        </PageLinks>
      ))}
      tools={
        <>
          {!mustChange && <PaletteHost pages={pages} />}
          <AlarmBadge />
        </>
      }
      banner={<FaultBanner />}
      needsRoom={isSilent}
    >
      <NewVersion />
    </Frame>
  );
}
