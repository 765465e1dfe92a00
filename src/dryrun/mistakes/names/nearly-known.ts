/** A name that nobody knows, and that is all but one that is known: a slip of the hand. Told by likeness, never for certain. */
import {
  type Finding,
  isJsonObject,
  type JsonValue,
  lastName,
  orDidYouMean,
  withoutEndSlashes,
} from '../../../base/index.js'
import { outcomeValue, type ToolCall, toolRef } from '../../../call/index.js'
import type { RecordedAnswer } from '../../shapes/recorded-answers.js'
import { isAbout, type Named, namedAct, wordsOf } from './named-act.js'
import { isPathLike, type NamedCall, type NamedPlan, surelySaid } from './named-calls.js'
import { isNearlySame } from './nearly-same.js'

/** `recorded`: what a tool was recorded to answer, with the arguments. */
export async function nearlyKnown(
  plan: NamedPlan,
  recorded: (call: ToolCall) => Promise<readonly RecordedAnswer[]>,
): Promise<readonly Finding[]> {
  const found = new Map<string, Finding>()
  for (const [i, each] of plan.calls.entries()) {
    const { call } = each.entry
    if (!each.isGuessed || plan.isCaught(call)) continue
    const references = each.named.filter((named) => isReference(named, each))
    if (references.length === 0) continue
    const before = plan.calls.slice(0, i)
    const asked = (await recorded(call)).flatMap(
      (answer) => namedAct({ tool: call.tool, arguments: answer.arguments }).named,
    )
    for (const named of references) {
      const near = nearTo(named, each, before, asked)
      const key = `${call.site?.line}:${call.site?.column} ${named.text}`
      if (near !== undefined && !found.has(key)) found.set(key, finding(call, named, near))
    }
  }
  return [...found.values()]
}

/** What the call makes is new: its name may be like another one. */
function isReference({ as, argument }: Named, { kind }: NamedCall): boolean {
  if (as === 'target' || (as === 'own' && LEAVES_IT.has(kind))) return false
  return !wordsOf(argument).some((word) => FREE.has(word))
}

/** Arguments that say something rather than name it. */
const FREE = new Set([
  ...['body', 'comment', 'content', 'contents', 'description', 'message', 'note', 'pattern', 'query'],
  ...['reason', 'regex', 'search', 'subject', 'summary', 'text', 'title', 'value'],
])

const LEAVES_IT: ReadonlySet<string> = new Set(['makes', 'writes', 'adds', 'looks'])

interface Near {
  readonly text: string
  readonly because: string
}

function nearTo(
  named: Named,
  each: NamedCall,
  before: readonly NamedCall[],
  asked: readonly Named[],
): Near | undefined {
  const sure = before.filter((other) => surelySaid(other) !== '')
  const texts = sure.map(surelySaid)
  const alike = asked.filter(({ argument }) => argument === named.argument)
  const made = before.flatMap(({ kind, about, named: others }) =>
    LEAVES_IT.has(kind) && kind !== 'looks'
      ? others.filter(
          ({ as, text }) =>
            as === 'own' && (isPathLike({ ...named, text }) || isAbout(named.argument, about)),
        )
      : [],
  )
  const ids = sure.flatMap(({ entry: { call, answer } }) =>
    call.server === each.entry.call.server && answer.outcome.kind === 'result'
      ? idsIn(outcomeValue(answer.outcome), named.argument)
      : [],
  )
  const known = [...alike, ...made].map(({ text }) => text)
  if (known.includes(named.text) || ids.includes(named.text)) return undefined
  const there = isPathLike(named) ? elsewhere(named, sure, alike) : undefined
  if (there !== undefined || texts.some((text) => says(text, named.text))) return there
  const slip = (all: readonly string[]): string | undefined => all.find((text) => isSlipOf(named, text))
  const recordedNear = slip(alike.map(({ text }) => text))
  if (recordedNear !== undefined) return { text: recordedNear, because: 'That one was recorded' }
  const madeNear = slip(made.map(({ text }) => text))
  if (madeNear !== undefined) return { text: madeNear, because: 'That one an earlier call makes' }
  const heard = slip(ids)
  return heard === undefined ? undefined : { text: heard, because: 'That one an earlier answer has' }
}

function isSlipOf(named: Named, text: string): boolean {
  if (isNearlySame(named.text, text)) return true
  const [own, other] = [lastName(named.text), lastName(text)]
  return isPathLike(named) && own !== other && isNearlySame(own, other)
}

/** The file of a folder that was listed, asked for in another folder, where it was recorded in that one. */
function elsewhere(named: Named, sure: readonly NamedCall[], asked: readonly Named[]): Near | undefined {
  const own = lastName(named.text)
  for (const listing of sure) {
    if (!says(surelySaid(listing), own)) continue
    for (const folder of listing.named.filter(isPathLike)) {
      const path = `${withoutEndSlashes(folder.text)}/${own}`
      if (path !== named.text && asked.some(({ text }) => text === path))
        return { text: path, because: `That one call ${listing.entry.call.n} speaks of, and it was recorded` }
    }
  }
  return undefined
}

/** As a whole word. */
function says(text: string, name: string): boolean {
  const at = text.indexOf(name)
  if (at === -1) return false
  const around = [text[at - 1] ?? ' ', text[at + name.length] ?? ' ']
  return around.every((letter) => !/[\p{L}\p{N}]/u.test(letter))
}

/** Texts under members that name something, as the argument does. */
function idsIn(value: JsonValue, argument: string, under = ''): readonly string[] {
  if (typeof value === 'string') return under !== '' && isNamer(under, argument) ? [value] : []
  if (Array.isArray(value))
    return value.slice(0, MOST_ITEMS).flatMap((each: JsonValue) => idsIn(each, argument, under))
  if (!isJsonObject(value)) return []
  return Object.entries(value).flatMap(([name, member]) => idsIn(member, argument, name))
}

const MOST_ITEMS = 500

function isNamer(member: string, argument: string): boolean {
  return (
    member === argument ||
    argument
      .toLowerCase()
      .replace(/[^a-z]/g, '')
      .endsWith(member.toLowerCase())
  )
}

function finding(call: ToolCall, { argument, text }: Named, { text: near, because }: Near): Finding {
  return {
    ...{ code: 'NAME_NEARLY_KNOWN', severity: 'error', certain: false },
    message: `${toolRef(call)} (call ${call.n}) is given ${JSON.stringify(text)} as ${argument}, of which nobody knows${orDidYouMean([JSON.stringify(near)])} ${because}`,
    ...(call.site ?? {}),
  }
}
