// Runs without copies, and their undo, as whoever starts this: `run` makes the calls of each case and keeps what they change, `undo` takes
// them back and tells what became of it. A case is { name, prepare?, calls, changes, open?, meanwhile?, cutOff? }: scripts of the shell in a folder of its own.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'

const [dist, , act, place, told] = process.argv.slice(2)
const { createSeal } = await import(`${dist}/journal/index.js`)
const { keyedDigestOfBytes } = await import(`${dist}/plan/index.js`)
const { createUndoKeeper, openFormerBytes, openUndo } = await import(`${dist}/undo/index.js`)
const { digestOfBytes } = await import(`${dist}/base/index.js`)
const env = { UNDERSTUDY_UNDO_DIR: join(place, 'vault') }
const seal = createSeal(Buffer.alloc(32, 1))
const key = 'a key'
const sh = (cwd, script) => execFileSync('sh', ['-ec', script], { cwd, stdio: 'pipe' })

async function run({ name, prepare = 'true', calls, changes, open = false }) {
  const folder = join(place, name)
  mkdirSync(folder, { recursive: true })
  sh(folder, prepare)
  const shown = changes.map(({ path, from, text, ...change }) => ({
    ...{ kind: 'file', path: join(folder, path), ...change },
    ...(from === undefined ? {} : { from: join(folder, from) }),
    ...(text === undefined ? {} : { after: keyedDigestOfBytes(key, digestOfBytes(Buffer.from(text))) }),
  }))
  const bytes = await openFormerBytes(name, env, seal)
  const keeper = createUndoKeeper({ bytes, receipt: { changes: shown }, key, room: () => true })
  for (const [i, script] of calls.entries()) {
    keeper.before(i + 1)
    sh(folder, script)
    if (!(open && i === calls.length - 1)) keeper.after()
  }
}

function undo({ name, meanwhile = 'true', cutOff }) {
  const folder = join(place, name)
  sh(folder, meanwhile)
  if (cutOff !== undefined) {
    const first = openUndo({ run: name, env, seal, key })
    const decision = first.decide()
    first.perform({ ...decision, steps: decision.steps.slice(0, cutOff), times: [] })
  }
  const opened = openUndo({ run: name, env, seal, key })
  const left = opened.perform(opened.decide())
  // So that it can be looked at, as far as it is ours.
  sh(folder, 'chmod -R u+rwX . || true')
  return {
    left: Object.fromEntries(left.map(({ path, why }) => [path.slice(folder.length + 1), why])),
    unshown: opened.unshown.map((path) => path.slice(folder.length + 1)),
    stands: Object.fromEntries(textsIn(folder)),
  }
}

/** Of links where they lead, of folders that they are some. */
function textsIn(folder) {
  return readdirSync(folder, { withFileTypes: true, recursive: true }).map((entry) => {
    const path = join(entry.parentPath, entry.name)
    const text = entry.isSymbolicLink()
      ? `-> ${readlinkSync(path)}`
      : entry.isDirectory()
        ? 'a folder'
        : readFileSync(path, 'utf8').trim()
    return [path.slice(folder.length + 1), text]
  })
}

const ended = {}
for (const each of JSON.parse(told)) ended[each.name] = act === 'run' ? await run(each) : undo(each)
process.stdout.write(JSON.stringify(ended))
