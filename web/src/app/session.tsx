import { createContext, useContext, useEffect, useMemo, type ReactNode } from 'react';
import { api, whenSignedOut, type Schema } from '../api/client.js';
import { queryClient, useApi } from '../api/queries.js';
import { timesIn, type Times } from '../language/format.js';
import { live, liveConnection, liveSeries } from '../live/live.js';
import { clearToasts } from '../parts/toasts.js';
import { Rights } from './rights.js';

export interface Session {
  readonly user: Schema['UserView'];
  readonly rights: Rights;
  /** Formats of dates and times in the device's zone. */
  readonly times: Times;
  readonly deviceName: string | undefined;
  readonly signOut: () => Promise<void>;
}

const SessionContext = createContext<Session | undefined>(undefined);

/** Who is signed in and what he may do. Only below the sign-in gate. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('There is no session here.');
  return session;
}

/** Who is signed in: undefined while that is being asked, null when nobody is. */
export function useSignedIn(): { user: Schema['UserView'] | null | undefined; error: Error | null } {
  const { data, error } = useApi('/api/user', { every: 60_000 });
  if (error?.status === 401) return { user: null, error: null };
  return { user: data, error };
}

export function SessionProvider({ user, children }: { user: Schema['UserView']; children: ReactNode }) {
  const rights = useMemo(() => new Rights(user), [user]);
  const { data: settings } = useApi('/api/conf', { enabled: rights.readsSettings });
  const deviceName = settings?.deviceName;
  const zone = settings?.timezone || Intl.DateTimeFormat().resolvedOptions().timeZone;
  useEffect(() => {
    liveConnection.start();
    return () => {
      liveConnection.stop();
      live.clear();
      liveSeries.clear();
    };
  }, [user.id]);
  const session = useMemo(
    () => ({ user, rights, deviceName, times: timesIn(zone), signOut }),
    [user, rights, deviceName, zone],
  );
  return <SessionContext value={session}>{children}</SessionContext>;
}

let isSignedOut = false;
/** True when the last session ended because its user wanted that. */
export const hasSignedOut = (): boolean => isSignedOut;

async function signOut(): Promise<void> {
  isSignedOut = true;
  await api.post('/api/logout').catch(() => undefined); // a session that has ended already is signed out too
  forgetEverything();
}

/** Nothing of one user may be seen by the next. */
function forgetEverything(): void {
  clearToasts();
  queryClient.removeQueries({ predicate: ({ queryKey: [path] }) => path !== '/api/user' });
  void queryClient.resetQueries({ queryKey: ['/api/user'] });
}

/** Whoever was signed in before may go on where he was; for anybody else everything begins anew. */
export async function signIn(username: string, password: string): Promise<void> {
  const before = queryClient.getQueryData<Schema['UserView']>(ME);
  const user = await api.post('/api/login', { body: { username, password } });
  isSignedOut = false;
  if (before?.id !== user.id) {
    forgetEverything();
    return;
  }
  queryClient.setQueryData(ME, user);
  await queryClient.invalidateQueries();
}

const ME = ['/api/user', {}];

whenSignedOut(() => {
  const asked = queryClient.getQueryState(ME);
  if (asked?.status === 'success') void queryClient.invalidateQueries({ queryKey: ['/api/user'] });
});
