/** The command line tools of net-snmp as managers of an agent on the loopback. */
import { execFile } from 'node:child_process';

export interface ToolAnswer {
  readonly code: number;
  /** Its output, without the white space around it. */
  readonly text: string;
}

/** Without the files and environment of the machine that the tools would read. */
const ENV = { ...process.env, SNMPCONFPATH: '/dev/null', MIBS: '', SNMP_PERSISTENT_DIR: '/dev/null' };

/** Runs a tool; numeric identifiers, no repetition unless the arguments say so. */
export function snmpTool(tool: string, ...argv: readonly (string | number)[]): Promise<ToolAnswer> {
  return new Promise((resolve) => {
    execFile(tool, ['-On', '-r', '0', '-t', '60', ...argv.map(String)], { env: ENV }, (error, out, problem) => {
      resolve({ code: error ? Number(error.code ?? -1) : 0, text: `${out}${problem}`.trim() });
    });
  });
}

/** The user of version 3 of the tests, as arguments of the tools. */
export const v3User = (
  name: string,
  { level = 'authPriv', auth = 'SHA', privacy = 'AES' }: { level?: string; auth?: string; privacy?: string } = {},
): string[] => [
  ...['-v3', '-l', level, '-u', name],
  ...['-a', auth, '-A', AUTH_PASSPHRASE, '-x', privacy, '-X', PRIVACY_PASSPHRASE],
];

export const AUTH_PASSPHRASE = 'an authentication passphrase';
export const PRIVACY_PASSPHRASE = 'a privacy passphrase';

/** The name of an algorithm in net-snmp. */
export const toolName = (algorithm: string): string => algorithm.replace(/^(SHA|AES)(\d+)$/, '$1-$2');
