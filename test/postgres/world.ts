/** The one server of these tests, and stores of their own on it. */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { PostgresOptions } from '../../src/recording/index.js'
import { openPostgresStore, type SharedStore } from '../../src/recording/index.js'
import { createPostgresServer, findServerPrograms } from './server.mjs'

/** Started when the one file of these tests is loaded, which also stops it. */
export const server = await createPostgresServer()

export interface Place {
  readonly schema?: string
  readonly user?: string
  readonly password?: string
  readonly host?: string
  readonly port?: number
  readonly database?: string
  /** More options, such as `sslmode=require`. */
  readonly options?: string
}

/** Over the network, with the password. */
export function urlOf(place: Place = {}): string {
  const { schema, user = 'owner', password = server.password, host = '127.0.0.1', port = server.port } = place
  const { database = 'postgres', options } = place
  const query = [schema === undefined ? [] : `schema=${encodeURIComponent(schema)}`, options ?? []]
    .flat()
    .join('&')
  return `postgres://${user}:${encodeURIComponent(password)}@${host}:${port}/${database}?${query}`
}

let schemas = 0

/** A name that no other test has. */
export function freshSchema(): string {
  return `test "${++schemas}"`
}

/** A store that is closed after the test. */
export async function openStore(
  place: Place = { schema: freshSchema() },
  options?: PostgresOptions,
): Promise<SharedStore> {
  const store = await openPostgresStore(urlOf(place), options)
  onTestFinished(() => store[Symbol.asyncDispose]())
  return store
}

/** What `psql` prints: a line a row. As the owner, through the socket. */
export function sql(text: string): string {
  return execFileSync(PSQL, [...asOwner(), '-c', text], { encoding: 'utf8' }).trim()
}

/** A session that has run the statements, and stays in its transaction. */
export async function startSql(text: string, database = 'postgres'): Promise<AsyncDisposable> {
  const session = spawn(PSQL, asOwner(database), { stdio: ['pipe', 'pipe', 'inherit'] })
  session.stdin.write(`${text}\n\\echo done\n`)
  await once(session.stdout, 'data')
  return {
    async [Symbol.asyncDispose]() {
      session.stdin.end()
      await once(session, 'exit')
    },
  }
}

/** Cuts off every connection of stores, as a server does that goes down. */
export function cutConnections(): void {
  sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'understudy'")
}

const PSQL = join(findServerPrograms() ?? '', 'psql')

function asOwner(database = 'postgres'): readonly string[] {
  const { socketFolder, port } = server
  return [
    '-h',
    socketFolder,
    '-p',
    String(port),
    '-U',
    'owner',
    '-d',
    database,
    '-qtAX',
    '-v',
    'ON_ERROR_STOP=1',
  ]
}
