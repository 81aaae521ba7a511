import { Button, Menu } from '@mantine/core';
import { Link } from 'react-router';
import { addressOf } from '../api/client.js';
import { en } from '../language/en.js';
import { useSession } from '../session/session.js';

/** The menu of the signed-in user, with sign-out. */
export function AccountMenu() {
  const { user, signOut } = useSession();
  return (
    <Menu position="bottom-end" width={200} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button variant="default" aria-label={`${en.shell.account}: ${user.username}`} maw={160}>
          {user.username}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component={Link} to="/settings/account">
          {en.titles.account}
        </Menu.Item>
        <Menu.Item component="a" href={addressOf('/api/docs')}>
          {en.shell.apiDocs}
        </Menu.Item>
        <Menu.Divider role="separator" />
        <Menu.Item onClick={() => void signOut()}>{en.shell.signOut}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
