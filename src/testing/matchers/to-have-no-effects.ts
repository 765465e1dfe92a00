/** The plan changes nothing. */
import { counted, defined } from '../../base/index.js'
import type { Report, SideEffect } from '../../dryrun/index.js'
import { readReport } from './called-report.js'
import { failureMessage } from './failure-message.js'
import type { Matcher } from './matcher.js'
import { placedLines } from './report-lines.js'
import { type ReachOptions, whyNoProof } from './report-reach.js'
import { checkToolNames, describeToolNames, isNamed, type ToolName } from './tool-names.js'

export interface NoEffectsOptions extends ReachOptions {
  /** Tools that may change something: `"memory:*"`, or a list. */
  readonly except?: ToolName | readonly ToolName[]
}

/**
 * Passes when no call of the rehearsal would change anything, but for the tools of `except`. What only reads is the policy's word,
 * or the server's. A plan that did not get to its end, or that called nothing, proves neither this nor its opposite.
 */
export const toHaveNoEffects: Matcher<Report, [options?: NoEffectsOptions]> = {
  read: readReport,
  controls: () => [],
  judge(report, [options = {}], { isNot }) {
    const except = checkToolNames([options.except ?? []].flat(), 'toHaveNoEffects')
    const effects = report.side_effects.filter(({ tool }) => !isNamed(tool, except))
    const noProof = effects.length > 0 ? undefined : whyNoProof(report, options)
    const pass = noProof === undefined ? effects.length === 0 : isNot
    const others = except.length === 0 ? 'effects' : `effects but of ${describeToolNames(except)}`
    return {
      pass,
      message: () =>
        failureMessage(
          `the plan ${pass ? 'not to be without' : 'to have no'} ${others}`,
          noProof?.found ?? (pass ? 'none' : counted(effects.length, 'effect')),
          noProof === undefined ? effectLines(effects, report) : [noProof.hint],
          {},
        ),
    }
  },
}

function effectLines(effects: readonly SideEffect[], { calls }: Report): string[] {
  const places = new Map(calls.map((call) => [call.n, call]))
  return placedLines(
    effects.map(({ call, text, evidence, certain }) => {
      const { line, column } = places.get(call) ?? {}
      return {
        text: `${text} (call ${call}, by ${evidence}${certain ? '' : ', uncertain'})`,
        ...defined({ line, column }),
      }
    }),
  )
}
