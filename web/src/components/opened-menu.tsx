import { Menu, type MenuProps } from '@mantine/core';
import { cloneElement, useEffect, useRef, useState, type ReactNode } from 'react';
import type { LateMenuProps } from './late-menu.js';

interface OpenedMenuProps extends LateMenuProps, Pick<MenuProps, 'position' | 'width'> {
  /** The items. */
  readonly children: ReactNode;
}

/**
 * A menu that opens as soon as it is there: it takes the place of the button that asked for it, with the focus. It is
 * a part of the header that the button is in, so that a screen reader finds it in a landmark.
 */
export function OpenedMenu({ button, children, ...menu }: OpenedMenuProps) {
  const [opened, setOpened] = useState(false);
  const target = useRef<HTMLElement>(null);
  useEffect(() => {
    target.current?.focus();
    const frame = requestAnimationFrame(() => setOpened(true));
    return () => cancelAnimationFrame(frame);
  }, []);
  return (
    <Menu opened={opened} onChange={setOpened} withInitialFocusPlaceholder={false} withinPortal={false} {...menu}>
      <Menu.Target>{cloneElement(button, { ref: target } as object)}</Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}
