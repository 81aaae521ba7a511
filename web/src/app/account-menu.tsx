import { Button } from '@mantine/core';
import { Icon } from '../components/icons.js';
import { lateMenu } from '../components/late-menu.js';
import { words } from '../language/words.js';
import { useSession } from '../session/session.js';

const Items = lateMenu(() => import('./account-items.js'));

/** The button with the name of the signed-in user, which opens their menu. */
export function AccountMenu() {
  const { user } = useSession();
  return (
    <Items
      button={
        <Button variant="default" aria-label={`${words.shell.account}: ${user.username}`} maw={160} px={8}>
          <Icon name="user" />
          <span className="account-name mantine-visible-from-sm">{user.username}</span>
        </Button>
      }
    />
  );
}
