/** What PostgreSQL, its driver and the network say, as errors of a store. */
import { codeOf, defined, inOneLine, messageOf, StoreError, UnderstudyError } from '../../base/index.js'
import type { PostgresAddress } from './postgres-url.js'

/** True when the connection is gone, so that another one may do better. */
export function isBrokenConnection(failure: unknown): boolean {
  const state = sqlState(failure)
  // Without a state it came from the driver or the network. 08: the connection; 57P01 and 57P02: the server ended it.
  return state === undefined ? isOfDriver(failure) : /^08|^57P0[12]$/.test(state)
}

/** True when the server did not answer in time; it would hardly do so the next time. */
export function isTimeout(failure: unknown): boolean {
  return isOfDriver(failure) && /timeout|ETIMEDOUT/i.test(saidBy(failure))
}

/** True when the server answers, and asks to come again. */
export function isStartingUp(failure: unknown): boolean {
  return sqlState(failure) === '57P03'
}

/** The state of https://www.postgresql.org/docs/current/errcodes-appendix.html, when the server itself said no. */
function sqlState(failure: unknown): string | undefined {
  const code = codeOf(failure)
  const isFromServer = failure instanceof Error && 'severity' in failure
  return isFromServer && typeof code === 'string' ? code : undefined
}

/** Takes out of a text what nobody may see. */
export type Discreet = (text: string) => string

/** A failure of the driver as StoreError; others, our own errors and mistakes in our code among them, as they are. */
export function storeErrorOf(
  failure: unknown,
  address: PostgresAddress,
  discreetly: Discreet = (text) => withoutPassword(text, address),
): unknown {
  if (!(failure instanceof Error) || failure instanceof StoreError || failure instanceof TypeError)
    return failure
  const state = sqlState(failure)
  const [code, found, hint] = meaningOf(failure, state)
  const said = inOneLine(discreetly(saidBy(failure)), 500)
  return new StoreError(code, `Cannot use the store "${address.shown}": ${found}`, {
    hint,
    evidence: [`${state === undefined ? 'The connection says' : 'PostgreSQL says'}: ${said}`],
    data: { store: address.shown, ...defined({ postgres: state }) },
    cause: discreet(failure, said),
  })
}

/** Neither an error of ours nor a mistake in our code. */
function isOfDriver(failure: unknown): failure is Error {
  return failure instanceof Error && !(failure instanceof UnderstudyError) && !(failure instanceof TypeError)
}

/** Where a name has several addresses, and none answers, the reasons stand in a list. */
function saidBy(failure: Error): string {
  const all = failure instanceof AggregateError ? failure.errors : [failure]
  return all.map((each) => messageOf(each)).join('; ')
}

/** No server says a password back, as far as is known. */
function withoutPassword(text: string, { password = '' }: PostgresAddress): string {
  return password === '' ? text : text.replaceAll(password, '[password]')
}

/** The driver's own object holds the row that was refused, or a whole connection: what counts of it, with its stack. */
function discreet(failure: Error, message: string): Error {
  const kept = new Error(message)
  kept.name = failure.name
  kept.stack = `${failure.name}: ${message}${/\n {4}at [\s\S]*$/.exec(failure.stack ?? '')?.[0] ?? ''}`
  return kept
}

type Meaning = readonly [
  code: 'STORE_LOCKED' | 'STORE_FULL' | 'STORE_CORRUPT' | 'STORE_UNREADABLE',
  found: string,
  hint: string,
]

function meaningOf(failure: Error, state: string | undefined): Meaning {
  if (state !== undefined) return BY_STATE.find(([pattern]) => pattern.test(state))?.[1] ?? UNREADABLE
  const code = codeOf(failure)
  return (
    BY_NETWORK.find(([pattern]) => pattern.test(`${String(code)} ${saidBy(failure)}`))?.[1] ?? [
      'STORE_UNREADABLE',
      'the connection broke',
      'look whether the server runs; what was acknowledged is kept',
    ]
  )
}

const LOCKED: Meaning = ['STORE_LOCKED', 'another process holds it', 'wait for the other process or end it']
const UNREADABLE: Meaning = ['STORE_UNREADABLE', 'it cannot be read or written', 'read what PostgreSQL says']
const CORRUPT: Meaning = [
  'STORE_CORRUPT',
  'it is damaged',
  'restore it from a copy, or name another schema; it was left as it is',
]

const BY_STATE: readonly (readonly [state: RegExp, meaning: Meaning])[] = [
  [/^(55P03|40P01|40001)$/, LOCKED],
  [/^57014$/, ['STORE_LOCKED', 'it took too long to answer', 'wait until the server has less to do']],
  [
    /^53300$/,
    ['STORE_LOCKED', 'the server has no connection left', 'close other stores, or raise max_connections'],
  ],
  [
    /^(53100|53400)$/,
    ['STORE_FULL', 'the disk of the server is full', 'make room there; what was stored before is kept'],
  ],
  [
    /^28/,
    [
      'STORE_UNREADABLE',
      'the server does not let this user in',
      'check user and password of the URL, or PGUSER and PGPASSWORD',
    ],
  ],
  [/^3D000$/, ['STORE_UNREADABLE', 'there is no such database', 'create it, or name another one']],
  [
    /^42501$/,
    [
      'STORE_UNREADABLE',
      'this user has not the right to',
      'let an owner GRANT it, or name a user who has it',
    ],
  ],
  [/^25006$/, ['STORE_UNREADABLE', 'the server only reads', 'name the server that is written to']],
  [/^57P0[123]$/, ['STORE_UNREADABLE', 'the server starts or stops', 'wait until it runs']],
  [/^(3F000|42P01|42703)$/, ['STORE_CORRUPT', 'tables of it are missing', CORRUPT[2]]],
  [/^XX00[12]$/, CORRUPT],
]

const BY_NETWORK: readonly (readonly [text: RegExp, meaning: Meaning])[] = [
  [
    /^(ENOTFOUND|EAI_)/,
    ['STORE_UNREADABLE', 'there is no such host', 'check the host of the URL, or PGHOST'],
  ],
  [
    /ECONNREFUSED|^ENOENT/,
    ['STORE_UNREADABLE', 'no server listens there', 'start the server, or check host and port'],
  ],
  [
    /timeout|ETIMEDOUT/i,
    ['STORE_UNREADABLE', 'no answer came in time', 'check host and port, and what stands between'],
  ],
  [
    /does not support SSL/,
    ['STORE_UNREADABLE', 'the server speaks no TLS', 'turn it on there, or say sslmode=disable'],
  ],
  [
    /CERT|SIGNATURE|SSL|TLS|self.signed/,
    ['STORE_UNREADABLE', 'the server could not be trusted', 'check sslmode and sslrootcert of the URL'],
  ],
  [
    /password must be/,
    ['STORE_UNREADABLE', 'the server asks for a password', 'give it in the URL or in PGPASSWORD'],
  ],
]
