/** The sign-in page of controller and hub is outside their registries, because it needs no session; the server answers its path too. */
export const SIGN_IN = {
  path: '/login',
  load: () => import('../pages/sign-in/sign-in-page.js'),
} as const;
