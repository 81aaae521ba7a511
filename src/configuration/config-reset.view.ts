/** What a factory reset came to. */
export class ConfigResetView {
  /** Where the password of the built-in administrator is now: in the environment, or printed on the console. */
  adminPassword: 'environment' | 'console';
}
