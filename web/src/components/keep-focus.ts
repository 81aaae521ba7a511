/**
 * Gives a button the focus back that had it when its request disabled it. The browser moves the focus to the page then, from
 * where Tab would leave a dialog whose request was refused.
 */
let focused: EventTarget | null = null;
addEventListener('focusin', ({ target }) => (focused = target));
addEventListener('focusout', ({ target }) => {
  if (!isDisabled(target)) focused = null;
});

const enabled = new MutationObserver((changes) => {
  if (document.activeElement !== document.body) return;
  const button = changes.find(({ target }) => target === focused && !isDisabled(target))?.target;
  if (button instanceof HTMLElement) button.focus({ preventScroll: true });
});
enabled.observe(document.body, { subtree: true, attributeFilter: ['disabled'] });

const isDisabled = (target: EventTarget | null): boolean => target instanceof HTMLButtonElement && target.disabled;
