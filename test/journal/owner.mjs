// The owner of a run in a process of its own: begins one, or goes on with one, and dies or stops where it is told to.
import { createGateway } from '../../dist/gateway/index.js'
import { openJournal } from '../../dist/journal/index.js'

const {
  verb,
  plan,
  kind,
  id,
  place,
  point,
  leaseMs,
  config,
  policy,
  bound,
  receipt: given,
  asks,
} = JSON.parse(process.argv[2] ?? '')

const tell = (what) => process.stdout.write(`${JSON.stringify(what)}\n`)

let passed = 0
/** Ends or stops this process at the n-th passing of the point. */
function at(name) {
  if (point === undefined || point.name !== name || ++passed !== point.nth) return
  process.kill(process.pid, point.signal ?? 'SIGKILL')
}

/** The journal, with the points at which an owner may die. */
function watched(journal) {
  return {
    ...journal,
    async add(run) {
      at('before spend')
      const added = await journal.add(run)
      at('after spend')
      return added
    },
    decide: (...args) => journal.decide(...args),
    read: (run) => journal.read(run),
    list: (principal) => journal.list(principal),
    [Symbol.asyncDispose]: () => journal[Symbol.asyncDispose](),
    async claim(run, owner) {
      const claim = await journal.claim(run, owner)
      return claim.kind === 'owned' ? { ...claim, run: watchedRun(claim.run) } : claim
    },
  }
}

function watchedRun(run) {
  return {
    ...run,
    async mark(batch) {
      if (batch.begun.length > 0) at('before intent')
      const began = await run.mark(batch)
      if (batch.begun.length > 0) at('after intent')
      return began
    },
    async note(answers) {
      at('before outcome')
      await run.note(answers)
      at('after outcome')
    },
    async leave(how) {
      await run.leave(how)
      if (how.kind === 'ask') at('while waiting')
      if (how.kind === 'end') at('after end')
    },
  }
}

const journal = watched(await openJournal({ ...place, env: process.env, cwd: process.cwd() }))
const gateway = await createGateway({
  ...{ config, runJournal: journal, copy: 'never', runLeaseMs: leaseMs, policy },
  ...(asks === 'nobody' ? {} : { approve: waitForEver }),
})

/** A person who is not here: a yes comes from elsewhere. */
function waitForEver({ call }) {
  return new Promise((_, reject) => call.signal?.addEventListener('abort', () => reject(call.signal.reason)))
}

const onListed = (run) => tell({ listed: run })

/** As it was rehearsed, in this process or in one before. */
async function runBound() {
  const workflow = kind === 'workflow'
  const text = workflow ? JSON.stringify(plan, null, 2) : plan
  let receipt = given
  const onReceipt = (made) => {
    receipt = made
  }
  if (receipt === undefined) {
    const choice = { dry_run: true, onReceipt }
    const report = await (workflow ? gateway.executeDag(text, choice) : gateway.executeCode(text, choice))
    if (receipt === undefined) throw new Error(`the rehearsal says ${report.verdict}`)
    tell({ receipt })
  }
  if (verb === 'rehearse') return { rehearsed: true }
  return gateway.run(
    { receipt, plan: { text, fileName: workflow ? 'workflow.json' : 'program.ts' } },
    { onListed },
  )
}

try {
  const result =
    verb === 'resume'
      ? await gateway.resumeRun(id)
      : bound
        ? await runBound()
        : kind === 'workflow'
          ? await gateway.executeDag(plan, { onListed })
          : await gateway.executeCode(plan, { onListed })
  tell('run' in result ? { stopped: result.kind, run: result.run } : { report: result })
} catch (failure) {
  tell({ error: failure.code ?? String(failure), message: failure.message })
}
await gateway.close()
await journal[Symbol.asyncDispose]()
