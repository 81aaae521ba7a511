import { Alert, AppShell, Box, Burger, Group } from '@mantine/core';
import { Suspense, useEffect } from 'react';
import { Link, Navigate, Route, Routes, useLocation } from 'react-router';
import { AccountMenu } from '../app/account-menu.js';
import { DeviceTitle } from '../app/device-title.js';
import { ErrorBoundary } from '../app/error-boundary.js';
import { NotAllowed, NotFound } from '../app/no-page.js';
import { iconOf } from '../app/page-icons.js';
import { usePhoneNavigation } from '../app/use-phone-navigation.js';
import { Icon } from '../components/icons.js';
import { LiveBanner, LivePill, useIsOld } from '../components/live-state.js';
import { Loading } from '../components/loading.js';
import { clearFailures } from '../components/toasts.js';
import { words } from '../language/words.js';
import { useSession } from '../session/session.js';
import { HUB_PAGES } from './hub-pages.js';

const ACCOUNT = '/settings/account';

/** The frame around every page of a hub: the navigation by permission, the state of the stream, and the menu of the account. */
export function HubShell() {
  const { opened, toggle, navbar } = usePhoneNavigation();
  const { rights, user } = useSession();
  const { pathname } = useLocation();
  const isOld = useIsOld();
  const mustChange = user.passwordChangeRequired === true;
  useEffect(() => clearFailures, [pathname]);
  return (
    <AppShell
      header={{ height: 48 }}
      navbar={{ width: 190, breakpoint: 'sm', collapsed: { mobile: !opened } }}
      padding="md"
      transitionDuration={0}
    >
      <AppShell.Header bg="var(--raised)">
        <a className="skip" href="#content">
          {words.shell.skip}
        </a>
        <Group h="100%" px="md" gap="sm" wrap="nowrap" justify="space-between">
          <Group gap="sm" wrap="nowrap" miw={0} h="100%" flex={1}>
            <Burger
              hiddenFrom="sm"
              size="sm"
              opened={opened}
              onClick={toggle}
              aria-label={opened ? words.shell.closeNavigation : words.shell.openNavigation}
            />
            <div className="header-title">
              <DeviceTitle />
              <LiveBanner />
            </div>
          </Group>
          <Group gap="sm" wrap="nowrap">
            <Box {...(isOld && { visibleFrom: 'sm' })}>
              <LivePill />
            </Box>
            <AccountMenu />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar bg="var(--raised)" aria-label={words.shell.navigation} {...navbar}>
        <nav className="navigation" aria-label={words.fleet.pages}>
          {HUB_PAGES.filter((page) => page.section && !mustChange && page.may(rights)).map(({ path, title }) => (
            <Link
              key={path}
              className="nav-link"
              to={path}
              data-active={isOn(path, pathname) || undefined}
              aria-current={pathname === path ? 'page' : undefined}
            >
              <Icon name={iconOf(title)} />
              <span>{words.titles[title]}</span>
            </Link>
          ))}
        </nav>
      </AppShell.Navbar>
      <AppShell.Main id="content" tabIndex={-1}>
        {mustChange && (
          <Alert color="orange" mb="md" variant="light">
            {words.shell.changePassword}
          </Alert>
        )}
        <ErrorBoundary key={pathname}>
          <Suspense fallback={<Loading />}>
            <Routes>
              {HUB_PAGES.map(({ path, may, component: Content }) => {
                const isShown = !mustChange || path === ACCOUNT;
                const content = may(rights) ? <Content /> : <NotAllowed />;
                return <Route key={path} path={path} element={isShown ? content : <Navigate to={ACCOUNT} replace />} />;
              })}
              <Route path="*" element={<NotFound />} />
            </Routes>
          </Suspense>
        </ErrorBoundary>
      </AppShell.Main>
    </AppShell>
  );
}

/** True for the page itself, those below it without a place of their own, and for the list of PDUs on the page of one. */
function isOn(path: string, pathname: string): boolean {
  const below = path === '/' ? '/pdus/' : `${path}/`;
  return pathname === path || (pathname.startsWith(below) && !HUB_PAGES.some((page) => page.path === pathname));
}
