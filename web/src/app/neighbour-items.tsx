import { Menu } from '@mantine/core';
import type { LateMenuProps } from '../components/late-menu.js';
import { OpenedMenu } from '../components/opened-menu.js';
import { words } from '../language/words.js';
import { useSession } from '../session/session.js';

/** The links to other PDUs, by the setting `neighbours`; they are loaded after the first page. */
export default function NeighbourItems({ button }: LateMenuProps) {
  const { user } = useSession();
  return (
    <OpenedMenu button={button} position="bottom-start">
      <Menu.Label>{words.shell.neighbours}</Menu.Label>
      {user.neighbours.map(({ name, url }) => (
        <Menu.Item key={`${name} ${url}`} component="a" href={url}>
          <bdi>{name}</bdi>
          <span className="device-place"> {new URL(url).host}</span>
        </Menu.Item>
      ))}
    </OpenedMenu>
  );
}
