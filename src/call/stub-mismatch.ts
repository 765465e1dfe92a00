/** Why a stub answered none of the calls that came its way. */
import { type JsonObject, listText, nearestNames, orDidYouMean, shorten } from '../base/index.js'
import type { Stub } from './stub.js'
import { matchesStub } from './stub-answerer.js'
import type { ToolCall } from './tool-call.js'

/** `calls`: at least one, all of the stub's tool, all of them asked for. Continues a sentence. */
export function stubMismatch(stub: Stub, calls: readonly ToolCall[]): string {
  const taken = calls.find((call) => matchesStub(stub, call))
  if (taken !== undefined) return `a stub before it answered call ${taken.n}`
  const unknown = calls.find(({ unknownAt = [] }) => unknownAt.length > 0)
  if (unknown !== undefined)
    return `of the arguments of call ${unknown.n} not everything is known, and what is unknown matches nothing`
  const given = calls.map(({ n, arguments: args = {} }) => `call ${n} has ${jsonOf(args)}`)
  return `it is for ${wantedBy(stub)}; ${listText(given, MAX_CALLS)}${meant(stub, calls)}`
}

const MAX_CALLS = 3

function wantedBy({ arguments: wanted, exactArguments, when }: Stub): string {
  if (exactArguments !== undefined) return `exactly ${jsonOf(exactArguments)}`
  if (wanted === undefined) return 'arguments that keep its conditions'
  return `${jsonOf(wanted)}${when === undefined ? '' : ' and arguments that keep its conditions'}`
}

function jsonOf(args: JsonObject): string {
  return shorten(JSON.stringify(args), 120)
}

/** A member that no call has may be misspelled. */
function meant({ arguments: wanted, exactArguments }: Stub, calls: readonly ToolCall[]): string {
  const given = new Set(calls.flatMap(({ arguments: args = {} }) => Object.keys(args)))
  const near = Object.keys({ ...wanted, ...exactArguments })
    .filter((name) => !given.has(name))
    .flatMap((name) => nearestNames(name, given).slice(0, 1))
  return near.length === 0 ? '' : orDidYouMean([near.map((name) => JSON.stringify(name)).join(' and ')])
}
