/** Which tools may be asked for real, and how: what the user allows, held against what is known of the tools. */
import {
  type Finding,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  matchesPattern,
  orDidYouMean,
  UsageError,
} from '../base/index.js'
import { type ToolRef, toolRef } from '../call/index.js'
import type { Preview, StandIn } from '../config/index.js'
import { type EffectSource, type Effects, effectsOfTools } from '../effects/index.js'
import type { Policy } from '../policy/index.js'
import type { RegisteredTool, ToolRegistry } from '../registry/index.js'
import { createSchemaCompiler } from '../schema/index.js'

export type Way =
  | { readonly kind: 'live' }
  /** `argument` is true for a dry run. */
  | { readonly kind: 'preview'; readonly argument: string }
  | { readonly kind: 'stand-in' }

export interface PlannedContacts {
  readonly ways: ReadonlyMap<ToolRef, Way>
  /** That what is asked to read only reads: the user's word. */
  readonly effects: EffectSource
  /** Tools that a pattern fits and nobody asks. */
  readonly findings: readonly Finding[]
}

export interface ContactRules {
  readonly registry: ToolRegistry
  /** By the name of a server; of those alone that can be reached. */
  readonly wishes: ReadonlyMap<string, ContactWishes>
  readonly policy?: Policy | undefined
  /** What the user says of effects elsewhere. */
  readonly effects?: readonly EffectSource[] | undefined
}

/** What the user allows of each server, as settings and options say it. */
export interface ContactWishes {
  /** Patterns over the names of tools that only read. */
  readonly liveReads?: readonly string[]
  readonly previews?: readonly Preview[]
  readonly rehearse?: StandIn
}

/** @throws UsageError CONTACT_INVALID for a dry run of a tool that there is not, or that takes no such argument */
export function planContacts(rules: ContactRules): PlannedContacts {
  const ways = new Map<ToolRef, Way>()
  const findings: Finding[] = []
  for (const [server, wishes] of rules.wishes) {
    const tools = rules.registry.tools.filter((tool) => tool.server === server)
    for (const tool of readsAmong(tools, wishes, rules, findings)) ways.set(tool.ref, { kind: 'live' })
    // After the reads: what has a dry run is never asked without.
    if (tools.length > 0)
      for (const { tool, argument } of wishes.previews ?? []) {
        refuseWrongPreview(server, tool, argument, rules.registry)
        ways.set(toolRef({ server, tool }), { kind: 'preview', argument })
      }
    // Last: whoever has a server for rehearsals wants the real one left alone.
    if (wishes.rehearse !== undefined) for (const { ref } of tools) ways.set(ref, { kind: 'stand-in' })
  }
  const reads = new Set([...ways].flatMap(([ref, { kind }]) => (kind === 'live' ? [ref] : [])))
  return { ways, effects: readsOnly(reads), findings }
}

function readsAmong(
  tools: readonly RegisteredTool[],
  { liveReads: patterns = [] }: ContactWishes,
  { registry, policy, effects }: ContactRules,
  findings: Finding[],
): RegisteredTool[] {
  if (patterns.length === 0) return []
  const users = effectsOfTools({ find: () => ({ kind: 'missing' }) }, { policy, effects })
  const known = effectsOfTools(registry, { policy, effects })
  return tools.filter((tool) => {
    if (!patterns.some((pattern) => matchesPattern(pattern, tool.name))) return false
    const why = whyNoRead(tool, patterns.includes(tool.name), users, known)
    if (why === undefined) return true
    findings.push({
      ...{ code: 'LIVE_READ_REFUSED', severity: 'warning', certain: true },
      message: `${tool.ref} fits what may be asked for real (${patterns.join(', ')}), and is not: ${why}`,
    })
    return false
  })
}

/** A pattern says less than a name: it fits tools that nobody thought of. */
function whyNoRead(
  { server, name }: RegisteredTool,
  isNamed: boolean,
  users: Effects,
  known: Effects,
): string | undefined {
  const said = users.claimOf({ server, tool: name }).effect
  if (said !== 'read' && said !== 'unknown')
    return 'the policy or the settings say that it does more than read'
  const { effect } = known.claimOf({ server, tool: name })
  return isNamed || effect === 'read' || effect === 'unknown'
    ? undefined
    : 'its server says that it does more than read. Its whole name in the place of a pattern overrules that'
}

/** By their very names, whatever is in them. */
function readsOnly(reads: ReadonlySet<ToolRef>): EffectSource {
  return {
    claim: (tool) => (reads.has(tool) ? { effect: 'read', evidence: 'policy', certain: true } : undefined),
    footprint: (call) => (reads.has(toolRef(call)) ? { reads: 'whole', writes: [], needs: [] } : undefined),
  }
}

function refuseWrongPreview(server: string, tool: string, argument: string, registry: ToolRegistry): void {
  const lookup = registry.find(server, tool)
  const what = `Cannot ask ${JSON.stringify(`${server}:${tool}`)} for its dry run`
  if (lookup.kind === 'missing')
    throw new UsageError('CONTACT_INVALID', `${what}: the server has no such tool`, {
      hint: `correct "previews" in the settings${orDidYouMean(lookup.didYouMean)}`,
    })
  const { inputSchema } = lookup.tool.definition
  const { properties } = inputSchema
  const declared =
    isJsonObject(properties) && Object.hasOwn(properties, argument) ? properties[argument] : undefined
  if (declared === undefined || declared === false)
    throw new UsageError('CONTACT_INVALID', `${what}: it takes no argument ${JSON.stringify(argument)}`, {
      hint: `without one the real thing would be done. Its arguments are ${isJsonObject(properties) ? Object.keys(properties).join(', ') : 'none'}`,
    })
  const compiled = createSchemaCompiler().compile(
    isJsonObject(declared) ? { ...definitionsOf(inputSchema), ...declared } : declared,
  )
  if (compiled.kind === 'refused' || !compiled.schema.holds(true))
    throw new UsageError('CONTACT_INVALID', `${what}: its ${JSON.stringify(argument)} does not take true`, {
      hint: 'name the argument that is true for a dry run',
    })
}

/** What a schema that is taken out of another one may point to. */
function definitionsOf(schema: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(schema).filter((each): each is [string, JsonValue] =>
      ['$schema', '$defs', 'definitions'].includes(each[0]),
    ),
  )
}
