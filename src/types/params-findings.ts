/** Whether the `params` that were given are those that a program takes. */
import {
  didYouMean,
  type Finding,
  isJsonObject,
  type JsonValue,
  nearestNames,
  unescapedStep,
} from '../base/index.js'
import type { ParamsUses } from '../program/index.js'
import type { InferredParams } from './infer-params.js'

/**
 * PARAMS_MISMATCH, a warning and never certain: what a program does with a value that it does not expect, its rehearsal shows. One for each
 * member that does not fit, where it is used first, and one for each that the program never reads. At most twenty.
 */
export function paramsFindings(
  { uses }: ParamsUses,
  { compiled, names }: InferredParams,
  params: JsonValue,
): readonly Finding[] {
  if (uses.length === 0) return []
  const unfit = (compiled?.check(params) ?? []).map(({ pointer, message, expected }): Finding => {
    const [, first = ''] = pointer.split('/')
    const use = uses.find(({ path }) => path[0] === unescapedStep(first)) ?? uses[0]
    const name = unescapedStep(first)
    const isMissing = isJsonObject(params) && !Object.hasOwn(params, name) && pointer === `/${first}`
    const told = isMissing
      ? `the program needs params.${name}, and --params has ${listed(params)}`
      : `--params does not fit what the program does with it: ${message || expected}`
    return mismatch(told, use)
  })
  const unread =
    names === undefined || !isJsonObject(params)
      ? []
      : Object.keys(params)
          .filter((name) => !names.includes(name))
          .map((name) => {
            const nearest = didYouMean(nearestNames(name, names).slice(0, 1))
            const hint = nearest === undefined ? '' : `: ${nearest}`
            return mismatch(`--params has "${name}", which the program never reads${hint}`, undefined)
          })
  return [...unfit, ...unread].slice(0, 20)
}

function mismatch(
  message: string,
  use: { readonly line: number; readonly column: number } | undefined,
): Finding {
  const place = use === undefined ? {} : { line: use.line, column: use.column }
  return { code: 'PARAMS_MISMATCH', severity: 'warning', certain: false, message, ...place }
}

function listed(params: JsonValue): string {
  const names = isJsonObject(params) ? Object.keys(params) : []
  return names.length === 0 ? 'no members' : names.map((name) => `"${name}"`).join(', ')
}
