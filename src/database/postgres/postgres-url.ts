/** `postgres://user:password@host:port/database?schema=…`: where a store is, and how to get in. */
import { readFileSync } from 'node:fs'
import { defined, messageOf, UsageError } from '../../base/index.js'

export interface PostgresAddress {
  /** The URL as it may be shown: without user, password and options of the connection. */
  readonly shown: string
  /** The namespace that holds the store's tables. */
  readonly schema: string
  /** What is left out, or is not set, is taken from PGHOST, PGUSER, PGPASSWORD … as by every program of PostgreSQL. */
  readonly host?: string
  readonly port?: number
  readonly user?: string
  readonly password?: string
  readonly database?: string
  /** Undefined leaves it to PGSSLMODE, which leaves it off. */
  readonly tls?: false | PostgresTls
}

export interface PostgresTls {
  /** False: encrypted, and open to whoever can stand between. */
  readonly rejectUnauthorized: boolean
  /** Given when the certificate need not be that of the host. */
  readonly checkServerIdentity?: () => undefined
  readonly ca?: string
  readonly cert?: string
  readonly key?: string
}

/**
 * Reads the URL as PostgreSQL's own programs do; `sslmode` means what it means to them.
 * @throws UsageError USAGE, whose text holds nothing of a URL that cannot be taken apart: a password could be anywhere in it
 */
export function parsePostgresUrl(text: string): PostgresAddress {
  const url = parsed(text)
  const options = new Map(url.searchParams)
  for (const name of options.keys()) {
    if (!OPTIONS.includes(name))
      throw refusedUrl(`the option "${name}" is not known`, `use ${OPTIONS.join(', ')}`)
  }
  const port = options.get('port') ?? url.port
  if (!/^\d{0,5}$/.test(port)) throw refusedUrl('its port is no number')
  const parts = {
    host: options.get('host') ?? decoded(url.hostname).replace(/^\[(.*)\]$/, '$1'),
    user: options.get('user') ?? decoded(url.username),
    password: options.get('password') ?? decoded(url.password),
    database: decoded(url.pathname.slice(1)),
  }
  const schema = options.get('schema') ?? DEFAULT_SCHEMA
  refuseSchema(schema)
  const tls = tlsOf(options)
  return {
    shown: shownUrl(parts.host, port, parts.database, schema),
    schema,
    ...Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== '')),
    ...(port === '' ? {} : { port: Number(port) }),
    ...defined({ tls }),
  }
}

function parsed(text: string): URL {
  // PostgreSQL allows for no host between "@" and "/", and URLs in general do not.
  const candidates = [text, text.replace('@/', '@%2F/')]
  for (const candidate of candidates) {
    if (!URL.canParse(candidate)) continue
    const url = new URL(candidate)
    if (candidate !== text) url.searchParams.set('host', url.searchParams.get('host') ?? '')
    // Behind the host, "@" tells of a password with "/", "?" or "#" in it, of which the rest would be shown.
    if (!`${url.pathname}${url.search}${url.hash}`.includes('@')) return url
  }
  throw refusedUrl('it is no URL', 'write special characters of user and password as %XX')
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    throw refusedUrl('a "%" in it is not followed by two hexadecimal digits')
  }
}

function refuseSchema(schema: string): void {
  // 63 bytes are what a name may have; what is beyond is cut off in silence.
  const isName = schema !== '' && !schema.includes('\0') && Buffer.byteLength(schema) <= 63
  if (!isName) throw refusedUrl('its schema is no name of 1 to 63 bytes')
  if (/^pg_|^information_schema$/.test(schema))
    throw refusedUrl(`the schema "${schema}" belongs to PostgreSQL`)
}

function tlsOf(options: ReadonlyMap<string, string>): false | PostgresTls | undefined {
  const mode = options.get('sslmode')
  const files = {
    ...fileOf(options, 'sslrootcert', 'ca'),
    ...fileOf(options, 'sslcert', 'cert'),
    ...fileOf(options, 'sslkey', 'key'),
  }
  const anyName = { checkServerIdentity: () => undefined }
  switch (mode) {
    case undefined:
      if (Object.keys(files).length > 0)
        throw refusedUrl('it names certificates and no sslmode', 'add sslmode=verify-full')
      return undefined
    case 'disable':
      return false
    case 'require':
      // As PostgreSQL's own programs: with certificates of an authority at hand they are used.
      return 'ca' in files
        ? { rejectUnauthorized: true, ...anyName, ...files }
        : { rejectUnauthorized: false, ...files }
    case 'no-verify':
      return { rejectUnauthorized: false, ...files }
    case 'verify-ca':
      return { rejectUnauthorized: true, ...anyName, ...files }
    case 'verify-full':
      return { rejectUnauthorized: true, ...files }
    default:
      throw refusedUrl(
        `sslmode "${mode}" is not known here`,
        'use disable, require, no-verify, verify-ca or verify-full',
      )
  }
}

function fileOf(options: ReadonlyMap<string, string>, option: string, field: 'ca' | 'cert' | 'key') {
  const path = options.get(option)
  if (path === undefined) return {}
  try {
    return { [field]: readFileSync(path, 'utf8') }
  } catch (cause) {
    const found = messageOf(cause)
    throw new UsageError('FILE_UNREADABLE', `Cannot read the file of ${option}: ${found}`, { cause })
  }
}

function shownUrl(host: string, port: string, database: string, schema: string): string {
  const shownHost = host.includes(':') ? `[${host}]` : encodeURIComponent(host)
  const at = `${shownHost}${port === '' ? '' : `:${port}`}`
  const query = schema === DEFAULT_SCHEMA ? '' : `?schema=${encodeURIComponent(schema)}`
  return `postgres://${at}/${encodeURIComponent(database)}${query}`
}

function refusedUrl(
  found: string,
  hint = 'write it as postgres://USER:PASSWORD@HOST:PORT/DATABASE',
): UsageError {
  return new UsageError('USAGE', `Cannot use the URL of a PostgreSQL store: ${found}`, { hint })
}

const DEFAULT_SCHEMA = 'understudy'
const OPTIONS = [
  ...['schema', 'host', 'port', 'user', 'password'],
  ...['sslmode', 'sslrootcert', 'sslcert', 'sslkey'],
]
