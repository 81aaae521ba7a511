import { Alert, AppShell, Box, Group } from '@mantine/core';
import { useIsMutating } from '@tanstack/react-query';
import { Suspense, useEffect, type ReactNode } from 'react';
import { Link, Navigate, Route, Routes, useLocation } from 'react-router';
import { Icon } from '../components/icons.js';
import { LiveBanner, LivePill, useIsOld } from '../components/live-state.js';
import { Loading } from '../components/loading.js';
import { clearFailures } from '../components/toasts.js';
import { words } from '../language/words.js';
import type { Rights } from '../session/rights.js';
import { useSession } from '../session/session.js';
import { AccountMenu } from './account-menu.js';
import { DeviceTitle } from './device-title.js';
import { ErrorBoundary } from './error-boundary.js';
import { NotAllowed, NotFound } from './no-page.js';
import { iconOf } from './page-icons.js';
import type { PageRow } from './pages.js';
import { TabBar } from './tab-bar.js';
import { usePhoneNavigation } from './use-phone-navigation.js';

interface FrameProps {
  /** All pages, also those that the user may not see. */
  readonly pages: readonly PageRow[];
  /** The pages that the user may see. */
  readonly shown: readonly PageRow[];
  /** The links to them. */
  readonly navigation: ReactNode;
  /** In the header, before the state of the stream. */
  readonly tools?: ReactNode;
  /** Above the page. */
  readonly banner?: ReactNode;
  /** The tools need so much room that a tablet has none for the state of the stream beside its banner. */
  readonly needsRoom?: boolean;
  readonly children?: ReactNode;
}

/** The frame around every page of a controller or a hub: title, state of the stream, account menu, navigation, page. */
export function Frame({ pages, shown, navigation, tools, banner, needsRoom, children }: FrameProps) {
  const { opened, toggle, navbar } = usePhoneNavigation();
  const { rights, user } = useSession();
  const { pathname } = useLocation();
  const isOld = useIsOld();
  const mustChange = user.passwordChangeRequired === true;
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
            {tools}
            {/* The banner beside it says the same, and the tools need the space. */}
            <Box {...(isOld && { visibleFrom: needsRoom ? 'md' : 'sm' })}>
              <LivePill />
            </Box>
            <AccountMenu />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar bg="var(--raised)" aria-label={words.shell.navigation} {...navbar}>
        <div className="navigation">{navigation}</div>
      </AppShell.Navbar>
      <AppShell.Main id="content" tabIndex={-1}>
        <BusyBar />
        {mustChange ? (
          <Alert color="orange" mb="md" variant="light">
            {words.shell.changePassword}
          </Alert>
        ) : (
          banner
        )}
        <ErrorBoundary key={pathname}>
          <Suspense fallback={<Loading />}>
            <Routes>
              {pages.map((page) => (
                <Route key={page.path} path={page.path} element={elementOf(page, rights, mustChange)} />
              ))}
              <Route path="*" element={<NotFound />} />
            </Routes>
          </Suspense>
        </ErrorBoundary>
      </AppShell.Main>
      {children}
      {!mustChange && <TabBar pages={shown} isMenuOpen={opened} onMenu={toggle} />}
    </AppShell>
  );
}

/** The element of a page; with a temporary password only the account page is available, where it is changed. */
function elementOf({ path, may, component: Content }: PageRow, rights: Rights, mustChange: boolean) {
  if (mustChange && path !== ACCOUNT) return <Navigate to={ACCOUNT} replace />;
  return may(rights) ? <Content /> : <NotAllowed />;
}

const ACCOUNT = '/settings/account';

interface PageLinksProps {
  readonly label: string;
  readonly pages: readonly PageRow[];
  /** The path whose link is marked: that of the page, or of the list that it belongs to. */
  readonly at: string;
  /** A number at the link to the first page. */
  readonly count?: ReactNode;
  /** Above the links. */
  readonly children?: ReactNode;
}

/** The links to pages in the navigation. */
export function PageLinks({ label, pages, at, count, children }: PageLinksProps) {
  const { pathname } = useLocation();
  const active = activePath(at, pages);
  if (pages.length === 0) return null;
  return (
    <nav aria-label={label}>
      {children}
      {pages.map(({ path, title }) => (
        <Link
          key={path}
          className="nav-link"
          to={path}
          data-active={path === active || undefined}
          aria-current={pathname === path ? 'page' : undefined}
        >
          <Icon name={iconOf(title)} />
          <span>{words.titles[title]}</span>
          {path === '/' && count}
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
