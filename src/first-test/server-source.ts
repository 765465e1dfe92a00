/** How a test file says which server it is about: as the user did, without what is secret. */
import { relative, resolve, sep } from 'node:path'
import { defined } from '../base/index.js'
import type { ServerEntry } from '../config/index.js'
import { CodeText, type SourceValue, sourceString } from './source-text.js'

export interface ServerSource {
  /** What stands beside the name in the first argument of `describeServer`. */
  readonly members: Readonly<Record<string, SourceValue>>
  /** Import lines of the module itself. */
  readonly imports: readonly string[]
  /** Variables of the environment that the tests must be given. */
  readonly variables: readonly string[]
}

export interface TestPlace {
  /** Absolute: where the user is. */
  readonly cwd: string
  /** Absolute: the folder of the test file. */
  readonly folder: string
  /** Whether the file is an ES module to the compiler, and not CommonJS. */
  readonly isModule: boolean
  /** Whether a text holds something that must not be written down. */
  readonly isSecret: (text: string) => boolean
}

/** Paths of the command start where they started for the user, wherever the tests are run. */
export function serverSource({ name, launch }: ServerEntry, place: TestPlace): ServerSource {
  const variables: string[] = []

  function hidden(text: string, name: string): SourceValue {
    if (!place.isSecret(text)) return text
    if (!variables.includes(name)) variables.push(name)
    return new CodeText(`process.env.${name} ?? ''`)
  }
  /** Of `--token=T` the name may be read; `--token T` has its name before it. */
  function argument(arg: string, before = ''): SourceValue {
    const [, start = '', name = '', value = ''] = /^(-*([A-Za-z][\w-]*)[=:]\s*)(\S.*)/s.exec(arg) ?? []
    if (!place.isSecret(arg) || value === '' || place.isSecret(start))
      return hidden(arg, constantName(/^-+([A-Za-z][\w-]*)$/.exec(before)?.[1] ?? 'server-secret'))
    const rest = hidden(value, constantName(name))
    return rest instanceof CodeText ? new CodeText(`\`${start}\${${rest.code}}\``) : arg
  }
  function hiddenMembers(
    values: Readonly<Record<string, string>>,
    variableOf: (name: string) => string,
  ): Readonly<Record<string, SourceValue>> {
    const members = Object.entries(values)
    return Object.fromEntries(members.map(([name, value]) => [name, hidden(value, variableOf(name))]))
  }

  if (launch.kind === 'http') {
    const { url, headers } = launch
    const given = Object.keys(headers).length === 0 ? {} : { headers: hiddenMembers(headers, constantName) }
    return {
      members: { http: { url: hidden(url, constantName('server-url')), ...given } },
      imports: [],
      variables,
    }
  }
  if (launch.kind === 'cassette') {
    const [code, imports] = pathCode(resolve(place.cwd, launch.file), '', place)
    return {
      members: { recording: { cassette: new CodeText(code), recordedServer: name } },
      imports,
      variables,
    }
  }
  const { args, env, cwd } = launch
  const words = args.map((arg, at) => argument(arg, args[at - 1]))
  const given = Object.keys(env).length === 0 ? {} : { env: hiddenMembers(env, variableName) }
  if (launch.kind === 'container') {
    const { image, mounts, network } = launch
    const container = {
      image,
      ...(words.length === 0 ? {} : { args: words }),
      ...given,
      ...(mounts.length === 0 ? {} : { mounts }),
      ...defined({ network, workdir: cwd }),
    }
    return { members: { container }, imports: [], variables }
  }
  const { command } = launch
  const [code, imports] = pathCode(resolve(place.cwd, cwd ?? '.'), '/', place)
  const members = { command: [command, ...words], workingDir: new CodeText(code), ...given }
  return { members, imports, variables }
}

/** A folder, whose `end` is a slash, or a file, as it is seen from the test file: that may be checked out elsewhere. */
function pathCode(
  to: string,
  end: '' | '/',
  { folder: from, isModule }: TestPlace,
): [code: string, imports: string[]] {
  const path = relative(from, to).split(sep).join('/') || '.'
  const url = encodeURI(`${path}${end}`).replace(/[?#]/g, encodeURIComponent)
  return isModule
    ? [`fileURLToPath(new URL(${sourceString(url)}, import.meta.url))`, [URL_IMPORT]]
    : [`resolve(__dirname, ${sourceString(path)})`, [PATH_IMPORT]]
}

const URL_IMPORT = "import { fileURLToPath } from 'node:url'"
const PATH_IMPORT = "import { resolve } from 'node:path'"

/** As it is where a program can ask for it by that name. */
function variableName(name: string): string {
  return /^[A-Za-z_]\w*$/.test(name) ? name : constantName(name)
}

/** `api-key` as API_KEY. */
function constantName(name: string): string {
  const words = name
    .replace(/[^A-Za-z0-9]+/g, '_')
    .replace(/^_|_$/g, '')
    .toUpperCase()
  return /^[A-Z]/.test(words) ? words : `SERVER_${words}`
}
