/** The cases of a folder: one file a class, each a list of pairs. A file that is no such list is refused with its name and place. */
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parse } from 'yaml'
import type { FidelityCase } from './fidelity-case.js'
import { type Mutation, mutate } from './mutate.js'
import { mutateWorkflow } from './mutate-workflow.js'
import { SERVER_NAMES } from './servers.js'

/** A pair as it is written. Every text may have `{{NAME}}`, for which each entry of `each` gives a value: one case an entry. */
interface WrittenPair {
  readonly name: string
  readonly servers: readonly string[]
  readonly files?: Readonly<Record<string, string>>
  readonly prepare?: string
  readonly sound: string
  /** One of the two. */
  readonly faulty?: string
  readonly mutation?: Mutation
  readonly each?: readonly Readonly<Record<string, string | number>>[]
  /** Its plans are workflows, in YAML. */
  readonly workflow?: boolean
  readonly rule?: boolean
  readonly short?: boolean
}

const KNOWN = [
  ...[
    'name',
    'servers',
    'files',
    'prepare',
    'sound',
    'faulty',
    'mutation',
    'each',
    'workflow',
    'rule',
    'short',
  ],
]

/** @throws Error naming the file, the pair and what is wrong */
export function readCases(folder: string): readonly FidelityCase[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.yaml'))
  const cases = names.sort().flatMap((name) => readClass(join(folder, name)))
  const seen = new Set<string>()
  for (const { id, sound, faulty } of cases) {
    const programs = `${sound}\n---\n${faulty}`
    if (seen.has(programs)) throw new Error(`Case ${id} is the same as another one`)
    if (sound === faulty) throw new Error(`Case ${id}: its two programs are the same`)
    seen.add(programs)
  }
  return cases
}

function readClass(path: string): readonly FidelityCase[] {
  const pairs: unknown = parse(readFileSync(path, 'utf8'))
  if (!Array.isArray(pairs)) throw new Error(`Cannot read cases of ${path}: it is no list of pairs`)
  const className = basename(path, '.yaml')
  return pairs.flatMap((pair: WrittenPair, i) => {
    try {
      checkPair(pair)
      return casesOf(pair, className)
    } catch (failure) {
      const why = failure instanceof Error ? failure.message : String(failure)
      throw new Error(`Cannot read pair ${i + 1} (${pair.name}) of ${path}: ${why}`)
    }
  })
}

function checkPair(pair: WrittenPair): void {
  const unknown = Object.keys(pair).filter((key) => !KNOWN.includes(key))
  if (unknown.length > 0) throw new Error(`"${unknown[0]}" is none of ${KNOWN.join(', ')}`)
  if (typeof pair.name !== 'string' || typeof pair.sound !== 'string')
    throw new Error('a pair has a "name" and a "sound" program')
  if ((pair.faulty === undefined) === (pair.mutation === undefined))
    throw new Error('a pair has either a "faulty" program or a "mutation" of the sound one')
  for (const server of pair.servers)
    if (!SERVER_NAMES.includes(server))
      throw new Error(`there is no server "${server}"; there are ${SERVER_NAMES.join(', ')}`)
}

function casesOf(pair: WrittenPair, className: string): readonly FidelityCase[] {
  const { each } = pair
  if (each === undefined) return [caseOf(pair, `${className}/${pair.name}`, className)]
  return each.map((values, n) => caseOf(fill(pair, values), `${className}/${pair.name}[${n + 1}]`, className))
}

function caseOf(pair: WrittenPair, id: string, className: string): FidelityCase {
  const { servers, files = {}, prepare, sound, faulty, mutation, rule = false, short = false } = pair
  const { kind, change } =
    pair.workflow === true
      ? ({ kind: 'workflow', change: mutateWorkflow } as const)
      : ({ kind: 'program', change: mutate } as const)
  return {
    ...{ id, class: className, kind, servers, files, sound },
    ...(prepare === undefined ? {} : { prepare }),
    faulty: faulty ?? (mutation === undefined ? sound : change(sound, mutation)),
    ...(mutation === undefined ? {} : { operator: mutation.operator }),
    isRule: rule,
    // Of several instances the suite takes the first.
    isShort: short && !/\[(?!1\])/.test(id),
  }
}

/** Values are put in as they stand: no text of a case needs an escape. */
function fill(pair: WrittenPair, values: Readonly<Record<string, string | number>>): WrittenPair {
  const { each: _, ...rest } = pair
  const filled = (value: unknown): unknown => {
    if (typeof value === 'string') return put(value, values)
    if (Array.isArray(value)) return value.map(filled)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [put(key, values), filled(inner)]))
  }
  return filled(rest) as WrittenPair
}

function put(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`no entry of "each" has "${name}"`)
    return String(value)
  })
}
