import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Outcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program to its end. */
export function run(program: string, args: readonly string[], input = ''): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'pipe'], env: { ...process.env, SSH_AUTH_SOCK: '' } });
    const [stdout, stderr]: [Buffer[], Buffer[]] = [[], []];
    child.stdout.on('data', (data: Buffer) => stdout.push(data));
    child.stderr.on('data', (data: Buffer) => stderr.push(data));
    child.once('error', reject);
    child.once('close', (code) =>
      resolve({ code, stdout: Buffer.concat(stdout).toString(), stderr: Buffer.concat(stderr).toString() }),
    );
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
  });
}

/** A folder with a key of its own, for OpenSSH. */
export class SshFolder {
  readonly path = mkdtempSync(join(tmpdir(), 'rackfeed-ssh-'));
  readonly key = this.makeKey('key');

  /** Makes a pair and returns the path of its private half. */
  makeKey(name: string, ...options: readonly string[]): string {
    const path = join(this.path, name);
    const type = options.length > 0 ? options : ['-t', 'ed25519'];
    execFileSync('ssh-keygen', ['-q', '-N', '', '-C', name, '-f', path, ...type]);
    return path;
  }

  publicHalf(key = this.key): string {
    return readFileSync(`${key}.pub`, 'utf8').trim();
  }

  write(name: string, content: string, mode = 0o600): string {
    const path = join(this.path, name);
    writeFileSync(path, content, { mode });
    return path;
  }

  /** The options that every client of these tests has. */
  get options(): string[] {
    return [
      ...['-F', 'none', '-o', 'StrictHostKeyChecking=no', '-o', `UserKnownHostsFile=${join(this.path, 'known_hosts')}`],
      ...['-o', 'IdentitiesOnly=yes', '-o', 'LogLevel=ERROR', '-o', 'GSSAPIAuthentication=no'],
    ];
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}

/** OpenSSH as one user of a PDU. */
export class SshClient {
  constructor(
    private readonly folder: SshFolder,
    readonly port: number,
    readonly user: string,
    private readonly credential: { readonly key: string } | { readonly password: string },
    private readonly address = '127.0.0.1',
  ) {}

  /** The program and its arguments, without a command. */
  command(...options: readonly string[]): [program: string, args: string[]] {
    // OpenSSH takes the first of two values of an option.
    const own = [...options, ...this.folder.options];
    const target = ['-p', String(this.port), `${this.user}@${this.address}`];
    if ('key' in this.credential) {
      return ['ssh', [...own, '-o', 'BatchMode=yes', '-i', this.credential.key, ...target]];
    }
    const methods = ['-o', 'PubkeyAuthentication=no', '-o', 'NumberOfPasswordPrompts=1'];
    return ['sshpass', ['-p', this.credential.password, 'ssh', ...own, ...methods, ...target]];
  }

  /** Runs a command in an exec request. */
  exec(command: string, ...options: readonly string[]): Promise<Outcome> {
    const [program, args] = this.command(...options);
    return run(program, [...args, '--', command]);
  }

  /** Sends lines to a shell without a terminal. */
  lines(input: string, ...options: readonly string[]): Promise<Outcome> {
    const [program, args] = this.command('-T', ...options);
    return run(program, args, input);
  }
}
