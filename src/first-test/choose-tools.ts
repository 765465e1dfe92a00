/** Which tools are called for real when a first test is written. */
import { matchesPattern, UsageError } from '../base/index.js'
import { claimOfTool } from '../effects/index.js'
import { decide, type Policy } from '../policy/index.js'
import type { RegisteredTool } from '../registry/index.js'

/** Whose word it is that a tool may be called; what was recorded is called of the recording alone. */
export type Permission = 'named' | 'policy' | 'annotation' | 'copy' | 'recorded'

export interface CallRules {
  /** Patterns of names: the user names these tools. */
  readonly named: readonly string[]
  readonly policy: Policy
  /** Nothing that they do lasts. */
  readonly copy?: boolean
}

/**
 * The tools that may be called: those that the user names, those that the policy calls read, those that the server itself says only
 * read, unless the policy says otherwise; in a copy all of them. What the policy denies or wants to be asked for is not called, whoever names it.
 * @throws UsageError USAGE for a pattern that no tool has, and for one that the policy forbids
 */
export function chooseTools(
  tools: readonly RegisteredTool[],
  { named, policy, copy = false }: CallRules,
): ReadonlyMap<string, Permission> {
  for (const pattern of named) refuseIdlePattern(pattern, tools, policy)
  return new Map(
    tools.flatMap((tool) => {
      const permission = permissionOf(tool, named, policy) ?? inCopy(tool, policy, copy)
      return permission === undefined ? [] : [[tool.name, permission] as const]
    }),
  )
}

function permissionOf(
  tool: RegisteredTool,
  named: readonly string[],
  policy: Policy,
): Permission | undefined {
  const claim = claimOfTool(tool, { policy })
  const decision = decide(tool.ref, policy, claim)
  if (decision === 'deny' || decision === 'ask') return undefined
  if (named.some((pattern) => isNamed(tool, pattern))) return 'named'
  const { effect, evidence } = claim
  if (effect !== 'read') return undefined
  return evidence === 'policy' || evidence === 'annotation' ? evidence : undefined
}

function inCopy(tool: RegisteredTool, policy: Policy, copy: boolean): Permission | undefined {
  const decision = decide(tool.ref, policy, claimOfTool(tool, { policy }))
  return copy && decision !== 'deny' && decision !== 'ask' ? 'copy' : undefined
}

/** As in the rules of a policy, where a pattern has its server in front. */
function isNamed({ server, ref }: RegisteredTool, pattern: string): boolean {
  return matchesPattern(`${server}:${pattern}`, ref)
}

function refuseIdlePattern(pattern: string, tools: readonly RegisteredTool[], policy: Policy): void {
  const own = tools.filter((tool) => isNamed(tool, pattern))
  if (own.length === 0)
    throw new UsageError('USAGE', `Cannot call the tool "${pattern}" (--tool): there is none of this name`, {
      hint: `the server has ${tools.map(({ name }) => name).join(', ') || 'no tools'}`,
    })
  if (own.some((tool) => permissionOf(tool, [pattern], policy) !== undefined)) return
  throw new UsageError('USAGE', `Cannot call the tool "${pattern}" (--tool): the policy does not allow it`, {
    hint: 'change its decision in the policy, or leave out --tool',
  })
}
