/** Types of the used parts of the library net-snmp, which has none of its own. */
declare module 'net-snmp' {
  export interface Varbind {
    oid: string;
    type: number;
    value: string | number | boolean | Buffer | null;
  }

  export interface User {
    name: string;
    level: number;
    authProtocol?: number;
    authKey?: string;
    privProtocol?: number;
    privKey?: string;
  }

  export interface SecurityParameters {
    msgAuthoritativeEngineID: Buffer;
    msgAuthoritativeEngineBoots: number;
    msgAuthoritativeEngineTime: number;
  }

  export interface Request {
    message: { msgSecurityParameters?: SecurityParameters };
    /** Ends the request. */
    responseCb(error: Error | null): void;
  }

  export interface SessionOptions {
    version?: number;
    transport?: 'udp4' | 'udp6';
    trapPort?: number;
    engineID?: Buffer;
    port?: number;
    /** ms */
    timeout?: number;
    retries?: number;
  }

  export interface Session {
    /** @param options `upTime` in hundredths of a second */
    trap(oid: string, varbinds: Varbind[], options: { upTime: number }, done: (error: Error | null) => void): void;
    /** Like `trap`; done without an error once the receiver has acknowledged it. */
    inform(oid: string, varbinds: Varbind[], options: { upTime: number }, done: (error: Error | null) => void): void;
    get(oids: string[], done: (error: Error | null, varbinds: Varbind[]) => void): void;
    /** Returns the list of following varbinds for each of `oids`. */
    getBulk(
      oids: string[],
      nonRepeaters: number,
      maxRepetitions: number,
      done: (error: Error | null, varbinds: Varbind[][]) => void,
    ): void;
    set(varbinds: Varbind[], done: (error: Error | null, varbinds: Varbind[]) => void): void;
    send(request: Request, noWait: boolean): Session;
    close(): void;
    on(event: 'error', listener: (error: Error) => void): void;
  }

  export interface Engine {
    engineID: Buffer;
    engineBoots: number;
  }

  /** One way to encrypt; `privPassword` is the passphrase. */
  export interface PrivacyAlgorithm {
    encryptPdu(
      scopedPdu: Buffer,
      privProtocol: number,
      privPassword: string,
      authProtocol: number,
      engine: Engine,
    ): { encryptedPdu: Buffer; msgPrivacyParameters: Buffer };
    decryptPdu(
      encryptedPdu: Buffer,
      privProtocol: number,
      privParameters: Buffer,
      privPassword: string,
      authProtocol: number,
      engine: Engine,
    ): Buffer;
  }

  export interface NetSnmp {
    createSession(target: string, community: string, options: SessionOptions): Session;
    createV3Session(target: string, user: User, options: SessionOptions): Session;
    /** True for noSuchObject, noSuchInstance and endOfMibView. */
    isVarbindError(varbind: Varbind): boolean;
    readonly Version1: number;
    readonly Version2c: number;
    readonly Version3: number;
    readonly ObjectType: Readonly<Record<'Integer' | 'OctetString' | 'IpAddress' | 'NoSuchInstance', number>>;
    readonly SecurityLevel: Readonly<Record<'noAuthNoPriv' | 'authNoPriv' | 'authPriv', number>>;
    readonly AuthProtocols: Readonly<Record<'md5' | 'sha' | 'sha256' | 'sha512', number>>;
    readonly PrivProtocols: Readonly<Record<'des' | 'aes' | 'aes256b', number>>;
    readonly Authentication: {
      /** The passphrase's key for one engine (RFC 3414, A.2). */
      passwordToKey(authProtocol: number, password: string, engineId: Buffer): Buffer;
    };
    readonly Encryption: { readonly algorithms: Record<number, PrivacyAlgorithm> };
  }

  const netSnmp: NetSnmp;
  export default netSnmp;
}
