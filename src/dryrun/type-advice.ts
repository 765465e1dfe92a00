/** What the types of tools say of a program, beside what its run shows. */
import type { Finding } from '../base/index.js'
import type { Program, TypeCheck, TypeChecker } from '../program/index.js'
import type { ToolRegistry } from '../registry/index.js'
import { declareTools, inferParams, paramsFindings, typeFindings } from '../types/index.js'
import type { RehearsalSettings } from './options.js'

export interface TypeAdvice {
  /** Of what was given as `params`. */
  readonly params: readonly Finding[]
  /** Of the text, without the lines on which something is told already. Waits for the compiler, where there is one. */
  types(told: readonly { readonly line?: number }[]): Promise<readonly Finding[]>
}

/** The compiler starts at once, in a process of its own, and works while the program runs. */
export function typeAdvice(
  program: Program,
  registry: ToolRegistry,
  settings: RehearsalSettings,
): TypeAdvice {
  const uses = program.params()
  const inferred = inferParams(uses, registry)
  const { typeChecker, signal, unavailable = [] } = settings
  const { kind, text } = program.typed()
  const checking = typeChecker?.check(
    {
      kind,
      text,
      declarations: declareTools(registry, {
        unavailable: unavailable.map(({ server }) => server),
        undeclared: 'any',
        globals: true,
      }),
    },
    signal,
  )
  checking?.catch(() => {
    // Whoever asks for it learns it; a rehearsal that failed before asks no more.
  })
  return {
    params: paramsFindings(uses, inferred, settings.params),
    async types(told) {
      const check = await checking
      if (check === undefined || check.kind === 'unchecked') return []
      const lines = new Set(told.map(({ line }) => line))
      return typeFindings(check.problems, program.typed(), (line) => lines.has(line))
    },
  }
}

/** The same text is checked once: of several seeds each has the same types. */
export function rememberingTypes(checker: TypeChecker): TypeChecker {
  const known = new Map<string, Promise<TypeCheck>>()
  return {
    name: checker.name,
    check(typed, signal) {
      const key = JSON.stringify(typed)
      const check = known.get(key) ?? checker.check(typed, signal)
      known.set(key, check)
      return check
    },
    [Symbol.asyncDispose]: () => checker[Symbol.asyncDispose](),
  }
}
