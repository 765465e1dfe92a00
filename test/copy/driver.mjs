/**
 * Makes copies of the world for tests, as a user who may harm nobody: it refuses to be root outside a user namespace by mistake.
 * Reads commands as lines of JSON on standard input, and answers with lines of JSON.
 */
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

const [, , dist, standing] = process.argv
const [, , length] = readFileSync('/proc/self/uid_map', 'utf8').trim().split(/\s+/)
if (process.getuid() === 0 && length !== '1' && standing !== "the machine's root")
  throw new Error('refused: this is the root of the machine')
const { createCopiedWorld } = await import(`${dist}/transport/copy/index.js`)
const worlds = new Map()

const acts = {
  async create({ number, options }) {
    const world = await createCopiedWorld(options)
    worlds.set(number, world)
    return { roots: world.roots, limits: world.limits }
  },
  async run({ number, launch, input = '', closeAfter }) {
    const { process: child, tree } = await worlds.get(number).run(launch)
    let [stdout, stderr] = ['', '']
    child.stdout.setEncoding('utf8').on('data', (text) => {
      stdout += text
      if (closeAfter !== undefined && stdout.includes(closeAfter)) child.stdin.end()
    })
    child.stderr.setEncoding('utf8').on('data', (text) => (stderr += text))
    child.stdin.on('error', () => undefined)
    if (closeAfter === undefined) child.stdin.end(input)
    const over = (stream) => new Promise((resolve) => stream.once('close', resolve))
    const exited =
      child.exitCode !== null || child.signalCode !== null
        ? undefined
        : new Promise((resolve) => child.once('exit', resolve))
    await Promise.all([exited, over(child.stdout), over(child.stderr)])
    tree.kill(child.pid)
    return { stdout, stderr, exitCode: child.exitCode, signal: child.signalCode }
  },
  changes: ({ number, options }) => worlds.get(number).changes(options),
  setAccessTimes: ({ number, paths, atMs }) => worlds.get(number).setAccessTimes(paths, atMs),
  attempts: async ({ number }) => worlds.get(number).networkAttempts(),
  freeBytes: async ({ number }) => worlds.get(number).freeBytes(),
  close: ({ number }) => worlds.get(number).close(),
}

for await (const line of createInterface({ input: process.stdin })) {
  const { id, act, ...rest } = JSON.parse(line)
  acts[act](rest).then(
    (value) => tell({ id, value: value ?? null }),
    ({ code, message, hint, data }) => tell({ id, error: { code, message, hint, data } }),
  )
}
await Promise.all([...worlds.values()].map((world) => world.close()))
process.exit(0)

function tell(answer) {
  process.stdout.write(`${JSON.stringify(answer)}\n`)
}
