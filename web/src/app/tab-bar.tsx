import { AppShell, UnstyledButton } from '@mantine/core';
import { Link, useLocation } from 'react-router';
import { Icon } from '../components/icons.js';
import { words } from '../language/words.js';
import { iconOf } from './page-icons.js';
import type { PageRow } from './pages.js';
import './tab-bar.css';

/** The pages under the thumb on a phone; a role that may not open one gets the next. */
const FIRST = [
  '/',
  '/outlets',
  '/groups',
  '/log',
  '/energy',
  '/history',
  '/capacity',
  '/events',
  '/settings/account',
  '/enrolment',
];
const PLACES = 4;

/** True on a page and on those of its objects, such as that of an outlet. */
const isWithin = (path: string, pathname: string): boolean =>
  pathname === path || (path !== '/' && pathname.startsWith(`${path}/`));

interface TabBarProps {
  readonly pages: readonly PageRow[];
  readonly isMenuOpen: boolean;
  readonly onMenu: () => void;
}

/** The bar at the bottom of a phone: four pages, and the navigation with all others. */
export function TabBar({ pages, isMenuOpen, onMenu }: TabBarProps) {
  const { pathname } = useLocation();
  const first = FIRST.filter((path) => pages.some((page) => page.path === path)).slice(0, PLACES);
  const shown = pages.filter(({ path }) => first.includes(path));
  return (
    <AppShell.Footer hiddenFrom="sm" className="tab-bar">
      <nav aria-label={words.shell.mainPages} className="tab-bar-places">
        {shown.map(({ path, title }) => (
          <Link key={path} to={path} className="tab" aria-current={isWithin(path, pathname) ? 'page' : undefined}>
            <Icon name={iconOf(title)} size={22} />
            <span>{words.titles[title]}</span>
          </Link>
        ))}
        <UnstyledButton
          className="tab"
          onClick={onMenu}
          aria-expanded={isMenuOpen}
          aria-label={`${words.shell.more}: ${isMenuOpen ? words.shell.closeNavigation : words.shell.openNavigation}`}
        >
          <Icon name={isMenuOpen ? 'x' : 'menu'} size={22} />
          <span>{words.shell.more}</span>
        </UnstyledButton>
      </nav>
    </AppShell.Footer>
  );
}
