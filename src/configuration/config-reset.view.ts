/** The result of a factory reset. */
export class ConfigResetView {
  /** Source of the built-in administrator's password: the environment, or the console where it was printed. */
  adminPassword: 'environment' | 'console';
}
