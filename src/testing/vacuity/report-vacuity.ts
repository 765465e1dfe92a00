/** Holds an assertion that passed against its controls, and tells where it proves nothing. */
import { isMcpResponse, type MCPResponse } from '../client/mcp-response.js'
import { describeClaim } from '../matchers/content-claim.js'
import { isContentMatcher } from '../matchers/content-matcher.js'
import type { ControlKind, Matcher, MatcherContext, MatcherResult } from '../matchers/matcher.js'
import { shownLine, shownValue } from '../matchers/shown-text.js'
import { checkVacuity } from './check-vacuity.js'
import { controlAnswers } from './control-answers.js'
import type { VacuityLog } from './vacuity-log.js'

/** An assertion that passed, and what it was. */
export interface PassedAssertion {
  readonly name: string
  readonly matcher: Matcher<unknown, readonly unknown[]>
  readonly subject: unknown
  readonly args: readonly unknown[]
  readonly context: MatcherContext
  readonly result: MatcherResult
}

/** The assertion's result; in mode `error` a failure instead, where it proves nothing. */
export function reportVacuity(passed: PassedAssertion, log: VacuityLog): MatcherResult {
  const { name, matcher, subject, args, context, result } = passed
  if (log.mode === 'off' || !isMcpResponse(subject)) return result
  const kinds = checkVacuity(
    subject,
    matcher.controls(...args),
    (control) => matcher.judge(control, args, context).pass,
  )
  if (kinds.length === 0) return result
  const text = vacuityText(name, args, subject, kinds)
  log.add({ matcher: name, text })
  return log.mode === 'error' ? { pass: false, message: () => text } : result
}

function vacuityText(
  name: string,
  args: readonly unknown[],
  response: MCPResponse,
  kinds: readonly ControlKind[],
): string {
  const { call } = response.circumstances
  const tool = call === undefined ? '' : ` on ${shownValue(call.tool, 20)}`
  return [
    `${shownLine(`${name}(${args.map(shownArgument).join(', ')})`, 40)}${tool} proves nothing: it also passes on`,
    ...kinds.map((kind) => shownLine(`  - ${NAMES[kind]}${kind === 'other-tool' ? toolsOf(response) : ''}`)),
    '  Hint: assert something that only the right answer has',
  ].join('\n')
}

/** `: "list", "weather"`. */
function toolsOf(response: MCPResponse): string {
  const tools = controlAnswers(response, 'other-tool').flatMap(({ circumstances: { call } }) =>
    call === undefined ? [] : [shownValue(call.tool, 20)],
  )
  return tools.length === 0 ? '' : `: ${tools.join(', ')}`
}

function shownArgument(value: unknown): string {
  if (value instanceof RegExp) return String(value)
  return isContentMatcher(value) ? describeClaim(value.claim) : shownValue(value, 40)
}

const NAMES: Readonly<Record<ControlKind, string>> = {
  empty: 'an empty result',
  'other-tool': 'what every other tool answered',
  blanked: 'this answer with every text blanked',
  'other-kind': 'an answer of the other kind, success or failure',
  silent: 'this answer had the server said nothing meanwhile',
}
