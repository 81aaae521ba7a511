import { useEffect, useEffectEvent } from 'react';
import { useNavigate } from 'react-router';
import { basePath } from '../api/base-path.js';
import { words } from '../language/words.js';
import { beforeRouter } from './back-guard.js';
import { useConfirm, type Question } from './confirm.js';
import { hasUnsaved, useUnsaved } from './unsaved.js';

/**
 * Asks before a form with unsaved changes is left by a link, by Back or by closing the tab. The function it returns asks
 * for the form's own Cancel button.
 * @param question for a page that has something else to lose than changes
 */
export function useLeaveGuard(isChanged: boolean, question?: Question): () => Promise<boolean> {
  const confirm = useConfirm();
  const navigate = useNavigate();
  useUnsaved(isChanged);
  const ask = (): Promise<boolean> => confirm(question ?? discardQuestion());
  const askNow = useEffectEvent(ask);
  const open = useEffectEvent((to: string) => void navigate(to));
  useEffect(() => {
    if (!isChanged) return undefined;
    const here = placeOf(history.state);
    const { pathname } = location;
    let isReturning = false;
    let isAllowed = false;
    const onClick = (event: MouseEvent): void => {
      const to = targetOf(event);
      if (to === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      void askNow().then((confirmed) => {
        if (confirmed) open(to);
      });
    };
    // The browser has already changed the address when it reports Back; the page returns to its own, then asks.
    const onPop = (event: PopStateEvent): void => {
      // A link within the page, such as the one to its content, leaves no form.
      if (isAllowed || (location.pathname === pathname && !isReturning)) return;
      event.stopImmediatePropagation();
      if (isReturning) {
        isReturning = false;
        return;
      }
      const steps = placeOf(event.state) - here;
      isReturning = true;
      history.go(-steps);
      void askNow().then((confirmed) => {
        if (!confirmed) return;
        isAllowed = true;
        history.go(steps);
      });
    };
    document.addEventListener('click', onClick, true);
    const stopGuarding = beforeRouter(onPop);
    return () => {
      document.removeEventListener('click', onClick, true);
      stopGuarding();
    };
  }, [isChanged]);
  return () => (isChanged ? ask() : Promise.resolve(true));
}

/** Asks before something else than a link, such as a command, discards what a form has that is not saved. */
export function useDiscard(): () => Promise<boolean> {
  const confirm = useConfirm();
  return () => (hasUnsaved() ? confirm(discardQuestion()) : Promise.resolve(true));
}

const discardQuestion = (): Question => ({
  title: words.common.discardTitle,
  body: words.common.discardText,
  confirm: words.common.discard,
  danger: true,
});

/** The router numbers the entries of the history. */
const placeOf = (state: unknown): number =>
  typeof state === 'object' && state !== null && 'idx' in state ? Number(state.idx) : 0;

/** The page that a click opens in this tab; undefined for every other click. */
function targetOf(event: MouseEvent): string | undefined {
  const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
  const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  if (!(link instanceof HTMLAnchorElement) || !isPlain || link.target === '_blank' || link.hasAttribute('download')) {
    return undefined;
  }
  const isHere = link.pathname === location.pathname && link.hash !== '';
  return link.origin === location.origin && !isHere
    ? link.pathname.slice(basePath.length) + link.search + link.hash
    : undefined;
}
