/** Texts that changed: in other words, or in words that steer whoever reads them. */
import { defined } from '../../base/index.js'
import type { ToolChange } from './contract-change.js'
import { modelOrders } from './model-orders.js'
import type { ContractText, ContractTexts } from './tool-texts.js'

/**
 * Every text of `now` that is another one, or new. A new one is told only for what steers its reader: that it is there, the part says
 * that it belongs to. A text that moved within its part is the same.
 */
export function compareTexts(
  was: ContractTexts,
  now: ContractTexts,
  otherTools: readonly string[],
): readonly ToolChange[] {
  const known = new Set([...was.values()].map(({ part, text }) => `${part} ${text}`))
  const spoken = [...[...was.values()].map(({ text }) => text), ...now.keys()].join(' ')
  const changed = [...now].flatMap(([place, text]): readonly ToolChange[] => {
    const before = was.get(place)
    if (before?.text === text.text) return []
    const isMoved = known.has(`${text.part} ${text.text}`)
    return isMoved && before === undefined ? [] : changeOf(before, text, otherTools, spoken)
  })
  const gone = [...was].flatMap(([place, text]): ToolChange[] =>
    now.has(place) || text.isContract || !OWN_TEXTS.has(text.part) ? [] : [goneText(text)],
  )
  return [...changed, ...gone]
}

function changeOf(
  before: ContractText | undefined,
  text: ContractText,
  otherTools: readonly string[],
  known: string,
): readonly ToolChange[] {
  const { part, pointer, name, text: now, isContract } = text
  const was = before?.text
  const isOwn = OWN_TEXTS.has(part)
  // Values of a contract are no sentences: only what no value needs is looked for in them.
  const reasons = modelOrders({ was: isContract ? undefined : was, now, otherTools, known })
  if (reasons.length > 0)
    return [
      {
        class: 'instructions',
        ...{ part, pointer },
        message: `The ${label(name)} ${reasons.join(', and ')}`,
        text: { ...defined({ was }), now },
      },
    ]
  if (isContract || (was === undefined && !isOwn)) return []
  return [
    {
      class: 'wording',
      ...{ part, pointer },
      message: `The ${label(name)} is ${was === undefined ? 'new' : 'another one'}`,
      text: { ...defined({ was }), now },
    },
  ]
}

function goneText({ part, pointer, name, text }: ContractText): ToolChange {
  return { class: 'wording', part, pointer, message: `The ${label(name)} is gone`, text: { was: text } }
}

/** An index says nothing. */
function label(name: string): string {
  return name === '' || /^\d+$/.test(name) ? 'text' : name
}

/** Where a text that comes or goes is told for itself: of schemas it is told with what it describes. */
const OWN_TEXTS: ReadonlySet<ToolChange['part']> = new Set([
  'tool',
  'annotations',
  'server',
  'prompt',
  'resource',
  'template',
])
