/** `${VAR}`, `${VAR:-default}`, `${env:VAR}`, `${input:ID}` and the places that editors know, in the texts of a config. */
import { defined, type Environment } from '../base/index.js'

export interface Variables {
  readonly env: Environment
  /** `workspaceFolder` and its like: see editorPlaces. They come before the environment, as editors do not look there for them. */
  readonly places?: Readonly<Record<string, string>> | undefined
  /** The value of an input, if there is one. */
  readonly inputOf?: ((id: string) => string | undefined) | undefined
}

export interface Expansion {
  readonly text: string
  /** Values that came from the environment or an input, but for those of variables that say where the user is at home. */
  readonly expanded: readonly string[]
  /** What stands between the braces where nothing could be put, such as `TOKEN` or `input:key`. */
  readonly missing: readonly string[]
}

/** Expands a text once: what comes out of a variable is not looked at again. As in a shell, `:-` also stands in for an empty value. */
export function expandVariables(text: string, { env, places = {}, inputOf }: Variables): Expansion {
  const expanded: string[] = []
  const missing: string[] = []
  const result = text.replace(/\$\{([^{}]*)\}/g, (whole, inside: string) => {
    if (Object.hasOwn(places, inside)) return places[inside] ?? whole
    const id = inputIn(inside)
    const input = id === undefined ? undefined : inputOf?.(id)
    if (input !== undefined) {
      expanded.push(input)
      return input
    }
    const { name, fallback } = splitVariable(inside)
    const value = name !== undefined && Object.hasOwn(env, name) ? env[name] : undefined
    if (value !== undefined && (value !== '' || fallback === undefined)) {
      if (name !== undefined && !PUBLIC.has(name)) expanded.push(value)
      return value
    }
    if (fallback !== undefined) return fallback
    missing.push(inside)
    return whole
  })
  return { text: result, expanded, missing }
}

/** The input that `input:ID` means. */
export function inputIn(inside: string): string | undefined {
  return inside.startsWith('input:') ? inside.slice('input:'.length) : undefined
}

/** Values that are no secrets, and stand in so many paths that hiding them would spoil every output. */
const PUBLIC = new Set([
  'HOME',
  'LOGNAME',
  'PATH',
  'PWD',
  'SHELL',
  'TERM',
  'TMPDIR',
  'USER',
  'USERPROFILE',
  'USERNAME',
])

function splitVariable(inside: string): { readonly name?: string; readonly fallback?: string } {
  const found = /^(?:env:)?([^:]+?)(?::-(.*))?$/s.exec(inside)
  const [, name, fallback] = found ?? []
  return {
    ...defined({ name, fallback }),
  }
}
