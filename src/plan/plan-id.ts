/** The identity of a plan: what was rehearsed, and against which contracts. */
import { digest, type JsonValue } from '../base/index.js'

/**
 * `sha256:…` over the plan's text, its parameters and the contract of every tool it names or calls.
 * The seed, the time and the recordings do not belong to it: they change what is rehearsed, not what would be run.
 */
export function planId(plan: {
  readonly source: string
  readonly params: JsonValue
  /** Tool reference to contract fingerprint; null for a tool that does not exist. */
  readonly contracts: Readonly<Record<string, string | null>>
}): string {
  return digest({
    format: 'understudy.plan/1',
    source: plan.source.toWellFormed(),
    params: plan.params,
    contracts: Object.fromEntries(
      Object.entries(plan.contracts).map(([tool, contract]) => [tool.toWellFormed(), contract]),
    ),
  })
}
