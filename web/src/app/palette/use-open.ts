import { useLocation, useNavigate } from 'react-router';
import { useDiscard } from '../../components/leave-guard.js';

/** Opens a page as a link does: a form with changes is asked about first, unless it stays. */
export function useOpen(): (to: string) => Promise<void> {
  const navigate = useNavigate();
  const discard = useDiscard();
  const { pathname } = useLocation();
  return async (to) => {
    const isHere = to.split(/[?#]/)[0] === pathname;
    if (isHere || (await discard())) await navigate(to);
  };
}
