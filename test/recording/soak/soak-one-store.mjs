/** Fills, reads and empties one kind of store in a process of its own, which tells its resident size after each tenth. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { openCassetteStore } from '../../../dist/recording/index.js'
import { recordingAt } from '../numbered-recording.js'

/** What is imported from. */
export async function fillCassette(file, count) {
  const store = await openCassetteStore(file)
  for (let first = 0; first < count; first += 1000)
    await store.append(
      Array.from({ length: Math.min(1000, count - first) }, (_, n) => recordingAt(first + n)),
    )
  await store[Symbol.asyncDispose]()
}

export async function soakOneStore({ kind, source, folder, count }) {
  const script = fileURLToPath(new URL('soak-process.mjs', import.meta.url))
  const child = spawn(process.execPath, [script, kind, source, folder, String(count)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')])
  if (code !== 0) throw new Error(`The ${kind} store failed with exit code ${code}`)
  return JSON.parse(output)
}
