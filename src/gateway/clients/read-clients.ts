/** The tokens file: who may use the gateway over HTTP, and by which secret. */
import { createHash } from 'node:crypto'
import {
  type Environment,
  isJsonObject,
  type JsonObject,
  positionText,
  printable,
  shorten,
  UsageError,
} from '../../base/index.js'
import { documentFormat, jsonOf, parseDocument, repeatedMembers } from '../../document/index.js'
import { ANONYMOUS } from './principal-of.js'

export interface ReadClients {
  readonly clients: readonly GatewayClient[]
  /** The tokens that the file, or the environment, holds: nothing that is printed or recorded may show them. */
  readonly secrets: readonly string[]
}

export interface GatewayClient {
  /** The principal whose recordings and runs its are. */
  readonly name: string
  /** SHA-256 of its token, 32 bytes. */
  readonly digest: Buffer
}

/**
 * Parses `{ tokens: [{ name, token: "${VAR}" } | { name, sha256 }] }`, in JSON or YAML. No text of an error holds a token.
 * @throws UsageError TOKENS_INVALID
 */
export function readClients(text: string, fileName: string, env: Environment): ReadClients {
  const refuse = (problem: string): never => {
    throw new UsageError('TOKENS_INVALID', `Cannot read the tokens "${printable(fileName)}": ${problem}`, {
      hint: `tokens look like { tokens: [{ name: "ann", token: "\${ANNS_TOKEN}" }] }`,
    })
  }
  const rows = rowsOf(text, fileName, refuse).map((row, at) => readRow(row, `tokens[${at}]`, env, refuse))
  for (const [at, { name, digest }] of rows.entries()) {
    const twin = rows.slice(0, at).findIndex((other) => other.name === name || other.digest.equals(digest))
    if (twin === -1) continue
    const what = rows[twin]?.name === name ? `the name ${quotedName(name)}` : 'the token'
    refuse(`tokens[${at}] has ${what} of tokens[${twin}]`)
  }
  return {
    clients: rows.map(({ name, digest }) => ({ name, digest })),
    secrets: rows.flatMap(({ token }) => (token === undefined ? [] : [token])),
  }
}

type Refuse = (problem: string) => never

function rowsOf(text: string, fileName: string, refuse: Refuse): readonly unknown[] {
  const parsing = parseDocument(text, { format: documentFormat(fileName, text) })
  // What a parser tells of a text may quote it.
  if (parsing.kind === 'broken') return refuse(`it is no JSON or YAML (${positionText(parsing)})`)
  const [repeated] = repeatedMembers(parsing.root)
  if (repeated !== undefined)
    return refuse(`a key is written twice (${positionText(parsing.positionAt(repeated.offset))})`)
  const whole = jsonOf(parsing.root)
  if (!isJsonObject(whole) || !Array.isArray(whole.tokens))
    return refuse('it is no object with a list "tokens"')
  refuseUnknown(whole, ['$schema', 'tokens'], 'a tokens file', refuse)
  if (whole.tokens.length === 0) return refuse('its list is empty, so that nobody could come in')
  return whole.tokens
}

interface Row extends GatewayClient {
  readonly token?: string
}

function readRow(row: unknown, where: string, env: Environment, refuse: Refuse): Row {
  if (!isJsonObject(row)) return refuse(`${where} is no object`)
  refuseUnknown(row, ['name', 'token', 'sha256'], where, refuse)
  const { name, token, sha256 } = row
  if (typeof name !== 'string' || !/^[\w.@+-]{1,100}$/.test(name))
    return refuse(`${where}.name is no name of letters, digits and . _ - + @`)
  if (name === ANONYMOUS)
    return refuse(`${where}.name is "${ANONYMOUS}", as those are called who have no token`)
  if ((token === undefined) === (sha256 === undefined))
    return refuse(`${where} has ${token === undefined ? 'neither token nor' : 'both token and'} sha256`)
  if (sha256 !== undefined) {
    if (typeof sha256 === 'string' && /^[0-9a-fA-F]{64}$/.test(sha256))
      return { name, digest: Buffer.from(sha256, 'hex') }
    return refuse(`${where}.sha256 is no digest of 64 hexadecimal digits`)
  }
  const value = typeof token === 'string' ? expanded(token, where, env, refuse) : ''
  if (value.length < MIN_LENGTH || !TOKEN.test(value))
    return refuse(`${where}.token is no token of ${MIN_LENGTH} or more letters, digits and - . _ ~ + / =`)
  return { name, token: value, digest: digestOf(value) }
}

/** Long enough that nobody guesses it. */
const MIN_LENGTH = 16

/** As the header can carry them (RFC 6750, 2.1). */
const TOKEN = /^[A-Za-z0-9._~+/-]+=*$/

/** The whole text is one variable, or the token itself: a part of a token is no secret worth its name. */
function expanded(text: string, where: string, env: Environment, refuse: Refuse): string {
  const [, variable] = /^\$\{(?:env:)?([A-Za-z_]\w*)\}$/.exec(text) ?? []
  if (variable === undefined) return text
  return env[variable] ?? refuse(`${where}.token is of the variable ${variable}, which is not set`)
}

export function digestOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

function refuseUnknown(of: JsonObject, known: readonly string[], what: string, refuse: Refuse): void {
  const unknown = Object.keys(of).find((key) => !known.includes(key))
  if (unknown !== undefined) refuse(`unknown key ${quotedName(unknown)}: ${what} has ${known.join(', ')}`)
}

function quotedName(name: string): string {
  return `"${printable(shorten(name, 60))}"`
}
