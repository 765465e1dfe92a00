/** Which tools a command may call: those that the user names, that a policy calls reading, or that their server does. */
import { didYouMean, listText, matchesPattern, nearestNames, printable, UsageError } from '../base/index.js'
import { claimOfTool, policyLines } from '../effects/index.js'
import { decide, type Policy } from '../policy/index.js'
import { createRegistry, type RegisteredTool, type ServerTools } from '../registry/index.js'
import { createSchemaCompiler } from '../schema/index.js'

export interface SelectionRules {
  /** Patterns of `--tool`: `SERVER:TOOL` or `TOOL`, with `*`. */
  readonly names: readonly string[]
  readonly policy: Policy | undefined
  /** Takes the server's word where nobody else says anything. */
  readonly annotated: boolean
  /** Nothing that they do lasts: all are chosen, unless others of these rules choose. */
  readonly copy?: boolean
}

export interface SelectedTool {
  readonly tool: RegisteredTool
  readonly chosenBy: 'name' | 'policy' | 'annotation' | 'copy'
}

/**
 * Nothing that is not chosen by one of the rules; what the policy does not allow is not chosen by any.
 * @throws UsageError USAGE when there is none, or a name fits none
 */
export function selectTools(servers: readonly ServerTools[], rules: SelectionRules): readonly SelectedTool[] {
  const { tools } = createRegistry(servers, createSchemaCompiler())
  for (const name of rules.names)
    if (!tools.some((tool) => isNamed(tool, [name]))) throw noSuchTool(name, tools)
  const selected = tools.flatMap((tool): SelectedTool[] => {
    const chosenBy = reasonFor(tool, rules)
    return chosenBy === undefined ? [] : [{ tool, chosenBy }]
  })
  if (selected.length === 0) throw nothingChosen(tools)
  return selected
}

function reasonFor(
  tool: RegisteredTool,
  { names, policy, annotated, copy = false }: SelectionRules,
): SelectedTool['chosenBy'] | undefined {
  const { ref } = tool
  const named = isNamed(tool, names)
  const claim = claimOfTool(tool, { policy })
  const decision = policy === undefined ? undefined : decide(ref, policy, claim)
  if (decision === 'ask' || decision === 'deny') {
    if (named) throw refusedByPolicy(ref, decision)
    return undefined
  }
  if (named) return 'name'
  if (copy && names.length === 0 && !annotated) return 'copy'
  if (claim.evidence === 'policy') return claim.effect === 'read' ? 'policy' : undefined
  return annotated && claim.effect === 'read' ? 'annotation' : undefined
}

/** As in the rules of a policy; the server may be left out. */
function isNamed({ ref }: RegisteredTool, names: readonly string[]): boolean {
  return names.some((name) => matchesPattern(name, ref) || matchesPattern(`*:${name}`, ref))
}

function noSuchTool(name: string, tools: readonly RegisteredTool[]): UsageError {
  const meant = nearestNames(name, [...tools.map((tool) => tool.name), ...tools.map(({ ref }) => ref)])
  return new UsageError('USAGE', `Cannot probe ${JSON.stringify(name)}: no tool has that name`, {
    hint:
      didYouMean(meant.map((each) => printable(each, { oneLine: true }))) ??
      'see understudy tools for what there is',
  })
}

function refusedByPolicy(ref: string, decision: string): UsageError {
  return new UsageError(
    'USAGE',
    `Cannot probe "${printable(ref, { oneLine: true })}": the policy says ${decision}`,
    { hint: 'take it out of --tool, or change the policy' },
  )
}

function nothingChosen(tools: readonly RegisteredTool[]): UsageError {
  const readers = tools.filter((tool) => claimOfTool(tool).effect === 'read')
  const others = tools.filter((tool) => !readers.includes(tool))
  const unknown = others.filter((tool) => claimOfTool(tool).effect === 'unknown').map(({ ref }) => ref)
  return new UsageError('USAGE', 'Cannot probe anything: no tool was chosen, and probing calls for real', {
    evidence: [
      `Said by their server to read only: ${listed(readers)}`,
      `Not said to read only: ${listed(others)}`,
      ...policyLines(unknown),
    ],
    hint: 'name tools with --tool NAME (* stands for any characters), give --policy FILE, or take the word of the server with --annotated',
  })
}

function listed(tools: readonly RegisteredTool[]): string {
  const names = tools.map(({ ref }) => printable(ref, { oneLine: true }))
  return listText(names, 50) || 'none'
}
