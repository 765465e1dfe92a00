/** What runs in a container, checked before an engine is asked: nothing that a caller says may be read as an option of the engine. */
import { didYouMean, nearestNames, shorten, UsageError } from '../../base/index.js'
import type { ServerEnvironment } from '../inherited-environment.js'
import { checkVariables } from './container-environment.js'
import type { EngineName } from './engine.js'
import { parseMount } from './mount.js'

/** An image that is there or can be pulled, or one that is built first; and how its container runs. */
export type ContainerTarget = ContainerSettings &
  (
    | { readonly image: string; readonly build?: never }
    | { readonly build: ImageBuild; readonly image?: never }
  )

export interface ContainerSettings {
  /** Put behind the image: arguments of its entry point, or a command in the place of its own. */
  readonly args?: readonly string[]
  /** The container's variables; it gets nothing of our environment. */
  readonly env?: ServerEnvironment
  /** Folders and files of this machine, each `source:target`, or `source:target:ro` where it may only be read. */
  readonly mounts?: readonly string[]
  /** `none`, `host` or the name of a network; default: what the engine does by itself. */
  readonly network?: string
  /** The working folder in the container; default: the image's. */
  readonly workdir?: string
  /** `user` or `user:group`, by name or number; default: the image's. */
  readonly user?: string
  /** Default: docker where it answers, else podman. */
  readonly engine?: EngineName
}

/** How an image is made. */
export interface ImageBuild {
  /** The folder whose files the Dockerfile may copy. */
  readonly context: string
  /** Default: `Dockerfile` (or, for podman, `Containerfile`) in the context. A relative path starts at the current folder. */
  readonly dockerfile?: string
  /** The stage to stop at; default: the last. */
  readonly target?: string
  /** What to call the image; default: a name made of its content. */
  readonly tag?: string
}

/** @throws UsageError USAGE for what an engine could misread; values of `env` are never shown */
export function checkTarget(target: ContainerTarget): void {
  refuseStrangers(target, [...Object.keys(SETTINGS), 'image', 'build'], 'the container')
  const { image, build, env, mounts, args } = target
  if ((image === undefined) === (build === undefined))
    throw refusedOption('image and build', [image, build], ONE_OF)
  if (image !== undefined) checkImageName(image)
  if (build !== undefined) checkBuild(build)
  checkTexts('args', args)
  checkTexts('mounts', mounts)
  for (const mount of mounts ?? []) parseMount(mount)
  if (env !== undefined) checkVariables(env)
  for (const [name, { form, words }] of Object.entries(SETTINGS))
    check(name, Reflect.get(target, name), form, words)
}

/** @throws UsageError USAGE */
export function checkBuild(build: ImageBuild): void {
  if (typeof build !== 'object' || build === null)
    throw refusedOption('build', build, 'give an object with a "context"')
  refuseStrangers(build, ['context', 'dockerfile', 'target', 'tag'], 'the image')
  if (typeof build.context !== 'string' || build.context === '')
    throw refusedOption('context', build.context, 'give the folder that the Dockerfile may copy from')
  check('dockerfile', build.dockerfile, /^[^\0]+$/, 'the path of a Dockerfile')
  check('target', build.target, /^[A-Za-z0-9][\w.-]*$/, 'the name of a stage')
  if (build.tag !== undefined) checkImageName(build.tag)
}

/** The grammar of references (distribution/reference): host and port, path, tag, digest; or the id of an image. */
function checkImageName(image: string): void {
  check('image', image, IMAGE, 'a name such as "node:24-slim" or "localhost:5000/team/server@sha256:…"')
}

const HOST = '(?:[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?(?::[0-9]+)?/)?'
const PART = '[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*'
const IMAGE = new RegExp(
  `^(?:sha256:[0-9a-f]{64}|${HOST}${PART}(?:/${PART})*(?::\\w[\\w.-]{0,127})?(?:@sha256:[0-9a-f]{64})?)$`,
)
const ONE_OF = 'give one of them'

interface Form {
  readonly form: RegExp
  readonly words: string
}

/** `args`, `env` and `mounts` are looked at apart. */
const SETTINGS: Readonly<Record<keyof ContainerSettings, Form>> = {
  args: { form: /^/, words: '' },
  env: { form: /^/, words: '' },
  mounts: { form: /^/, words: '' },
  network: {
    form: /^(?:container:)?[A-Za-z0-9][\w.-]*$/,
    words: '"none", "host", "bridge" or the name of a network',
  },
  workdir: { form: /^\/[^\0]*$/, words: 'an absolute path in the container' },
  user: {
    form: /^[A-Za-z0-9_][\w.-]*(?::[A-Za-z0-9_][\w.-]*)?$/,
    words: '"user" or "user:group", by name or number',
  },
  engine: { form: /^(?:docker|podman)$/, words: '"docker" or "podman"' },
}

const LISTS: readonly string[] = ['args', 'env', 'mounts']

function check(name: string, value: unknown, form: RegExp, words: string): void {
  if (value === undefined || LISTS.includes(name)) return
  if (typeof value !== 'string' || !form.test(value)) throw refusedOption(name, value, `it must be ${words}`)
}

function checkTexts(name: string, values: unknown): void {
  if (values === undefined) return
  const isTexts = (list: unknown): boolean =>
    Array.isArray(list) && list.every((each) => typeof each === 'string' && !each.includes('\0'))
  if (!isTexts(values))
    throw refusedOption(name, values, 'it must be a list of texts without null characters')
}

function refuseStrangers(given: object, known: readonly string[], what: string): void {
  const stranger = Object.keys(given).find((name) => !known.includes(name))
  if (stranger === undefined) return
  const meant = nearestNames(stranger, known).map((each) => `"${each}"`)
  throw new UsageError(
    'USAGE',
    `Cannot use ${JSON.stringify(stranger)} for ${what}: there is no such option`,
    {
      hint: didYouMean(meant) ?? `there are ${known.join(', ')}`,
    },
  )
}

function refusedOption(name: string, value: unknown, hint: string): UsageError {
  const shown = shorten(JSON.stringify(value) ?? String(value), 200)
  return new UsageError('USAGE', `Cannot run a container with ${name} ${shown}`, { hint })
}
