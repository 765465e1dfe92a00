import type { PostgresServer } from '../../postgres/server.mjs'

export interface KillableStore {
  /** A path or a URL that nobody has used yet. */
  freshPlace(): Promise<string>
  /** Resolves once nothing is done there any more for processes that are gone. */
  atRest(place: string): Promise<void>
  /** What is damaged, in words. */
  damageOf(place: string): Promise<string | undefined>
}

export function killableFile(kind: string, folder: string): KillableStore
export function killablePostgres(
  server: Pick<PostgresServer, 'port' | 'socketFolder' | 'password'>,
): KillableStore
