/** The `inputs` of a config: values that an editor asks for, and that are never written there. */
import { didYouMean, type Environment, nearestNames, UsageError } from '../base/index.js'
import { type DocumentNode, jsonOf, type MapNode, memberOf } from '../document/index.js'

export interface ConfigInput {
  readonly id: string
  /** What it is for, in the words of the file. */
  readonly description?: string | undefined
  /** Neither to be shown nor to be stored. */
  readonly isPassword: boolean
  /** Its value is one of these. */
  readonly options?: readonly string[] | undefined
  /** Counts where nobody can be asked. */
  readonly default?: string | undefined
}

/** The inputs that a config declares. What is no input is passed over: it counts for a server only that names it. */
export function readConfigInputs(root: MapNode): readonly ConfigInput[] {
  const list = memberOf(root, 'inputs')
  return list?.kind === 'list' ? list.items.flatMap(readInput) : []
}

function readInput(node: DocumentNode): readonly ConfigInput[] {
  if (node.kind !== 'map') return []
  const textOf = (key: string): string | undefined => {
    const member = memberOf(node, key)
    return member?.kind === 'scalar' && typeof member.value === 'string' ? member.value : undefined
  }
  const id = textOf('id')
  if (id === undefined || id === '') return []
  const password = memberOf(node, 'password')
  return [
    {
      id,
      description: textOf('description'),
      isPassword: password?.kind === 'scalar' && password.value === true,
      options: textOf('type') === 'pickString' ? optionsOf(memberOf(node, 'options')) : undefined,
      default: textOf('default'),
    },
  ]
}

/** Options are texts, or objects with a label for people and a value. */
function optionsOf(node: DocumentNode | undefined): readonly string[] | undefined {
  if (node?.kind !== 'list') return undefined
  return node.items.flatMap((item) => {
    const value = jsonOf(item.kind === 'map' ? (memberOf(item, 'value') ?? item) : item)
    return typeof value === 'string' ? [value] : []
  })
}

/** The variable of the environment that an input is read from: in capitals, `_` for what a name may not hold. */
export function inputVariable(id: string): string {
  return `UNDERSTUDY_INPUT_${id.toUpperCase().replace(/[^A-Z0-9_]/g, '_')}`
}

/** The value that was said for an input: what was given for it, else the environment. */
export function saidFor(
  id: string,
  given: Readonly<Record<string, string>>,
  env: Environment,
): string | undefined {
  return Object.hasOwn(given, id) ? given[id] : env[inputVariable(id)]
}

/** @throws UsageError USAGE for a value that is given for an input that the config does not have */
export function refuseUnknownInputs(
  given: readonly string[],
  known: readonly string[],
  fileName: string,
): void {
  const unknown = given.find((id) => !known.includes(id))
  if (unknown === undefined) return
  const near = nearestNames(unknown, known).slice(0, 1)
  throw new UsageError(
    'USAGE',
    `Cannot use the input ${JSON.stringify(unknown)}: "${fileName}" has none of that name`,
    {
      hint: didYouMean(near) ?? (known.length === 0 ? 'it has no inputs' : `it has ${known.join(', ')}`),
    },
  )
}
