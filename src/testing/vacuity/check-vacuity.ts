/** Does an assertion that passed prove anything? */

import type { MCPResponse } from '../client/mcp-response.js'
import type { ControlKind } from '../matchers/matcher.js'
import { controlAnswers } from './control-answers.js'

/**
 * The controls that an assertion, which passed on `response`, also passes on. Of the other tools' answers all must pass it: one
 * that does may well be a coincidence.
 * `passes` must not have effects: it is run once for each control.
 */
export function checkVacuity(
  response: MCPResponse,
  kinds: readonly ControlKind[],
  passes: (control: MCPResponse) => boolean,
): ControlKind[] {
  return kinds.filter((kind) => {
    const controls = controlAnswers(response, kind)
    return controls.length > 0 && controls.every(passes)
  })
}
