/** What a lock file holds of a server beside its tools. */
import { defined, type JsonObject, type JsonValue } from '../../base/index.js'
import { described } from '../described.js'
import type {
  LockedArgument,
  LockedPrompt,
  LockedResource,
  LockedServer,
  LockedTemplate,
} from './contract-lock.js'
import { ANEW, invalidLock, list, object, optionalText, text } from './read-lock-values.js'

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
