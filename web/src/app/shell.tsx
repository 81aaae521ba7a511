import { AppShell, Alert, Box, Group } from '@mantine/core';
import { useIsMutating } from '@tanstack/react-query';
import { Suspense, useEffect } from 'react';
import { Link, Navigate, Route, Routes, useLocation } from 'react-router';
import { useApi } from '../api/queries.js';
import { words, type Words } from '../language/words.js';
import { LiveBanner, LivePill, useIsOld } from '../components/live-state.js';
import { clearFailures } from '../components/toasts.js';
import { Loading } from '../components/loading.js';
import { Icon } from '../components/icons.js';
import { AccountMenu } from './account-menu.js';
import { AlarmBadge, AlarmCount } from './alarm-badge.js';
import { NewVersion } from './new-version.js';
import { DeviceTitle } from './device-title.js';
import { ErrorBoundary } from './error-boundary.js';
import { FaultBanner } from './fault-banner.js';
import { NotAllowed, NotFound } from './no-page.js';
import { iconOf } from './page-icons.js';
import { PAGES, type PageRow } from './pages.js';
import { PaletteHost } from './palette-host.js';
import { TabBar } from './tab-bar.js';
import { usePhoneNavigation } from './use-phone-navigation.js';
import { useIsSilent } from '../live/live.js';
import { useLastSeen } from '../session/last-seen.js';
import { useTabTitle } from '../session/tab-title.js';
import type { Rights } from '../session/rights.js';
import { useSession } from '../session/session.js';

const SECTIONS = Object.keys(words.sections) as (keyof Words['sections'])[];

/** The frame around every page: the navigation by permission, the state of the stream, the account menu. */
export function Shell() {
  const { opened, toggle, navbar } = usePhoneNavigation();
  const { rights, user, times } = useSession();
  useTabTitle();
  useLastSeen(times.zone);
  const { pathname } = useLocation();
  const isOld = useIsOld();
  const isSilent = useIsSilent();
  const { isSuccess: hasSimulator } = useApi('/api/simulator', { enabled: rights.isAdministrator });
  const mustChange = user.passwordChangeRequired === true;
  const pages = PAGES.filter((page) => !mustChange && page.may(rights) && (!page.simulatorOnly || hasSimulator));
  useEffect(() => clearFailures, [pathname]);

  return (
    <AppShell
      header={{ height: { base: 52, sm: 44 } }}
      navbar={{ width: 190, breakpoint: 'sm', collapsed: { mobile: !opened, desktop: mustChange } }}
      footer={{ height: { base: mustChange ? 0 : 56, sm: 0 } }}
      padding="md"
      transitionDuration={0}
    >
      <AppShell.Header bg="var(--raised)">
        <a className="skip" href="#content">
          {words.shell.skip}
        </a>
        <Group h="100%" px="md" gap="sm" wrap="nowrap" justify="space-between">
          <div className="header-title">
            <DeviceTitle />
            <LiveBanner />
          </div>
          <Group gap="sm" wrap="nowrap">
            {!mustChange && <PaletteHost pages={pages} />}
            <AlarmBadge />
            {/* The banner beside it says the same, and the alarm of silent hardware needs the space. */}
            <Box {...(isOld && { visibleFrom: isSilent ? 'md' : 'sm' })}>
              <LivePill />
            </Box>
            <AccountMenu />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar bg="var(--raised)" aria-label={words.shell.navigation} {...navbar}>
        <div className="navigation">
          {SECTIONS.map((section) => (
            <Section
              key={section}
              title={words.sections[section]}
              pages={pages.filter((page) => page.section === section)}
            />
          ))}
        </div>
      </AppShell.Navbar>
      <AppShell.Main id="content" tabIndex={-1}>
        <BusyBar />
        {!mustChange && <FaultBanner />}
        {mustChange && (
          <Alert color="orange" mb="md" variant="light">
            {words.shell.changePassword}
          </Alert>
        )}
        <ErrorBoundary key={pathname}>
          <Suspense fallback={<Loading />}>
            <Routes>
              {PAGES.map((page) => (
                <Route key={page.path} path={page.path} element={elementOf(page, rights, mustChange)} />
              ))}
              <Route path="*" element={<NotFound />} />
            </Routes>
          </Suspense>
        </ErrorBoundary>
      </AppShell.Main>
      <NewVersion />
      {!mustChange && <TabBar pages={pages} isMenuOpen={opened} onMenu={toggle} />}
    </AppShell>
  );
}

/** The element of a page; with a temporary password only the account page is available, where it is changed. */
function elementOf({ path, may, component: Content }: PageRow, rights: Rights, mustChange: boolean) {
  if (mustChange && path !== ACCOUNT) return <Navigate to={ACCOUNT} replace />;
  return may(rights) ? <Content /> : <NotAllowed />;
}

const ACCOUNT = '/settings/account';

function Section({ title, pages }: { title: string; pages: readonly PageRow[] }) {
  const { pathname } = useLocation();
  const active = activePath(pathname, pages);
  if (pages.length === 0) return null;
  return (
    <nav aria-label={title}>
      <p className="nav-title">{title}</p>
      {pages.map(({ path, title: page }) => (
        <Link
          key={path}
          className="nav-link"
          to={path}
          data-active={path === active || undefined}
          aria-current={pathname === path ? 'page' : undefined}
        >
          <Icon name={iconOf(page)} />
          <span>{words.titles[page]}</span>
          {path === '/' && <AlarmCount />}
        </Link>
      ))}
    </nav>
  );
}

/** The page of the navigation that a page is below: of `/settings` and `/settings/users` the longer has `/settings/users/1`. */
const activePath = (pathname: string, pages: readonly PageRow[]): string | undefined =>
  pages
    .map(({ path }) => path)
    .filter((path) => pathname === path || (path !== '/' && pathname.startsWith(`${path}/`)))
    .sort((one, other) => other.length - one.length)[0];

/** A bar along the top while a change takes longer than most do; the style sheet hides it for the first 600 ms. */
function BusyBar() {
  const isBusy = useIsMutating() > 0;
  return isBusy ? <div className="busy-bar" role="progressbar" aria-label={words.shell.busy} /> : null;
}
