/** How a gateway tells the servers that it starts, or reaches, which gateways stand in front of them. */
import type { ServerEntry } from '../config/index.js'

/** Of the environment of a process that a gateway starts. */
export const MARKS_VARIABLE = 'UNDERSTUDY_GATEWAYS'
/** Of the HTTP requests that a gateway sends. */
export const MARKS_HEADER = 'understudy-gateways'
/** Why a gateway refuses to be served: whoever started its process reads it there. */
export const BEHIND_ITSELF = 'it stands behind a gateway of the same servers'

/** Whoever sends us a line may be anybody: what is no mark, and what is too much, is left out. */
export function readMarks(text: string | undefined): readonly string[] {
  if (text === undefined) return []
  return text
    .slice(0, MOST * 65)
    .split(' ')
    .filter((mark) => /^[\w-]{1,64}$/.test(mark))
    .slice(0, MOST)
}

/** The entry as it is launched: it is told of the marks, and stays the same server. */
export function withMarks(entry: ServerEntry, marks: readonly string[]): ServerEntry {
  const { launch } = entry
  const text = marks.join(' ')
  if (text === '' || launch.kind === 'cassette') return entry
  if (launch.kind === 'http')
    return { ...entry, launch: { ...launch, headers: { ...launch.headers, [MARKS_HEADER]: text } } }
  return { ...entry, launch: { ...launch, env: { ...launch.env, [MARKS_VARIABLE]: text } } }
}

/** A chain of gateways that is longer has no end. */
const MOST = 32
