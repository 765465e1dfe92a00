/** Calls that hold what an agent computed from, or read off, what its copy made anew: call by call, why they cannot be made for real. */
import { whyComputed } from './computed.js'
import type { NotAppliable } from './not-appliable.js'
import type { OwnValueSeen } from './own-values.js'
import type { Play } from './play.js'
import { whatWasSaid } from './said.js'
import type { Templated } from './template.js'
import { TELLING_LENGTH } from './weave.js'
import { figureWritten } from './written-figures.js'

/** By the number of the call. */
export type Templates = ReadonlyMap<number, Templated>

export function computedReasons(
  session: Play,
  own: readonly OwnValueSeen[],
  templates: Templates,
  isInWorld: (word: string) => boolean,
): readonly NotAppliable[] {
  return session.calls.flatMap(({ n }): NotAppliable[] => {
    const { template = {}, literals = [] } = templates.get(n) ?? {}
    const before = own.filter(({ first }) => first < n)
    if (before.length === 0) return []
    const heard = before
      .filter(({ isOfPlace }) => isOfPlace !== true)
      .map(({ first: call, ...each }) => ({ ...each, call }))
    const said = whatWasSaid(session, n, heard, isInWorld, templates)
    const why =
      whyComputed(literals, heard, said) ??
      tooShort(literals, heard, said.text) ??
      figureWritten(template, session.calls.slice(0, n - 1), before)
    return why === undefined ? [] : [{ call: n, what: 'computed', why: `Call ${n} ${why}` }]
  })
}

/** Two digits stand anywhere by chance. */
function tooShort(
  literals: readonly string[],
  heard: readonly { readonly session: string; readonly call: number }[],
  said: string,
): string | undefined {
  const words = new Set(literals.flatMap((text) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []))
  const small = said.toLowerCase()
  const found = heard.find(
    ({ session }) =>
      session.length > 2 &&
      session.length < TELLING_LENGTH &&
      words.has(session.toLowerCase()) &&
      !small.includes(session.toLowerCase()),
  )
  return found === undefined
    ? undefined
    : `holds ${found.session}, which call ${found.call} made anew and which is too short to be followed`
}
