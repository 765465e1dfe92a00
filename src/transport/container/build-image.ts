/** Images of servers, built from a Dockerfile when they are not there yet. */
import { createHash, type Hash } from 'node:crypto'
import { createReadStream, statSync } from 'node:fs'
import { readdir, readFile, readlink, stat } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { byText, defined, messageOf, UsageError, waitFor } from '../../base/index.js'
import { checkBuild, type ImageBuild } from './container-target.js'
import { type ContainerEngine, type EngineName, findEngine } from './engine.js'
import { engineFailed } from './explain-engine.js'

export interface BuildOptions {
  /** Default: docker where it answers, else podman. */
  readonly engine?: EngineName
  /** Milliseconds; default ten minutes. */
  readonly timeoutMs?: number
  /** Gives up waiting; the build goes on for whoever asks next. */
  readonly signal?: AbortSignal
}

/** An image that is there. */
export interface BuiltImage {
  /** `sha256:…` */
  readonly id: string
  /** What it is called. */
  readonly tag: string
  /** False when an image of the same content was there already. */
  readonly isNew: boolean
}

/**
 * Builds the image, once a process for each content: whoever asks meanwhile waits for the same build. An image that another process
 * built of the same content is found by a name that is made of it, and taken.
 * @throws UsageError USAGE, FILE_UNREADABLE; TransportError ENGINE_MISSING, or ENGINE_FAILED with the last lines of the engine
 */
export async function buildImage(
  build: ImageBuild,
  { engine: wanted, timeoutMs = 600_000, signal }: BuildOptions = {},
): Promise<BuiltImage> {
  checkBuild(build)
  const engine = await findEngine(wanted)
  const content = await digestOf(build)
  const key = JSON.stringify([engine.name, content, build.tag])
  const building = builds.get(key) ?? findOrBuild(build, content, engine, timeoutMs)
  builds.set(key, building)
  // The next one may try again.
  building.catch(() => builds.delete(key))
  return waitFor(building, { onTimeout: UNLIMITED, ...defined({ signal }) })
}

/** The build has its own limit. */
const UNLIMITED = (): Error => new Error('the wait has no limit')

/** The builds of this process, finished or not. */
const builds = new Map<string, Promise<BuiltImage>>()

/** For whoever looks for what was built here; the images that are made from such a one carry its label too. */
const CONTENT_LABEL = 'mcp-understudy.content'

async function findOrBuild(
  build: ImageBuild,
  content: string,
  { run }: ContainerEngine,
  timeoutMs: number,
): Promise<BuiltImage> {
  const name = `localhost/understudy-image:${content.slice(0, 16)}`
  const { context, dockerfile, target, tag = name } = build
  const doing = `build the image of "${context}"`
  const known = await run(['image', 'ls', '--quiet', '--no-trunc', `--filter=reference=${name}`], {
    timeoutMs,
  })
  if (known.exitCode !== 0) throw engineFailed(doing, known.stderr)
  const [id] = known.stdout.split('\n').filter((line) => line !== '')
  if (id !== undefined) {
    const tagged = await run(['tag', id, tag], { timeoutMs })
    if (tagged.exitCode !== 0) throw engineFailed(doing, tagged.stderr)
    return { id, tag, isNew: false }
  }
  const built = await run(
    [
      ...['build', '--quiet', `--label=${CONTENT_LABEL}=${content}`, `--tag=${name}`, `--tag=${tag}`],
      ...(dockerfile === undefined ? [] : [`--file=${resolve(dockerfile)}`]),
      ...(target === undefined ? [] : [`--target=${target}`]),
      resolve(context),
    ],
    { timeoutMs },
  )
  if (built.exitCode !== 0) throw engineFailed(doing, built.stderr)
  return { id: fullId(built.stdout), tag, isNew: true }
}

/** The last line that `build --quiet` prints; podman leaves the kind of the digest out. */
function fullId(stdout: string): string {
  const line = stdout.trim().split('\n').at(-1) ?? ''
  return /^[0-9a-f]{64}$/.test(line) ? `sha256:${line}` : line
}

/** @throws UsageError FILE_UNREADABLE */
async function digestOf(build: ImageBuild): Promise<string> {
  try {
    if (!statSync(build.context).isDirectory()) throw new Error('it is no folder')
    return await contextDigest(build)
  } catch (cause) {
    const reason = messageOf(cause)
    throw new UsageError('FILE_UNREADABLE', `Cannot build the image of "${build.context}": ${reason}`, {
      hint: 'give the folder of the Dockerfile as "context"; a relative path starts at the current folder',
      cause,
    })
  }
}

/**
 * A digest of every file of the context, also of those that a `.dockerignore` leaves out, of the Dockerfile and the stage.
 * @throws what the file system throws
 */
async function contextDigest({ context, dockerfile, target }: ImageBuild): Promise<string> {
  const hash = createHash('sha256')
  add(hash, 'stage', target ?? '')
  if (dockerfile !== undefined) add(hash, 'dockerfile', await readFile(resolve(dockerfile)))
  const entries = await readdir(resolve(context), { recursive: true, withFileTypes: true })
  const paths = entries.map((entry) => ({ entry, path: join(entry.parentPath, entry.name) }))
  for (const { entry, path } of paths.sort((a, b) => byText(a.path, b.path))) {
    add(hash, 'path', relative(resolve(context), path))
    if (entry.isSymbolicLink()) add(hash, 'link', await readlink(path))
    // Pipes and sockets would never end.
    if (entry.isFile()) await addFile(hash, path)
  }
  return hash.digest('hex')
}

async function addFile(hash: Hash, path: string): Promise<void> {
  const { mode, size } = await stat(path)
  add(hash, 'file', `${mode & 0o777} ${size}`)
  for await (const chunk of createReadStream(path)) hash.update(chunk)
}

/** With its length before it: two lists of parts never look alike. */
function add(hash: Hash, kind: string, value: string | Uint8Array): void {
  hash.update(`${kind} ${Buffer.byteLength(value)} `).update(value)
}
