import type { HostKey } from './host-key.js';

/** The host key of the SSH shell. */
export class SshView {
  /** Type and data, as in a known_hosts file. */
  publicKey: string;
  /** As `ssh-keygen -l` prints it, for example "SHA256:…". */
  fingerprintSha256: string;
  /** Lower-case hexadecimal pairs with colons, as `ssh-keygen -l -E md5` prints it. */
  fingerprintMd5: string;
}

export const sshView = ({ publicLine, sha256, md5 }: HostKey): SshView => ({
  publicKey: publicLine,
  fingerprintSha256: sha256,
  fingerprintMd5: md5,
});
