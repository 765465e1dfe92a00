/** Reads a lock file, which somebody may have edited, merged or made up. */
import {
  deepFreeze,
  defined,
  inOneLine,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  messageOf,
  parseJson,
  shorten,
  UsageError,
  withoutByteOrderMark,
} from '../../base/index.js'
import { EFFECT_HINTS, isServerName } from '../../call/index.js'
import { contractFingerprint } from '../contract-fingerprint.js'
import { described } from '../described.js'
import {
  type ContractLock,
  type Hints,
  LOCK_FORMAT,
  type LockedServer,
  type LockedTool,
  TASK_SUPPORT,
  type TaskSupport,
} from './contract-lock.js'
import { wordingOf } from './create-lock.js'
import { ANEW, HINT, invalidLock, list, NEWER, object, readOffers, text } from './parse-offers.js'

/**
 * The lock that a file holds.
 * @throws UsageError LOCK_INVALID when it is no whole lock of this format, when two servers or tools have one name, or when a
 *   digest does not belong to its contract or its words; the message says where
 */
export function parseLock(text: string, fileName: string): ContractLock {
  return readLock(readJson(text, fileName), fileName)
}

/** True for a document that calls itself a lock, of whatever format. */
export function isLock(document: JsonValue): document is JsonObject {
  return (
    isJsonObject(document) &&
    typeof document.format === 'string' &&
    document.format.startsWith('understudy.lock/')
  )
}

/** The lock that a parsed document is. @throws UsageError LOCK_INVALID */
export function readLock(document: JsonValue, fileName: string): ContractLock {
  const file = `the contract lock ${inOneLine(fileName, 200)}`
  const { format, servers } = object(document, '', ['format', 'servers'], file)
  if (format !== LOCK_FORMAT)
    throw invalidLock(
      file,
      `"format" must be "${LOCK_FORMAT}", found ${described(format)}`,
      isLock(document) ? NEWER : HINT,
    )
  const lock = list(servers, '/servers', file).map((server, i) => readServer(server, `/servers/${i}`, file))
  refuseDoubles(lock, '/servers', file)
  return deepFreeze({ format: LOCK_FORMAT, servers: lock })
}

function readJson(text: string, fileName: string): JsonValue {
  try {
    // Editors on Windows begin a file with a byte order mark.
    return parseJson(withoutByteOrderMark(text), `the contract lock ${inOneLine(fileName, 200)}`)
  } catch (cause) {
    const isConflict = /^(<<<<<<<|>>>>>>>) /m.test(text)
    throw new UsageError('LOCK_INVALID', shorten(messageOf(cause), 400), {
      cause,
      hint: isConflict ? `it holds the marks of a merge conflict: ${ANEW}` : HINT,
    })
  }
}

const SERVER_KEYS = [
  ...['name', 'version', 'launch', 'capabilities', 'tools'],
  ...['revision', 'instructions', 'prompts', 'resources', 'templates'],
]

function readServer(value: JsonValue, at: string, file: string): LockedServer {
  const server = object(value, at, SERVER_KEYS, file)
  const name = text(server.name, `${at}/name`, file)
  if (!isServerName(name))
    throw invalidLock(file, `"${at}/name" must be a name without a colon, found ${described(name)}`)
  const tools = list(server.tools, `${at}/tools`, file).map((tool, i) =>
    readTool(tool, `${at}/tools/${i}`, file),
  )
  refuseDoubles(tools, `${at}/tools`, file)
  const { version, launch, capabilities } = server
  return {
    name,
    ...(version === undefined ? {} : { version: text(version, `${at}/version`, file) }),
    ...(launch === undefined ? {} : { launch: digestText(launch, `${at}/launch`, file) }),
    ...(capabilities === undefined
      ? {}
      : { capabilities: object(capabilities, `${at}/capabilities`, undefined, file) }),
    ...readOffers(server, at, file),
    tools,
  }
}

const TOOL_KEYS = [
  ...['name', 'fingerprint', 'wording', 'title', 'description'],
  ...['annotations', 'taskSupport', 'inputSchema', 'outputSchema'],
]

function readTool(value: JsonValue, at: string, file: string): LockedTool {
  const tool = object(value, at, TOOL_KEYS, file)
  const name = text(tool.name, `${at}/name`, file)
  if (name === '') throw invalidLock(file, `"${at}/name" must not be empty`)
  const { title, description, annotations, outputSchema } = tool
  if (outputSchema !== undefined && typeof outputSchema !== 'boolean')
    object(outputSchema, `${at}/outputSchema`, undefined, file)
  const locked: LockedTool = {
    name,
    fingerprint: digestText(tool.fingerprint, `${at}/fingerprint`, file),
    wording: digestText(tool.wording, `${at}/wording`, file),
    ...(title === undefined ? {} : { title: text(title, `${at}/title`, file) }),
    ...(description === undefined ? {} : { description: text(description, `${at}/description`, file) }),
    ...(annotations === undefined
      ? {}
      : { annotations: readAnnotations(annotations, `${at}/annotations`, file) }),
    ...(tool.taskSupport === undefined
      ? {}
      : { taskSupport: readTaskSupport(tool.taskSupport, `${at}/taskSupport`, file) }),
    inputSchema: object(tool.inputSchema, `${at}/inputSchema`, undefined, file),
    ...defined({ outputSchema }),
  }
  if (contractFingerprint(locked) !== locked.fingerprint)
    throw invalidLock(
      file,
      `the fingerprint of ${described(name)} at "${at}" does not belong to its contract: one of them was edited`,
      ANEW,
    )
  if (hasWords(locked) && wordingOf(locked) !== locked.wording)
    throw invalidLock(
      file,
      `the wording of ${described(name)} at "${at}" does not belong to its title and description: one of them was edited`,
      ANEW,
    )
  return locked
}

/** Locks of earlier releases hold the digest of the words alone. */
function hasWords({ title, description, annotations }: LockedTool): boolean {
  return title !== undefined || description !== undefined || annotations?.title !== undefined
}

function readAnnotations(value: JsonValue, at: string, file: string): NonNullable<LockedTool['annotations']> {
  const { title, ...hints } = object(value, at, ['title', ...EFFECT_HINTS], file)
  for (const [hint, stated] of Object.entries(hints))
    if (typeof stated !== 'boolean')
      throw invalidLock(file, `"${at}/${hint}" must be true or false, found ${described(stated)}`)
  return {
    ...(title === undefined ? {} : { title: text(title, `${at}/title`, file) }),
    // Every key is a hint, and every value was just seen to be a boolean.
    ...(hints as Hints),
  }
}

function readTaskSupport(value: JsonValue, at: string, file: string): TaskSupport {
  const support = TASK_SUPPORT.find((each) => each === value)
  if (support !== undefined) return support
  throw invalidLock(file, `"${at}" must be "optional" or "required", found ${described(value)}`)
}

function digestText(value: JsonValue | undefined, at: string, file: string): string {
  const found = text(value, at, file)
  if (/^sha256:[0-9a-f]{64}$/.test(found)) return found
  throw invalidLock(file, `"${at}" must be "sha256:" and 64 hexadecimal digits, found ${described(found)}`)
}

function refuseDoubles(all: readonly { readonly name: string }[], at: string, file: string): void {
  const seen = new Set<string>()
  for (const { name } of all) {
    if (seen.has(name)) throw invalidLock(file, `"${at}" names ${described(name)} twice`, ANEW)
    seen.add(name)
  }
}
