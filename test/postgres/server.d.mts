/** A real PostgreSQL server of our own: in a temporary folder, on a free port of the loopback, gone with the process at the latest. */

export interface PostgresServer extends AsyncDisposable {
  readonly port: number
  /** The folder of its socket, where everyone is let in. Over the network it wants the password. */
  readonly socketFolder: string
  /** Of the user `owner`, who may do everything. */
  readonly password: string
  /** Resolves once it has ended; connections are cut off. `immediate`: as in a crash, so that its next start recovers. Default `fast`. */
  stop(how?: 'fast' | 'immediate'): Promise<void>
  /** On the same port, with the same data; resolves once it lets in. */
  start(): Promise<void>
}

/** The folder of `initdb` and `postgres`, the newest where several are; undefined where there are none. */
export function findServerPrograms(): string | undefined

/** Settings are those of postgresql.conf. @throws Error when there are no programs, or the server does not start, with its last words */
export function createPostgresServer(
  settings?: Readonly<Record<string, string | number>>,
): Promise<PostgresServer>
