/** Texts that changed: in other words, or in words that steer whoever reads them. */
import { defined } from '../../base/index.js'
import type { ToolChange } from './contract-change.js'
import { modelOrders } from './model-orders.js'
import type { ContractText, ContractTexts } from './tool-texts.js'

/**
 * Every text that is another one, new or gone. Of what was not there at all, and of what is gone as a whole, the texts are told only
 * for what steers their reader: that it came or went is told with it. A text that moved within its part is the same.
 */
export function compareTexts(
  was: ContractTexts,
  now: ContractTexts,
  otherTools: readonly string[],
): readonly ToolChange[] {
  const [known, kept] = [was, now].map(
    (texts) => new Set([...texts.values()].map(({ part, text }) => `${part} ${text}`)),
  )
  const spoken = [...[...was.values()].map(({ text }) => text), ...now.keys()].join(' ')
  const changed = [...now].flatMap(([place, text]): readonly ToolChange[] => {
    const before = was.get(place)
    if (before?.text === text.text) return []
    const isMoved = known?.has(`${text.part} ${text.text}`) === true
    if (isMoved && before === undefined) return []
    return changeOf(before, text, otherTools, spoken).filter(
      (change) => change.class === 'instructions' || before !== undefined || isAbout(text, was),
    )
  })
  const gone = [...was].flatMap(([place, text]): ToolChange[] => {
    const isMoved = kept?.has(`${text.part} ${text.text}`) === true && !OWN_TEXTS.has(text.part)
    return now.has(place) || text.isContract || isMoved || !isAbout(text, now) ? [] : [goneText(text)]
  })
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
  if (isContract) return []
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

/** Whether what the text describes is among these: in a schema, the part of it that has the text as a keyword, or in the list of one. */
function isAbout({ part, pointer }: ContractText, texts: ContractTexts): boolean {
  if (OWN_TEXTS.has(part)) return true
  const about = `${part} ${pointer.replace(/(?:\/\d+)?$/, '').replace(/\/[^/]*$/, '')}/`
  return [...texts.keys()].some((place) => place.startsWith(about))
}

/** What has texts of its own, and none of a schema. */
const OWN_TEXTS: ReadonlySet<ToolChange['part']> = new Set([
  'tool',
  'annotations',
  'server',
  'prompt',
  'resource',
  'template',
])
