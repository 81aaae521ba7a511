import { useLocation } from 'react-router';
import { Navigate, Route, Routes } from 'react-router';
import { SignInPage } from '../pages/sign-in/sign-in-page.js';
import { ErrorNote } from '../parts/error-note.js';
import { Waiting } from '../parts/waiting.js';
import { SIGN_IN } from './pages.js';
import { SessionProvider, useSignedIn } from './session.js';
import { Shell } from './shell.js';

interface From {
  readonly from?: string;
  readonly ended?: boolean;
}

/** Nobody sees a page before he has signed in; then he sees the one that he asked for. */
export function Gate() {
  const { user, error } = useSignedIn();
  const location = useLocation();
  const here = location.pathname + location.search;
  const state = (location.state ?? {}) as From;
  if (user === undefined) return error ? <ErrorNote error={error} /> : <Waiting />;
  return (
    <Routes>
      <Route
        path={SIGN_IN.path}
        element={user ? <Navigate to={state.from ?? '/'} replace /> : <SignInPage ended={state.ended === true} />}
      />
      <Route
        path="*"
        element={
          user ? (
            <SessionProvider user={user}>
              <Shell />
            </SessionProvider>
          ) : (
            <Navigate to={SIGN_IN.path} state={{ from: here }} replace />
          )
        }
      />
    </Routes>
  );
}
