import { Menu } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { addressOf } from '../api/client.js';
import { Icon } from '../components/icons.js';
import type { LateMenuProps } from '../components/late-menu.js';
import { useDiscard } from '../components/leave-guard.js';
import { loadAsked } from '../components/load-asked.js';
import { loadedOnce } from '../components/loaded-once.js';
import { OpenedMenu } from '../components/opened-menu.js';
import { chooseLocale, LOCALE_NAMES, OTHER_LOCALES } from '../language/locale.js';
import { words } from '../language/words.js';
import { useSession } from '../session/session.js';
import { loadWallLink } from './load-wall-link.js';
import { ThemeChoice } from './theme-choice.js';

const { component: WallLinkDialog, load } = loadedOnce(loadWallLink);

/** The menu of the signed-in user, with sign-out; it is loaded after the first page. */
export default function AccountItems({ button }: LateMenuProps) {
  const { signOut } = useSession();
  const discard = useDiscard();
  const [makesLink, setMakesLink] = useState(false);
  const makeLink = (): void => {
    void loadAsked(load).then((loaded) => setMakesLink(loaded !== undefined));
  };
  return (
    <>
      <OpenedMenu button={button} position="bottom-end" width={200}>
        <Menu.Item component={Link} to="/settings/account" leftSection={<Icon name="user" />}>
          {words.titles.account}
        </Menu.Item>
        <Menu.Item component="a" href={addressOf('/api/docs')} leftSection={<Icon name="file" />}>
          {words.shell.apiDocs}
        </Menu.Item>
        <Menu.Item leftSection={<Icon name="display" />} onClick={makeLink}>
          {words.titles.wall}
        </Menu.Item>
        {OTHER_LOCALES.map((each) => (
          <Menu.Item key={each} lang={each} leftSection={<Icon name="web" />} onClick={() => chooseLocale(each)}>
            {LOCALE_NAMES[each]}
          </Menu.Item>
        ))}
        <Menu.Divider role="separator" />
        <ThemeChoice />
        <Menu.Divider role="separator" />
        <Menu.Item
          leftSection={<Icon name="power" />}
          onClick={() => void discard().then((isSure) => (isSure ? signOut() : undefined))}
        >
          {words.shell.signOut}
        </Menu.Item>
      </OpenedMenu>
      {makesLink && <WallLinkDialog onClose={() => setMakesLink(false)} />}
    </>
  );
}
