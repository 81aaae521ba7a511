import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { Navigate, Route, Routes } from 'react-router';
import { SignInAgain } from '../pages/sign-in/sign-in-again.js';
import { SignInPage } from '../pages/sign-in/sign-in-page.js';
import { ConfirmProvider } from '../parts/confirm.js';
import { ErrorNote } from '../parts/error-note.js';
import { clearToasts } from '../parts/toasts.js';
import { hasUnsaved } from '../parts/unsaved.js';
import { Waiting } from '../parts/waiting.js';
import { SIGN_IN } from './pages.js';
import { hasSignedOut, SessionProvider, useSignedIn } from './session.js';
import { Shell } from './shell.js';

interface From {
  readonly from?: string;
  readonly ended?: boolean;
}

/**
 * Nobody sees a page before he has signed in; then he sees the one that he asked for. A session that ends by itself
 * says so, and a form with changes is kept until the same user has signed in again.
 */
export function Gate() {
  const { user, error } = useSignedIn();
  const last = useRef(user);
  const location = useLocation();
  const here = location.pathname + location.search;
  const state = (location.state ?? {}) as From;
  useEffect(() => {
    if (user) last.current = user;
    if (user === null) clearToasts();
  }, [user]);
  if (user === undefined) return error ? <ErrorNote error={error} /> : <Waiting />;
  const hasEnded = user === null && Boolean(last.current) && !hasSignedOut();
  const kept = hasEnded && hasUnsaved() ? last.current : undefined;
  const shown = user ?? kept;
  return (
    <Routes>
      <Route
        path={SIGN_IN.path}
        element={user ? <Navigate to={state.from ?? '/'} replace /> : <SignInPage ended={state.ended === true} />}
      />
      <Route
        path="*"
        element={
          shown ? (
            <SessionProvider key={shown.id} user={shown}>
              <ConfirmProvider>
                <Shell />
              </ConfirmProvider>
              {kept && <SignInAgain name={kept.username} />}
            </SessionProvider>
          ) : (
            <Navigate to={SIGN_IN.path} state={{ from: here, ended: hasEnded }} replace />
          )
        }
      />
    </Routes>
  );
}
