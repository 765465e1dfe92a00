/** What an option of the client may be: it may come from JavaScript, where no compiler has looked at it. */
import { isJsonObject } from '../../base/index.js'
import { isRevision, REVISIONS } from '../../protocol/index.js'

export interface OptionKind {
  readonly holds: (value: unknown) => boolean
  /** Completes "it must be …". */
  readonly words: string
}

/** For what is looked at elsewhere. */
export const ANYTHING: OptionKind = { holds: () => true, words: 'anything' }
export const TEXT: OptionKind = { holds: isText, words: 'a text' }
export const TEXTS: OptionKind = {
  holds: (value) => Array.isArray(value) && value.every(isText),
  words: 'a list of texts',
}
export const NUMBER: OptionKind = { holds: (value) => Number.isFinite(value), words: 'a number' }
export const CASSETTE: OptionKind = {
  holds: (value) => isText(value) || hasMethod(value, 'list') || isReplay(value),
  words: 'the path of a file, or an open store',
}
export const TIMING: OptionKind = {
  holds: (value) =>
    value === 'none' || value === 'recorded' || (Number.isFinite(value) && Number(value) >= 0),
  words: 'none, recorded, or a factor',
}
export const FUNCTION: OptionKind = { holds: isFunction, words: 'a function' }
export const OBJECT: OptionKind = { holds: isJsonObject, words: 'an object' }
export const TEXTS_BY_NAME: OptionKind = {
  holds: (value) => isJsonObject(value) && Object.values(value).every(isText),
  words: 'an object whose members are texts',
}
/** The system's own error for what it does not take would show the values. */
export const ENVIRONMENT: OptionKind = {
  holds: (value) =>
    isJsonObject(value) &&
    Object.entries(value).every(
      ([name, text]) => /^[^=\0]+$/.test(name) && isText(text) && !text.includes('\0'),
    ),
  words: 'an object whose members are texts, with no "=" in their names and no null character',
}
export const LIMIT: OptionKind = { holds: isPositive, words: 'a positive number' }
export const LIMIT_MS: OptionKind = { holds: isPositive, words: 'a positive number of milliseconds' }
export const PIPE_LIMITS: OptionKind = {
  holds: (value) =>
    isJsonObject(value) &&
    Object.entries(value).every(
      ([name, limit]) =>
        limit === undefined ||
        (name === 'graceMs' && (limit === 0 || isPositive(limit))) ||
        (name === 'maxMessageBytes' && isPositive(limit)),
    ),
  words: 'an object of graceMs and maxMessageBytes, which are numbers',
}
export const SERVER_OBJECT: OptionKind = {
  holds: (value) => isFunction(value) || hasMethod(value, 'connect'),
  words: 'a function, or an object with a method "connect"',
}
export const COPY: OptionKind = {
  holds: (value) =>
    typeof value === 'boolean' || hasMethod(value, 'changes') || (isJsonObject(value) && isCopyChoice(value)),
  words: 'true, an object of roots, maxFiles, maxBytes and onNetworkAttempt, or the copy of another client',
}
export const REVISION: OptionKind = {
  holds: (value) => isText(value) && isRevision(value),
  words: `one of ${REVISIONS.join(', ')}`,
}
export const CLIENT_INFO: OptionKind = {
  holds: (value) => isJsonObject(value) && isText(value.name) && isText(value.version),
  words: 'an object with a name and a version, which are texts',
}
export const HOST: OptionKind = {
  holds: (value) =>
    isText(value) ||
    (isJsonObject(value) &&
      isText(value.name) &&
      CLIENT_INFO.holds(value.clientInfo) &&
      isJsonObject(value.capabilities)),
  words: 'a name, or an object with name, clientInfo and capabilities',
}
export const ROOTS: OptionKind = {
  holds: (value) => isFunction(value) || (Array.isArray(value) && value.every(isText)),
  words: 'a list of texts, or a function',
}
export const REPLY: OptionKind = {
  holds: (value) => isFunction(value) || isJsonObject(value),
  words: 'an object, or a function',
}
export const SIGNAL: OptionKind = {
  holds: (value) => hasMethod(value, 'addEventListener') && 'aborted' in value,
  words: 'the signal of an AbortController',
}
export const CLOCK: OptionKind = {
  holds: (value) => hasMethod(value, 'sleep') && hasMethod(value, 'monotonic'),
  words: 'a clock',
}

export function oneOf(...choices: readonly string[]): OptionKind {
  return {
    holds: (value) => isText(value) && choices.includes(value),
    words: `one of ${choices.join(', ')}`,
  }
}

function isCopyChoice(choice: object): boolean {
  return Object.entries(choice).every(
    ([name, value]) =>
      value === undefined ||
      (name === 'roots' && TEXTS.holds(value)) ||
      ((name === 'maxFiles' || name === 'maxBytes') && isPositive(value)) ||
      (name === 'onNetworkAttempt' && isFunction(value)),
  )
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

function isFunction(value: unknown): boolean {
  return typeof value === 'function'
}

function isPositive(value: unknown): boolean {
  return typeof value === 'number' && value > 0
}

function hasMethod(value: unknown, name: string): value is object {
  return typeof value === 'object' && value !== null && isFunction(Reflect.get(value, name))
}

function isReplay(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'service' in value
}
