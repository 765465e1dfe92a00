/** What the program threw, as the host gets it. Nothing the program throws can make this throw. */
import type { Limits } from './limits.js'
import { bare, isInstance, jsonText, NativeError, toText, toWellFormed } from './primordials.js'
import { inspect } from './runtime.js'
import type { Stacks } from './stack.js'
import { callOf } from './tool-error.js'

/** The JSON text of a `ProgramError`. */
export function writeProgramError(thrown: unknown, stacks: Stacks, limits: Limits): string {
  const isError = isNativeError(thrown)
  const name = isError ? readText(() => thrown.name, 'Error') : 'Error'
  const message = isError ? readText(() => thrown.message, '') : describeThrown(thrown)
  if (name.length + message.length > limits.bytesLeft()) limits.exceed('bytes')
  const position = isError ? readPosition(stacks, thrown) : undefined
  const call = isError ? callOf(thrown) : undefined
  return (
    `{"name":${jsonText(toWellFormed(name))},"message":${jsonText(toWellFormed(message))}` +
    `${position === undefined ? '' : `,"line":${position.line},"column":${position.column}`}` +
    `${call === undefined ? '' : `,"call_id":${call}`}}`
  )
}

function isNativeError(thrown: unknown): thrown is Error {
  try {
    return isInstance(NativeError, thrown)
  } catch {
    // A proxy that does not tell its prototype.
    return false
  }
}

function describeThrown(thrown: unknown): string {
  return typeof thrown === 'string'
    ? thrown
    : readText(() => inspect(thrown, bare({ colors: false, depth: 4 })), '')
}

function readPosition(stacks: Stacks, error: Error): ReturnType<Stacks['siteOfError']> {
  try {
    return stacks.siteOfError(error)
  } catch {
    // The program's own `stack` threw.
    return undefined
  }
}

function readText(read: () => unknown, otherwise: string): string {
  try {
    return toText(read())
  } catch {
    // A member of the program's error threw.
    return otherwise
  }
}
