/**
 * Arguments that the schema of a tool does not list, but allows, or forbids although a copy took them: most servers look at none that
 * they do not know. The nearest name is told; a read that a copy answered is asked again without the argument, and with the nearest name:
 * where only the latter changes what is answered, it is proved that the argument was meant to be that one, and did nothing.
 */
import {
  type Finding,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  listText,
  nearestNames,
  orDidYouMean,
  toPointer,
} from '../../base/index.js'
import { outcomeValue, type ToolCall, toolRef } from '../../call/index.js'
import type { WrittenCall } from '../../plan/index.js'
import { type UndeclaredMember, undeclaredMembers } from '../../registry/index.js'
import type { CompiledSchema } from '../../schema/index.js'
import type { CopiedServers } from '../copies.js'
import { isEvidence, isServersOwn, type LedgerEntry } from '../ledger.js'
import type { RehearsalSettings } from '../options.js'
import type { Stage } from '../stage.js'

/** A name of a member, or an index. */
type Step = string | number

/** What was seen, before the copy ends. */
export interface UndeclaredArgument {
  readonly call: ToolCall
  readonly path: readonly Step[]
  /** Names that the schema lists, and that are not given. */
  readonly listed: readonly string[]
  readonly near: readonly string[]
  readonly isProved: boolean
}

interface Surroundings {
  readonly stage: Stage
  readonly copied: CopiedServers | undefined
  readonly signal: AbortSignal
}

/** Asked once the run is over, and before the servers in a copy are ended. */
export async function findUndeclared(
  stage: Stage,
  { copied, signal = new AbortController().signal }: Pick<RehearsalSettings, 'copied' | 'signal'>,
): Promise<readonly UndeclaredArgument[]> {
  const to = { stage, copied, signal }
  const found: UndeclaredArgument[] = []
  for (const entry of stage.ledger.entries()) {
    const schema = inputOf(entry.call, stage)
    if (schema === undefined) continue
    const undeclared = [
      ...undeclaredMembers(entry.call.arguments ?? {}, schema).filter(
        ({ isForbidden }) => !isForbidden || (isServersOwn(entry) && entry.answer.outcome.kind === 'result'),
      ),
      ...invitedAlike(entry.call, stage),
    ]
    for (const { path, names } of undeclared) {
      const given = memberNames(entry.call.arguments ?? {}, path.slice(0, -1))
      const listed = names.filter((each) => !given.includes(each))
      const near = nearestNames(String(path.at(-1)), listed)
      const seen = await lookedAt(entry, path, near[0], to)
      if (seen !== 'taken') found.push({ call: entry.call, path, listed, near, isProved: seen === 'ignored' })
    }
  }
  return found
}

export function undeclaredFindings(
  found: readonly UndeclaredArgument[],
  written: readonly WrittenCall[],
  stage: Stage,
): readonly Finding[] {
  const told = new Map<string, Finding>()
  for (const { call, path, listed, near, isProved } of found) {
    const pointer = toPointer(path)
    const stands = written.find((each) => each.line === call.site?.line && each.column === call.site.column)
    const at = stands?.arguments?.positionOf(pointer) ?? call.site
    const key = `${toolRef(call)} ${pointer.replaceAll(/\/\d+(?=\/)/g, '/*')} ${at?.line ?? '?'}:${at?.column ?? '?'}`
    if (told.has(key)) continue
    const names = listed.map((each) => JSON.stringify(each))
    const others = listText(names, MOST_NAMES) || 'nothing else'
    const meant = orDidYouMean(near.map((each) => JSON.stringify(each)))
    const proof = isProved
      ? ' In the copy it answered the same without it, and otherwise with the nearest name.'
      : ''
    told.set(key, {
      ...{ code: 'ARGUMENT_UNDECLARED', severity: 'error' },
      certain: isProved && stage.isForSure(call),
      message: `${toolRef(call)} (call ${call.n}) is given ${pointer}, which its schema does not list and the server may ignore: beside what is given it lists ${others}${meant}${proof}`,
      ...(at === undefined ? {} : { line: at.line, column: at.column }),
    })
  }
  return [...told.values()]
}

const MOST_NAMES = 12

function inputOf({ server, tool }: ToolCall, { registry }: Stage): CompiledSchema | undefined {
  const lookup = registry.find(server, tool)
  return lookup.kind === 'found' && lookup.tool.input.kind === 'compiled'
    ? lookup.tool.input.schema
    : undefined
}

/** A schema that invites other names has none that are another spelling of one that it lists: where both are meant, both are listed. */
function invitedAlike(
  { server, tool, arguments: args = {} }: ToolCall,
  { registry }: Stage,
): readonly UndeclaredMember[] {
  const lookup = registry.find(server, tool)
  const { properties, additionalProperties: others }: JsonObject =
    lookup.kind === 'found' ? lookup.tool.definition.inputSchema : {}
  const isInvited = others === true || (isJsonObject(others) && Object.keys(others).length === 0)
  if (!isInvited || !isJsonObject(properties)) return []
  const names = Object.keys(properties)
  return Object.keys(args)
    .filter(
      (name) =>
        !names.includes(name) &&
        names.some((each) => !Object.hasOwn(args, each) && spelling(each) === spelling(name)),
    )
    .map((name) => ({ path: [name], names, isForbidden: false }))
}

function spelling(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')
    .replace(/s$/, '')
}

function memberNames(value: JsonValue, path: readonly Step[]): readonly string[] {
  const holder = path.reduce<JsonValue | undefined>(memberAt, value)
  return isJsonObject(holder) ? Object.keys(holder) : []
}

/**
 * What a copy says of an argument: `ignored` where it answers the same without it, and otherwise with the nearest name; `taken` where it
 * answers otherwise without it. Only reads are asked again, and only of what the copy itself answered.
 */
async function lookedAt(
  entry: LedgerEntry,
  path: readonly Step[],
  near: string | undefined,
  { stage, copied, signal }: Surroundings,
): Promise<'ignored' | 'taken' | 'unknown'> {
  const { call, answer } = entry
  if (copied === undefined || answer.provenance.source !== 'copy' || !isEvidence(entry)) return 'unknown'
  if (stage.effects.claimOf(call).effect !== 'read') return 'unknown'
  const args = call.arguments ?? {}
  const ask = async (given: JsonObject): Promise<string | undefined> => {
    const { outcome } = await copied.call({ ...call, arguments: given, signal })
    return outcome?.kind === 'result' ? JSON.stringify(outcomeValue(outcome)) : undefined
  }
  const as = await ask(args)
  const without = await ask(withMember(args, path))
  // Answers that change by themselves say nothing.
  if (as === undefined || without === undefined || as !== (await ask(args))) return 'unknown'
  if (as !== without) return 'taken'
  const renamed = near === undefined ? undefined : withMember(args, path, near)
  if (renamed === undefined || inputOf(call, stage)?.holds(renamed) !== true) return 'unknown'
  const meant = await ask(renamed)
  return meant !== undefined && meant !== as ? 'ignored' : 'unknown'
}

/** The value with a member taken out, or put there under another name. */
function withMember(value: JsonObject, path: readonly Step[], name?: string): JsonObject {
  const copy = structuredClone(value)
  const holder = path.slice(0, -1).reduce<JsonValue>((at, step) => memberAt(at, step) ?? null, copy)
  const step = path.at(-1) ?? ''
  if (!isJsonObject(holder)) return copy
  // The copy is nobody else's.
  const members = holder as Record<string, JsonValue>
  const taken = members[step]
  delete members[step]
  if (name !== undefined && taken !== undefined) members[name] = taken
  return copy
}

function memberAt(value: JsonValue | undefined, step: Step): JsonValue | undefined {
  if (Array.isArray(value)) return value[Number(step)]
  return isJsonObject(value) && Object.hasOwn(value, step) ? value[String(step)] : undefined
}
