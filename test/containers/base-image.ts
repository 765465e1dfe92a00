/** The images of the container tests: nothing is pulled, the base is made of the node that runs the tests. */
import { execFileSync } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildImage, type ContainerEngine } from '../../src/transport/index.js'

export interface TestImages {
  /** Has nothing but node. */
  readonly base: string
  /** Has the servers of the fixtures in its working folder; runs `echo.mjs` unless it is told another. */
  readonly server: string
}

const SERVERS = fileURLToPath(new URL('../fixtures/servers', import.meta.url))

/** Carried by every image and container of this run, and of no other on the same engine: images hand their labels down. */
export const RUN_LABEL = `understudy-test.run=${randomUUID()}`

/** Makes both images out of those of an earlier run, if it had the same node and the same servers. */
export async function makeImages(engine: ContainerEngine): Promise<TestImages> {
  const base = `localhost/understudy-test-node:${nodeDigest()}`
  const known = await engine.run(['image', 'inspect', base])
  if (known.exitCode !== 0) await importBase(engine, base)
  const context = mkdtempSync(join(tmpdir(), 'understudy-image-'))
  try {
    cpSync(SERVERS, context, { recursive: true, filter: (path) => path === SERVERS || path.endsWith('.mjs') })
    writeFileSync(join(context, 'Dockerfile'), dockerfile(base))
    const { tag } = await buildImage({ context }, { engine: engine.name })
    return { base: await ofThisRun(base, engine), server: await ofThisRun(tag, engine) }
  } finally {
    rmSync(context, { recursive: true })
  }
}

/** Removes what the tests of this run have made; what the next run takes up stays. */
export async function removeImages({ run }: ContainerEngine): Promise<void> {
  const { stdout } = await run(['image', 'ls', '--all', '--quiet', `--filter=label=${RUN_LABEL}`])
  const ids = new Set(stdout.split('\n').filter((id) => id !== ''))
  const { exitCode, stderr } = await run(['image', 'rm', '--force', ...ids])
  if (exitCode !== 0) throw new Error(`Cannot remove the images of the tests: ${stderr.join('\n')}`)
}

/** The same image under a name and with the label of this run. */
async function ofThisRun(image: string, { run }: ContainerEngine): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'understudy-run-'))
  const tag = `${image}-${RUN_LABEL.slice(-12)}`
  try {
    writeFileSync(join(folder, 'Dockerfile'), `FROM ${image}\n`)
    const { exitCode, stderr } = await run([
      ...['build', '--quiet', `--label=${RUN_LABEL}`],
      ...[`--tag=${tag}`, folder],
    ])
    if (exitCode !== 0) throw new Error(`Cannot label the image "${image}": ${stderr.join('\n')}`)
    return tag
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Two stages, as a Dockerfile has them that also builds what runs elsewhere. */
export function dockerfile(base: string): string {
  return `FROM ${base} AS test
COPY . /app
WORKDIR /app
ENTRYPOINT ["/usr/local/bin/node"]
CMD ["echo.mjs"]
`
}

function nodeDigest(): string {
  const { size, mtimeMs } = statSync(process.execPath)
  return createHash('sha256').update(`${process.version} ${size} ${mtimeMs}`).digest('hex').slice(0, 16)
}

/** The binary of node, and the libraries that it names. */
async function importBase(engine: ContainerEngine, tag: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'understudy-base-'))
  try {
    const root = join(folder, 'root')
    const libraries = execFileSync('ldd', [process.execPath], { encoding: 'utf8' }).match(/\/\S+/g) ?? []
    copy(process.execPath, join(root, 'usr/local/bin/node'))
    for (const library of libraries) copy(library, join(root, library))
    mkdirSync(join(root, 'tmp'))
    execFileSync('tar', ['-C', root, '-cf', join(folder, 'base.tar'), '.'])
    const command = ['import', '--change', 'CMD ["/usr/local/bin/node"]', join(folder, 'base.tar'), tag]
    const { exitCode, stderr } = await engine.run(command, { timeoutMs: 120_000 })
    if (exitCode !== 0) throw new Error(`Cannot make the base image: ${stderr.join('\n')}`)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function copy(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true })
  cpSync(realpathSync(from), to)
}
