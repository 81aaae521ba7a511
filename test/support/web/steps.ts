/**
 * Walks a task as a user does and counts the steps: a click, a field filled, a file chosen or a key pressed is one.
 * What a test only reads or waits for is none.
 *
 *     const steps = new Steps(page);
 *     await steps.click(page.getByRole('link', { name: 'Users' }));
 *     await steps.fill(page.getByLabel('User name'), 'night');
 *     await steps.choose(page.getByRole('combobox', { name: 'Role' }), 'Operator'); // opens it and clicks: two
 *     await steps.press('Enter');
 *     steps.expectAtMost(8);
 */
import type { Locator, Page } from 'playwright-core';

export class Steps {
  /** One line for each step that was done. */
  readonly done: string[] = [];

  constructor(readonly page: Page) {}

  get count(): number {
    return this.done.length;
  }

  async click(what: Locator): Promise<void> {
    await what.click();
    this.note('click', what);
  }

  /** Fills a field; its focus is part of the step. */
  async fill(field: Locator, text: string): Promise<void> {
    await field.fill(text);
    this.note('fill', field, text);
  }

  /** Presses a key where the focus is, as `'Enter'` or `'Control+k'`. */
  async press(key: string): Promise<void> {
    await this.page.keyboard.press(key);
    this.note('press', key);
  }

  /** Opens a list below its field and clicks an option: two steps. */
  async choose(field: Locator, option: string): Promise<void> {
    await this.click(field);
    await this.click(this.page.getByRole('option', { name: option, exact: true }));
  }

  /** Chooses an option of a native list: two steps. */
  async select(list: Locator, option: string): Promise<void> {
    await list.selectOption(option);
    this.note('open', list);
    this.note('select', list, option);
  }

  /** Holds the mouse button down on a button for as long as it takes until `until` is there. */
  async hold(button: Locator, until: Locator): Promise<void> {
    await button.hover();
    await this.page.mouse.down();
    await until.waitFor();
    await this.page.mouse.up();
    this.note('hold', button);
  }

  /** Pastes a text into the focused element, as from a spreadsheet. */
  async paste(into: Locator, text: string): Promise<void> {
    await paste(into, text);
    this.note('paste', into, text);
  }

  /** Chooses a file, without the dialog of the system. */
  async upload(input: Locator, name: string, content: string): Promise<void> {
    await input.setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(content) });
    this.note('file', input, name);
  }

  /** Fails with the list of the steps if there were more. */
  expectAtMost(most: number): void {
    if (this.count <= most) return;
    const list = this.done.map((step, place) => `${place + 1}. ${step}`).join('\n');
    throw new Error(`took ${this.count} steps instead of at most ${most}:\n${list}`);
  }

  private note(kind: string, what: Locator | string, text = ''): void {
    this.done.push([kind, String(what), JSON.stringify(text)].slice(0, text === '' ? 2 : 3).join(' '));
  }
}

/** Sends an element the event of a paste with a plain text, which needs no permission for the clipboard. */
export async function paste(into: Locator, text: string): Promise<void> {
  await into.focus();
  // Code for the page is text, because the server has no types of a browser.
  await into.page().evaluate(`{
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', ${JSON.stringify(text)});
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    document.activeElement.dispatchEvent(event);
  }`);
}
