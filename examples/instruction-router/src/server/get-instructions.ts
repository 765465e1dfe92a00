/** Instructions by what they are called, or by what they belong to. */
import type { Catalogue, Instruction } from '../library/index.js'
import { stemsOf } from '../routing/index.js'
import { listInstructions } from './answer-instructions.js'
import { COUNT, INCLUDE_CONTENT, instructionsSchema, OMITTED, TEXT } from './instruction-schema.js'
import { nearest } from './nearest.js'
import { object, orNull, READING, type RouterTool, textOf } from './tool.js'
import { ToolError } from './tool-error.js'

export const GET_INSTRUCTIONS: RouterTool = {
  name: 'get_instructions',
  title: 'Get instructions',
  description:
    'Gives instructions by topic or category; all of them without either. With exact_match the topic is an id, a name or an alias.',
  annotations: READING,
  inputSchema: object(
    {
      topic: orNull({ ...TEXT, description: 'words of it, or its name' }),
      category: orNull({ ...TEXT, description: 'a folder, or a domain that files name' }),
      exact_match: { type: 'boolean', default: false },
      include_content: INCLUDE_CONTENT,
    },
    ['topic', 'category', 'exact_match', 'include_content'],
  ),
  outputSchema: object({
    instructions: instructionsSchema(),
    count: COUNT,
    omitted: OMITTED,
    query: object({ topic: orNull(TEXT), category: orNull(TEXT), exact_match: { type: 'boolean' } }),
  }),
  async call(args, { desk }) {
    const topic = textOf(args.topic)
    const category = textOf(args.category)
    const isExact = args.exact_match === true
    const catalogue = await desk.catalogue()
    const inCategory = ofCategory(catalogue, category)
    const found = topic === undefined ? inCategory : onTopic(catalogue, inCategory, topic, isExact)
    return listInstructions(
      {
        desk,
        catalogue,
        found,
        query: topic ?? '',
        beside: () => ({}),
        includeContent: args.include_content === true,
      },
      (instructions, omitted) => ({
        instructions,
        count: instructions.length,
        omitted,
        query: {
          topic: topic?.slice(0, MAX_SHOWN) ?? null,
          category: category?.slice(0, MAX_SHOWN) ?? null,
          exact_match: isExact,
        },
      }),
    )
  },
}

const MAX_SHOWN = 200

/** @throws ToolError CATEGORY_UNKNOWN */
function ofCategory({ instructions }: Catalogue, category: string | undefined): readonly Instruction[] {
  if (category === undefined) return instructions
  const wanted = category.toLowerCase()
  const found = instructions.filter(({ categories }) =>
    categories.some((each) => each.toLowerCase() === wanted),
  )
  if (found.length > 0) return found
  const known = [...new Set(instructions.flatMap(({ categories }) => categories))].sort()
  const near = nearest(category, known)
  const hint =
    near.length > 0
      ? `did you mean ${near.map((each) => JSON.stringify(each)).join(' or ')}?`
      : `categories: ${known.slice(0, 30).join(', ')}`
  throw new ToolError(
    'CATEGORY_UNKNOWN',
    `There is no category ${JSON.stringify(category.slice(0, 100))}`,
    hint,
  )
}

/** Exact ones first; then those of which all words of the topic say what they are. */
function onTopic(
  catalogue: Catalogue,
  among: readonly Instruction[],
  topic: string,
  isExact: boolean,
): readonly Instruction[] {
  const named = catalogue.find(topic)
  const exact = among.filter((each) => each === named || isCalled(each, topic))
  if (isExact) return exact
  const wanted = stemsOf(topic)
  if (wanted.length === 0) return exact
  const others = among.filter((each) => !exact.includes(each) && isAbout(each, wanted))
  return [...exact, ...others]
}

function isCalled({ id, aliases, title }: Instruction, topic: string): boolean {
  return [id, ...aliases, title].some((name) => name.toLowerCase() === topic.trim().toLowerCase())
}

function isAbout(instruction: Instruction, wanted: readonly string[]): boolean {
  const { id, title, description, tags, categories, keywords } = instruction
  const own = new Set(stemsOf([id, title, description, ...tags, ...categories, ...keywords].join(' ')))
  return wanted.every((stem) => own.has(stem))
}
