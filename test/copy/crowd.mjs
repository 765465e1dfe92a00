/**
 * Many copies at once, each with a tiny server that answers; then their maker is killed, and everything must be gone.
 * `npm run load:copies` makes 200, or as many as its argument says; ends with 1 when something is left or did not answer.
 */
import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const project = join(dirname(fileURLToPath(import.meta.url)), '../..')
const words = process.argv.slice(2)
const [dist, deno, count, role] =
  words.length > 1 ? words : [join(project, 'dist'), denoHere(), words[0] ?? '200']
await (role === undefined ? watch() : make(role))

async function watch() {
  const word = `crowd-${process.pid}`
  const maker = spawn(process.execPath, [fileURLToPath(import.meta.url), dist, deno, count, word], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const exited = new Promise((resolve) => maker.once('exit', resolve))
  const lines = createInterface({ input: maker.stdout })[Symbol.asyncIterator]()
  const { value } = await lines.next()
  const told = JSON.parse(value ?? '{}')
  const running = processesWith(word)
  maker.kill('SIGKILL')
  await exited
  const until = Date.now() + 20_000
  while (processesWith(word) > 0 && Date.now() < until) await new Promise((wake) => setTimeout(wake, 20))
  const left = { processes: processesWith(word), mounts: mountsOfCopies() }
  process.stdout.write(`${JSON.stringify({ ...told, running: running > Number(count), left })}\n`)
  process.exitCode = told.answered === Number(count) && left.processes + left.mounts === 0 ? 0 : 1
}

async function make(word) {
  const { createCopiedWorld } = await import(`${dist}/transport/copy/index.js`)
  const startedAt = performance.now()
  const answers = await Promise.all(
    Array.from({ length: Number(count) }, async (_, i) => {
      const world = await createCopiedWorld({ denoPath: deno, timeoutMs: 600_000 })
      const server = await world.start({
        command: 'sh',
        args: ['-c', 'while read -r line; do echo "$line"; done', word],
        cwd: '/',
      })
      return await new Promise((resolve) => {
        server.start({
          message: ({ params }) => resolve(params.i === i),
          noise: () => resolve(false),
          stderr: () => undefined,
          closed: () => resolve(false),
        })
        void server.send({ jsonrpc: '2.0', method: 'test', params: { i } })
      })
    }),
  )
  const tookMs = Math.round(performance.now() - startedAt)
  process.stdout.write(`${JSON.stringify({ answered: answers.filter((is) => is).length, tookMs })}\n`)
}

/** The watcher and the maker have the word too, but not as their last. */
function processesWith(word) {
  return readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/cmdline`, 'utf8').endsWith(`\0${word}\0`)
    } catch {
      return false
    }
  }).length
}

function mountsOfCopies() {
  return readFileSync('/proc/self/mountinfo', 'utf8')
    .split('\n')
    .filter((line) => / - (?:tmpfs|overlay) copy /.test(line)).length
}

function denoHere() {
  const name = `@deno/linux-${process.arch}-glibc`
  return join(dirname(createRequire(import.meta.url).resolve(`${name}/package.json`)), 'deno')
}
