/** What is true of a program, found out without a rehearsal: it is run as plain JavaScript, with answers that its schemas allow. */
import { isJsonObject, type JsonValue } from '../../../src/base/index.js'
import { createSchemaCompiler } from '../../../src/schema/index.js'
import { type GuessedProgram, TOOLS } from './guessed-programs.js'

const compiler = createSchemaCompiler()
type AnswerTo = (tool: string) => JsonValue

/** What the program does with these answers, with every value that is handed on told by where it comes from. */
export async function behaviour(program: GuessedProgram, answerTo: AnswerTo): Promise<string> {
  const calls: unknown[] = []
  const answers: JsonValue[] = []
  const tool = (name: string) => (args: unknown) => {
    calls.push([name, structuredClone(args)])
    const answer = answerTo(name)
    answers.push(answer)
    return Promise.resolve(structuredClone(answer))
  }
  const tools = Object.fromEntries(TOOLS[0]?.tools.map(({ name }) => [name, tool(name)]) ?? [])
  const make = Object.getPrototypeOf(async () => undefined).constructor
  let end: unknown
  try {
    const quiet = { log: () => undefined }
    end = {
      value: await make('mcp', 'params', 'console', program.text)({ s: tools }, program.params ?? {}, quiet),
    }
  } catch (failure) {
    end = { threw: failure instanceof Error ? failure.name : 'something' }
  }
  return JSON.stringify(namePlaces([calls, end] as JsonValue, answers))
}

/** Values that come whole from an answer, and such texts and numbers in the midst of a text, become names of their places. */
function namePlaces(value: JsonValue, answers: readonly JsonValue[]): JsonValue {
  for (const [i, answer] of answers.entries()) {
    const at = placeOf(value, answer, `answer ${i}`)
    if (at !== undefined) return `<${at}>`
  }
  if (typeof value === 'string') {
    return answers.reduce<string>((text, answer, i) => nameInText(text, answer, `answer ${i}`), value)
  }
  if (Array.isArray(value)) return value.map((each: JsonValue) => namePlaces(each, answers))
  if (!isJsonObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, namePlaces(each, answers)]))
}

function placeOf(value: JsonValue, answer: JsonValue, name: string): string | undefined {
  if (isUnlikely(value) && JSON.stringify(value) === JSON.stringify(answer)) return name
  if (typeof answer !== 'object' || answer === null) return undefined
  for (const [key, member] of Object.entries(answer)) {
    const found = placeOf(value, member as JsonValue, `${name}/${key}`)
    if (found !== undefined) return found
  }
  return undefined
}

/** Nothing that a program would say by itself. */
function isUnlikely(value: JsonValue): boolean {
  if (typeof value === 'number') return value > 200
  if (typeof value === 'string') return value.length > 3
  return typeof value === 'object' && value !== null && JSON.stringify(value).length > 12
}

function nameInText(text: string, answer: JsonValue, name: string): string {
  if (typeof answer === 'string') return answer.length > 3 ? text.replaceAll(answer, `<${name}>`) : text
  if (typeof answer !== 'object' || answer === null) return text
  return Object.entries(answer).reduce(
    (each, [key, member]) => nameInText(each, member as JsonValue, `${name}/${key}`),
    text,
  )
}

/** An answer of the schema with texts and numbers that are like no other ones. */
export function anyAnswer(run: number): AnswerTo {
  let calls = 0
  return (tool) => {
    const schema = schemaOf(tool)
    if (schema === undefined) return [null, {}, 'some text', [1], 7][run % 5] ?? null
    calls++
    const generated = schema.generate({ seed: `${run} ${tool}` })
    const value = generated.kind === 'value' ? generated.value : null
    const fresh = freshen(value, `${run}-${calls}`)
    return schema.check(fresh).length === 0 ? fresh : value
  }
}

let counter = 1_000
function freshen(value: JsonValue, by: string): JsonValue {
  if (typeof value === 'number') return value > 200 || value < 0 ? value * 1_000 + counter++ : value
  if (Array.isArray(value)) return value.map((each: JsonValue) => freshen(each, by))
  if (!isJsonObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [
      key,
      typeof each === 'string' && key !== 'state' ? `${each}${by}${counter++}` : freshen(each, by),
    ]),
  )
}

export function schemaOf(tool: string) {
  const schema = TOOLS[0]?.tools.find(({ name }) => name === tool)?.outputSchema
  const compilation = schema === undefined ? undefined : compiler.compile(schema)
  return compilation?.kind === 'compiled' ? compilation.schema : undefined
}
