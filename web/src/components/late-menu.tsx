import { cloneElement, useState, type ComponentType, type KeyboardEvent, type ReactElement } from 'react';
import { loadAsked } from './load-asked.js';
import { whenIdle } from './when-idle.js';

/** The properties of a menu that is loaded later. */
export interface LateMenuProps {
  /** The element that opens it. */
  readonly button: ReactElement<object>;
}

type Menu = ComponentType<LateMenuProps>;

/** A menu that is loaded when the browser has nothing else to do; until it is first opened there is only its button. */
export function lateMenu(load: () => Promise<{ default: Menu }>): Menu {
  whenIdle(() => void load().catch(() => undefined)); // it is loaded again when it is opened
  return function LateMenu({ button }: LateMenuProps) {
    const [Opened, setOpened] = useState<Menu>();
    if (Opened) return <Opened button={button} />;
    const open = (): void => {
      void loadAsked(load).then((module) => setOpened(() => module?.default));
    };
    return cloneElement(button, {
      'aria-haspopup': 'menu',
      'aria-expanded': false,
      onClick: open,
      onKeyDown: ({ key }: KeyboardEvent) => key === 'ArrowDown' && open(),
    } as object);
  };
}
