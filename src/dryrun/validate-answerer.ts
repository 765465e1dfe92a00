/** Holds each call against what the registry knows of its tool, before anyone answers it. */
import { pointersOverlap } from '../base/index.js'
import { type Answer, type Answerer, type ToolCall, toolRef } from '../call/index.js'
import type { RegisteredTool, ToolLookup, ToolRegistry } from '../registry/index.js'
import type { SchemaIssue } from '../schema/index.js'
import { isProof } from './argument-errors.js'

/** What validation needs to know, and has to say about a call before it is answered. */
export interface ValidationListener {
  /** True for servers that exist but whose tools nobody could list: their calls cannot be judged. */
  isUnavailable(server: string): boolean
  onMissing(call: ToolCall, lookup: Extract<ToolLookup, { kind: 'missing' }>): void
  onIssues(call: ToolCall, issues: readonly SchemaIssue[]): void
}

/**
 * Answers calls that cannot succeed as a server would: an unknown tool with error -32602, arguments that break the input
 * schema with a tool error. All others go on. Places of the arguments that hold an unknown value are not judged.
 */
export function validateAnswerer(registry: ToolRegistry, listener: ValidationListener): Answerer {
  return {
    name: 'validate',
    answer(call, next) {
      if (listener.isUnavailable(call.server)) return next(call)
      const lookup = registry.find(call.server, call.tool)
      if (lookup.kind === 'missing') {
        listener.onMissing(call, lookup)
        return Promise.resolve(unknownTool(call))
      }
      const issues = argumentIssues(lookup.tool, call)
      if (issues.length === 0) return next(call)
      listener.onIssues(call, issues)
      return Promise.resolve(invalidArguments(call, issues))
    },
  }
}

function argumentIssues(tool: RegisteredTool, call: ToolCall): readonly SchemaIssue[] {
  if (tool.input.kind === 'refused') return []
  const unknownAt = call.unknownAt ?? []
  return tool.input.schema
    .check(call.arguments ?? {})
    .filter(isProof)
    .filter(({ pointer }) => !unknownAt.some((unknown) => pointersOverlap(pointer, unknown)))
}

/** Specification, Tools, Error Handling: an unknown tool is a protocol error. */
function unknownTool(call: ToolCall): Answer {
  return {
    outcome: { kind: 'rpc-error', code: -32602, message: `Unknown tool: ${call.tool}` },
    provenance: { source: 'schema', note: `${toolRef(call)} is not in the registry` },
  }
}

/** Specification, Tools, Error Handling (since 2025-11-25): input validation errors are tool execution errors. */
function invalidArguments(call: ToolCall, issues: readonly SchemaIssue[]): Answer {
  const text = `Invalid arguments for tool ${call.tool}: ${issues.map(({ message }) => message).join('; ')}`
  return {
    outcome: { kind: 'tool-error', content: [{ type: 'text', text }] },
    provenance: { source: 'schema', note: 'the arguments break the input schema' },
  }
}
