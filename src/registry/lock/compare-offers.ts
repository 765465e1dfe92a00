/** What a server offers beside its tools: prompts, resources, templates, its own words, and the revision that it speaks. */
import { compareTexts } from './compare-texts.js'
import type { ToolChange } from './contract-change.js'
import type { LockedArgument, LockedPrompt, LockedServer } from './contract-lock.js'
import type { ContractText, ContractTexts } from './tool-texts.js'

/** Nothing is said of what one side does not tell. */
export function compareOffers(
  was: LockedServer,
  now: LockedServer,
  tools: readonly string[],
): readonly ToolChange[] {
  return [
    ...compareRevisions(was, now),
    // A server that was asked for its offers and gave no instructions has none.
    ...(was.revision === undefined || now.revision === undefined
      ? []
      : compareTexts(
          textsOf(was, 'server', ['instructions']),
          textsOf(now, 'server', ['instructions']),
          tools,
        )),
    ...compareLists('prompt', was.prompts, now.prompts, ({ name }) => name, comparePrompts, tools),
    ...compareLists('resource', was.resources, now.resources, ({ uri }) => uri, compareContents, tools),
    ...compareLists(
      'template',
      was.templates,
      now.templates,
      ({ uriTemplate }) => uriTemplate,
      compareContents,
      tools,
    ),
  ]
}

function compareRevisions(
  { revision: was }: LockedServer,
  { revision: now }: LockedServer,
): readonly ToolChange[] {
  if (was === undefined || now === undefined || was === now) return []
  const message = `The server speaks revision ${now} of the protocol, and spoke ${was}`
  return [{ class: 'risky', part: 'server', pointer: '/revision', message }]
}

type Offer = 'prompt' | 'resource' | 'template'

function compareLists<Item extends object>(
  part: Offer,
  was: readonly Item[] | undefined,
  now: readonly Item[] | undefined,
  keyOf: (item: Item) => string,
  compare: (was: Item, now: Item) => readonly ToolChange[],
  tools: readonly string[],
): readonly ToolChange[] {
  if (was === undefined || now === undefined) return []
  const [before, after] = [was, now].map((all) => new Map(all.map((item) => [keyOf(item), item])))
  const keys = [...new Set([...was, ...now].map(keyOf))].sort()
  return keys.flatMap((key): readonly ToolChange[] => {
    const [old, next] = [before?.get(key), after?.get(key)]
    const changes = [
      ...(old === undefined ? [changeOf('additive', part, `The ${part} is new`)] : []),
      ...(next === undefined ? [changeOf('breaking', part, `The ${part} is gone`)] : []),
      ...(old === undefined || next === undefined ? [] : compare(old, next)),
      ...(next === undefined
        ? []
        : compareTexts(
            old === undefined ? new Map() : textsOfOffer(old, part),
            textsOfOffer(next, part),
            tools,
          ).filter((change) => old !== undefined || change.class === 'instructions')),
    ]
    return changes.map((change) => ({ ...change, item: key }))
  })
}

function compareContents(
  was: { readonly name: string; readonly mimeType?: string },
  now: { readonly name: string; readonly mimeType?: string },
): readonly ToolChange[] {
  if (was.mimeType === now.mimeType) return []
  const part = 'uri' in now ? 'resource' : 'template'
  const message = `Its MIME type is ${now.mimeType ?? 'not told'}, and was ${was.mimeType ?? 'not told'}`
  return [{ class: 'risky', part, pointer: '/mimeType', message }]
}

function comparePrompts(was: LockedPrompt, now: LockedPrompt): readonly ToolChange[] {
  const [before, after] = [was, now].map(
    ({ arguments: all = [] }) => new Map<string, LockedArgument>(all.map((each) => [each.name, each])),
  )
  const names = [...new Set([...(before?.keys() ?? []), ...(after?.keys() ?? [])])].sort()
  return names.flatMap((name): readonly ToolChange[] => {
    const [old, next] = [before?.get(name), after?.get(name)]
    const told = `The argument ${JSON.stringify(name)}`
    if (next === undefined) return [changeOf('breaking', 'prompt', `${told} is gone`)]
    const isRequired = next.required === true
    if (old === undefined)
      return [
        changeOf(
          isRequired ? 'breaking' : 'additive',
          'prompt',
          `${told} is new${isRequired ? ', and required' : ''}`,
        ),
      ]
    if ((old.required === true) === isRequired) return []
    return [
      isRequired
        ? changeOf('breaking', 'prompt', `${told} is required now`)
        : changeOf('additive', 'prompt', `${told} is not required any more`),
    ]
  })
}

function changeOf(name: ToolChange['class'], part: Offer, message: string): ToolChange {
  return { class: name, part, pointer: '', message }
}

function textsOfOffer(offer: object, part: Offer): ContractTexts {
  const own = textsOf(offer, part, ['name', 'title', 'description'])
  const args: readonly LockedArgument[] =
    'arguments' in offer ? ((offer as LockedPrompt).arguments ?? []) : []
  return new Map([
    ...own,
    ...args.flatMap((each) => [...textsOf(each, part, ['title', 'description'], `/arguments/${each.name}`)]),
  ])
}

function textsOf(
  of: object,
  part: ContractText['part'],
  names: readonly string[],
  under = '',
): ContractTexts {
  const members: Readonly<Record<string, unknown>> = { ...of }
  return new Map(
    names.flatMap((name): (readonly [string, ContractText])[] => {
      const [text, pointer] = [members[name], `${under}/${name}`]
      return typeof text === 'string' ? [[pointer, { part, pointer, name, text, isContract: false }]] : []
    }),
  )
}
