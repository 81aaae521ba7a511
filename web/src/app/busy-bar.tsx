import { useIsMutating } from '@tanstack/react-query';
import { en } from '../language/en.js';
import './busy-bar.css';

/** Runs along the top while a change takes longer than most do; below a second nobody sees it. */
export function BusyBar() {
  const isBusy = useIsMutating() > 0;
  return isBusy ? <div className="busy-bar" role="progressbar" aria-label={en.shell.busy} /> : null;
}
