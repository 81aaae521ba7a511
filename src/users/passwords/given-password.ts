import { ConfigError, type RuntimeConfig } from '../../config/runtime-config.js';
import { API_ERRORS } from '../../common/errors.js';
import { brokenRule } from './password-policy.js';

/** The user name of the built-in administrator. */
export const PRIMARY_ADMIN = 'admin';

/** The password of the built-in account that the environment gives. Throws {@link ConfigError} for a weak one. */
export function givenPassword({ adminPassword }: Pick<RuntimeConfig, 'adminPassword'>): string | undefined {
  const rule = adminPassword === undefined ? undefined : brokenRule(adminPassword, PRIMARY_ADMIN);
  if (rule) throw new ConfigError([`RACKFEED_ADMIN_PASSWORD is refused. ${API_ERRORS[rule][1]}`]);
  return adminPassword;
}
