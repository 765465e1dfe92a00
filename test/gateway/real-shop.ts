/** The shop, open for business: plans run against it for real, and every call that reaches it is written down. */
import type { Answer, CallTool, ToolCall, TraceEvent } from '../../src/call/index.js'
import { type RunOptions, runPlan } from '../../src/gateway/runs/run-plan.js'
import type { RunReport } from '../../src/gateway/runs/run-report.js'
import { createRedactor } from '../../src/recording/index.js'
import { REGISTRY } from '../dryrun/shop.js'

export interface RealRun {
  readonly report: RunReport
  /** Calls that reached the shop, in order. */
  readonly reached: readonly string[]
  readonly trace: readonly TraceEvent[]
}

/** Runs a plan against the shop; `shop` answers in its place where given. */
export async function runInShop(
  plan: string,
  options: Partial<RunOptions> & { readonly fileName?: string; readonly shop?: CallTool } = {},
): Promise<RealRun> {
  const { fileName = 'plan.js', shop = sells, ...rest } = options
  const reached: string[] = []
  const trace: TraceEvent[] = []
  const report = await runPlan(plan, fileName, {
    registry: REGISTRY,
    redactor: createRedactor({ secrets: [] }),
    chain(call) {
      reached.push(call.tool)
      return shop(call)
    },
    onTrace: (event) => trace.push(event),
    ...rest,
  })
  return { report, reached, trace }
}

/** What the shop answers by itself: it finds pens, sells everything and hears what it is told. */
export async function sells({ tool, arguments: args = {} }: ToolCall): Promise<Answer> {
  switch (tool) {
    case 'find_item':
      return args.name === 'pen'
        ? structured({ id: 7, tags: ['blue'] })
        : toolError(`There is no ${String(args.name)}`)
    case 'buy_item':
      return structured({ ok: true })
    default:
      return structured(args)
  }
}

export function structured(value: NonNullable<ToolCall['arguments']>): Answer {
  return {
    outcome: { kind: 'result', content: [{ type: 'text', text: JSON.stringify(value) }], structured: value },
    provenance: { source: 'live' },
  }
}

export function toolError(text: string): Answer {
  return {
    outcome: { kind: 'tool-error', content: [{ type: 'text', text }] },
    provenance: { source: 'live' },
  }
}
