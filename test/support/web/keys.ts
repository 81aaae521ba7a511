/**
 * Works a page by the keyboard alone, as somebody without a mouse does:
 *
 *     const keys = new Keys(page);
 *     await keys.enter(page.getByRole('button', { name: 'Create user' })); // Tab until it has the focus, then Enter
 *     await keys.fill(dialog.getByLabel('User name'), 'night');
 *     await keys.visit('Users');                                          // by the navigation, on a phone too
 */
import type { Locator, Page } from 'playwright-core';

/** More than any page has; from one to the next is one press of Tab. */
const MOST_STOPS = 250;

/** The part of an element of the page that `focusOf` needs; the server has no types of a browser. */
interface FocusTarget {
  readonly isConnected: boolean;
  readonly ownerDocument: { readonly activeElement: unknown };
}

/** Runs in the page, for a control that was found once: finding it by role and name at every stop takes far longer. */
const focusOf = (control: FocusTarget): 'here' | 'elsewhere' | 'gone' => {
  if (!control.isConnected) return 'gone';
  return control.ownerDocument.activeElement === control ? 'here' : 'elsewhere';
};

export class Keys {
  constructor(readonly page: Page) {}

  /** Presses Tab, or another key, until the control has the focus; throws if it never gets it. */
  async to(control: Locator, key = 'Tab'): Promise<void> {
    await control.waitFor({ state: 'attached' }); // what is focused may be an input behind its label
    let sought = await control.elementHandle();
    for (let stop = 0; stop < MOST_STOPS; stop++) {
      let focus = await sought.evaluate(focusOf);
      if (focus === 'gone') {
        sought = await control.elementHandle();
        focus = await sought.evaluate(focusOf);
      }
      if (focus === 'here') return;
      await this.page.keyboard.press(key);
    }
    throw new Error(`${key} never gives the focus to ${String(control)}`);
  }

  async enter(control: Locator, key?: string): Promise<void> {
    await this.to(control, key);
    await this.page.keyboard.press('Enter');
  }

  async space(control: Locator): Promise<void> {
    await this.to(control);
    await this.page.keyboard.press('Space');
  }

  /** Types over what the field has, or pastes a text of several lines. */
  async fill(field: Locator, text: string): Promise<void> {
    await this.to(field);
    await this.page.keyboard.press('Control+a');
    await (text.includes('\n') ? this.page.keyboard.insertText(text) : this.page.keyboard.type(text));
  }

  /** Chooses of a native list by the first letters of an option. */
  async select(list: Locator, letters: string): Promise<void> {
    await this.to(list);
    await this.page.keyboard.type(letters);
  }

  /** Opens a page by its link in the navigation, which a phone shows behind a button. */
  async visit(title: string): Promise<void> {
    const link = this.page.getByRole('navigation').getByRole('link', { name: title, exact: true }).first();
    const more = this.page.getByRole('button', { name: 'More: Open navigation' });
    if (await more.isVisible()) await this.enter(more, 'Shift+Tab');
    await this.enter(link, (await more.count()) > 0 ? 'Tab' : 'Shift+Tab');
    await this.page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
  }
}
