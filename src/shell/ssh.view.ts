import type { HostKey } from './host-key.js';

/** The host key of the SSH shell. */
export class SshView {
  /**
   * Type and data, as in a known_hosts file.
   * @example "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIAO1LH+hNW2PhcriWiwIWqPKyw2Ls275PP08cJVy9Ura"
   */
  publicKey: string;
  /**
   * As `ssh-keygen -l` prints it, for example "SHA256:…".
   * @example "SHA256:QdUhzRGnMfFcKMmdX4QwCV6bQ+0WYm2aUxrRFgciOHE"
   */
  fingerprintSha256: string;
  /**
   * Lower-case hexadecimal pairs with colons, as `ssh-keygen -l -E md5` prints it.
   * @example "59:b5:26:54:33:e1:29:23:cc:63:25:43:a8:d2:45:82"
   */
  fingerprintMd5: string;
}

export const sshView = ({ publicLine, sha256, md5 }: HostKey): SshView => ({
  publicKey: publicLine,
  fingerprintSha256: sha256,
  fingerprintMd5: md5,
});
