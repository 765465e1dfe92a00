/** What a lock file holds of a server beside its tools. */
import { defined, isJsonObject, type JsonObject, type JsonValue, UsageError } from '../../base/index.js'
import { described } from '../described.js'
import type {
  LockedArgument,
  LockedPrompt,
  LockedResource,
  LockedServer,
  LockedTemplate,
} from './contract-lock.js'

type Offers = Pick<LockedServer, 'revision' | 'instructions' | 'prompts' | 'resources' | 'templates'>

/** Each may be missing. @throws UsageError LOCK_INVALID */
export function readOffers(server: JsonObject, at: string, file: string): Offers {
  const listOf = <Item>(
    name: 'prompts' | 'resources' | 'templates',
    read: (value: JsonValue, at: string, file: string) => Item,
    keyOf: (item: Item) => string,
  ): readonly Item[] | undefined => {
    const value = server[name]
    if (value === undefined) return undefined
    const items = list(value, `${at}/${name}`, file).map((item, i) => read(item, `${at}/${name}/${i}`, file))
    refuseDoubles(items.map(keyOf), `${at}/${name}`, file)
    return items
  }
  return defined({
    revision: optionalText(server.revision, `${at}/revision`, file),
    instructions: optionalText(server.instructions, `${at}/instructions`, file),
    prompts: listOf('prompts', readPrompt, ({ name }) => name),
    resources: listOf('resources', readResource, ({ uri }) => uri),
    templates: listOf('templates', readTemplate, ({ uriTemplate }) => uriTemplate),
  })
}

/** Values of a lock file, each of the kind that stands there. @throws UsageError LOCK_INVALID, also for members that are not among the keys */
export function object(
  value: JsonValue | undefined,
  at: string,
  keys: readonly string[] | undefined,
  file: string,
): JsonObject {
  const what = at === '' ? 'the document' : `"${at}"`
  if (!isJsonObject(value)) throw invalidLock(file, `${what} must be an object, found ${described(value)}`)
  const unknown = keys === undefined ? undefined : Object.keys(value).find((key) => !keys.includes(key))
  if (unknown !== undefined) throw invalidLock(file, `${what} has an unknown member ${described(unknown)}`)
  return value
}

export function list(value: JsonValue | undefined, at: string, file: string): readonly JsonValue[] {
  if (Array.isArray(value)) return value
  throw invalidLock(file, `"${at}" must be a list, found ${described(value)}`)
}

export function text(value: JsonValue | undefined, at: string, file: string): string {
  if (typeof value === 'string') return value
  throw invalidLock(file, `"${at}" must be text, found ${described(value)}`)
}

/** A member that may be missing. */
function optionalText(value: JsonValue | undefined, at: string, file: string): string | undefined {
  return value === undefined ? undefined : text(value, at, file)
}

export function invalidLock(file: string, found: string, hint = HINT): UsageError {
  return new UsageError('LOCK_INVALID', `Cannot read ${file}: ${found}`, { hint })
}

export const ANEW = 'write it anew with understudy lock'
export const HINT = `a lock is written by understudy lock, and not by hand`
export const NEWER = 'it was written by another release: update, or write it anew with understudy lock'

function readPrompt(value: JsonValue, at: string, file: string): LockedPrompt {
  const prompt = object(value, at, ['name', 'title', 'description', 'arguments'], file)
  const args = prompt.arguments
  return {
    ...readNames(prompt, at, file),
    ...(args === undefined
      ? {}
      : {
          arguments: list(args, `${at}/arguments`, file).map((each, i) =>
            readArgument(each, `${at}/arguments/${i}`, file),
          ),
        }),
  }
}

function readArgument(value: JsonValue, at: string, file: string): LockedArgument {
  const argument = object(value, at, ['name', 'title', 'description', 'required'], file)
  const { required } = argument
  if (required !== undefined && typeof required !== 'boolean')
    throw invalidLock(file, `"${at}/required" must be true or false, found ${described(required)}`)
  return { ...readNames(argument, at, file), ...defined({ required }) }
}

function readResource(value: JsonValue, at: string, file: string): LockedResource {
  const resource = object(value, at, ['uri', ...CONTENTS], file)
  return { uri: text(resource.uri, `${at}/uri`, file), ...readContents(resource, at, file) }
}

function readTemplate(value: JsonValue, at: string, file: string): LockedTemplate {
  const template = object(value, at, ['uriTemplate', ...CONTENTS], file)
  const uriTemplate = text(template.uriTemplate, `${at}/uriTemplate`, file)
  return { uriTemplate, ...readContents(template, at, file) }
}

const CONTENTS = ['name', 'title', 'description', 'mimeType']

function readContents(contents: JsonObject, at: string, file: string): Omit<LockedResource, 'uri'> {
  const mimeType = optionalText(contents.mimeType, `${at}/mimeType`, file)
  return { ...readNames(contents, at, file), ...defined({ mimeType }) }
}

function readNames(
  of: JsonObject,
  at: string,
  file: string,
): { readonly name: string; readonly title?: string; readonly description?: string } {
  return {
    name: text(of.name, `${at}/name`, file),
    ...defined({
      title: optionalText(of.title, `${at}/title`, file),
      description: optionalText(of.description, `${at}/description`, file),
    }),
  }
}

function refuseDoubles(keys: readonly string[], at: string, file: string): void {
  const twice = keys.find((key, i) => keys.indexOf(key) !== i)
  if (twice !== undefined) throw invalidLock(file, `"${at}" names ${described(twice)} twice`, ANEW)
}
