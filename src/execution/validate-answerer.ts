/** Holds each call against what the registry knows of its tool, before anyone answers it. */
import { type Answer, type Answerer, type ToolCall, type ToolRef, toolRef } from '../call/index.js'
import { checkArguments, isRefused } from '../plan/index.js'
import type { ValidationMode } from '../policy/index.js'
import type { ToolLookup, ToolRegistry } from '../registry/index.js'
import type { JudgedIssue } from '../schema/index.js'

/** What validation needs to know, and has to say about a call before it is answered. */
export interface ValidationListener {
  /** True for servers that exist but whose tools nobody could list: their calls cannot be judged. */
  isUnavailable(server: string): boolean
  onMissing(call: ToolCall, lookup: Extract<ToolLookup, { kind: 'missing' }>): void
  /** `isMade`: it goes on all the same. */
  onIssues(call: ToolCall, issues: readonly JudgedIssue[], isMade: boolean): void
  /** The arguments were not checked, or not by the whole schema; `why` continues a sentence. */
  onUnchecked(call: ToolCall, why: string): void
}

/**
 * Answers calls that cannot succeed as a server would: an unknown tool with error -32602, arguments that break the input
 * schema with a tool error; `lenient` lets those go on that a server may take. All others go on. Places of the arguments that hold
 * an unknown value are not judged.
 */
export function validateAnswerer(
  registry: ToolRegistry,
  listener: ValidationListener,
  validation: ValidationMode,
): Answerer {
  const listedTwice = namesListedTwice(registry)
  return {
    name: 'validate',
    answer(call, next) {
      if (listener.isUnavailable(call.server)) {
        listener.onUnchecked(call, 'the server could not be asked for its tools')
        return next(call)
      }
      const lookup = registry.find(call.server, call.tool)
      if (lookup.kind === 'missing') {
        listener.onMissing(call, lookup)
        return Promise.resolve(unknownTool(call))
      }
      const { issues, unchecked } = checkArguments(lookup.tool, call.arguments ?? {}, call.unknownAt ?? [])
      const doubt =
        unchecked ??
        (listedTwice.has(lookup.tool.ref) ? 'the server lists two tools of this name' : undefined)
      if (doubt !== undefined) listener.onUnchecked(call, doubt)
      if (issues.length === 0) return next(call)
      const isMade = !issues.some((issue) => isRefused(issue, validation))
      listener.onIssues(call, issues, isMade)
      return isMade ? next(call) : Promise.resolve(invalidArguments(call, issues))
    },
  }
}

/** Of such tools only the first is known here, and nobody knows which of them the server calls. */
function namesListedTwice({ servers }: ToolRegistry): ReadonlySet<ToolRef> {
  const seen = new Set<ToolRef>()
  const twice = new Set<ToolRef>()
  for (const { server, tools } of servers)
    for (const { name } of tools) {
      const ref = toolRef({ server, tool: name })
      if (seen.has(ref)) twice.add(ref)
      seen.add(ref)
    }
  return twice
}

/** Specification, Tools, Error Handling: an unknown tool is a protocol error. */
function unknownTool(call: ToolCall): Answer {
  return {
    outcome: { kind: 'rpc-error', code: -32602, message: `Unknown tool: ${call.tool}` },
    provenance: { source: 'schema', note: `${toolRef(call)} is not in the registry` },
  }
}

/** Specification, Tools, Error Handling (since 2025-11-25): input validation errors are tool execution errors. */
function invalidArguments(call: ToolCall, issues: readonly JudgedIssue[]): Answer {
  const text = `Invalid arguments for tool ${call.tool}: ${issues.map(({ message }) => message).join('; ')}`
  return {
    outcome: { kind: 'tool-error', content: [{ type: 'text', text }] },
    provenance: { source: 'schema', note: 'the arguments break the input schema' },
  }
}
