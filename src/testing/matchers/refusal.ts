/** Why a call was refused before the tool did its work: servers say it in many ways, and this is the policy that tells them apart. */
import { escapeForPattern } from '../../base/index.js'
import type { MCPResponse } from '../client/mcp-response.js'

/** How it came: the protocol's own `-32602`, or `isError` as servers of older SDKs answer. */
export type RefusalForm = 'rpc-error' | 'tool-error'

export interface Refusal {
  readonly form: RefusalForm
  /** `unclear`: error -32602 whose message says neither. */
  readonly reason: 'unknown-tool' | 'arguments' | 'unclear'
}

/**
 * Reads a refusal off an answer; undefined when it is none. A text that says "unknown tool" or "tool … not found" (of the tool that
 * was called, where that is known) is about the tool, one that speaks of arguments or of what must be is about them. A tool error
 * that says neither is a failure of the tool's own work.
 */
export function readRefusal(response: MCPResponse): Refusal | undefined {
  const { outcome, errorMessage = '' } = response
  const isInvalidParams = outcome.kind === 'rpc-error' && outcome.code === -32602
  if (!isInvalidParams && outcome.kind !== 'tool-error') return undefined
  const form = isInvalidParams ? 'rpc-error' : 'tool-error'
  if (saysUnknownTool(errorMessage, response.circumstances.call?.tool))
    return { form, reason: 'unknown-tool' }
  if (SPEAKS_OF_ARGUMENTS.test(errorMessage)) return { form, reason: 'arguments' }
  return isInvalidParams ? { form, reason: 'unclear' } : undefined
}

/** `JSON-RPC error -32602` or `a tool error`. */
export function describeForm(form: RefusalForm): string {
  return form === 'rpc-error' ? 'JSON-RPC error -32602' : 'a tool error'
}

/** "Tool x: file not found" is about a file: the name must stand right before. */
function saysUnknownTool(text: string, tool: string | undefined): boolean {
  const name = tool === undefined ? '[^\\s"\'`]+' : escapeForPattern(tool)
  const quoted = `["'\`‘“<]?${name}["'\`’”>]?`
  return [
    '(?:unknown|no such|unrecogni[sz]ed|unregistered|nonexistent|non-existent) (?:mcp )?tool',
    `no tool (?:named|called|with (?:the )?name)? ?:? ?${quoted}`,
    `tool (?:name )?:? ?(?:${quoted} )?(?:(?:was|is|has|could|does) )?(?:not (?:been )?(?:be )?(?:found|exist|known|registered|available|defined)|unknown|unavailable)`,
    ...(tool === undefined ? [] : [`^${quoted} (?:(?:was|is|does) )?(?:not (?:found|exist|known)|unknown)`]),
  ].some((sentence) => new RegExp(sentence, 'iu').test(text))
}

const SPEAKS_OF_ARGUMENTS =
  /\b(?:arguments?|args?|param(?:eter)?s?|inputs?|schema|valid|invalid|validation|required|missing|unexpected|expected|must|propert(?:y|ies)|fields?)\b/iu
