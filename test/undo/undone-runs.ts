/** Rehearses a plan in a copy, runs it for real by its receipt, and takes it back: with what stood there before, in between, and after. */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createGateway, type RunReport } from '../../src/gateway/index.js'
import { createSeal, openJournal } from '../../src/journal/index.js'
import type { Receipt } from '../../src/plan/index.js'
import type { Policy } from '../../src/policy/index.js'
import type { Sandbox } from '../../src/sandbox/index.js'
import { openUndo, type RunUndo } from '../../src/undo/index.js'
import { entryOf, type TrialServer } from '../dryrun/held-against-reality.js'

/** In texts, `FOLDER` stands for the folder of the plan. */
export interface UndonePlan {
  readonly about: string
  readonly servers: Readonly<Record<string, TrialServer>>
  /** What lies in the folder at first, by path. */
  readonly files?: Readonly<Record<string, string>>
  /** A script of the shell that completes the folder. */
  readonly prepare?: string
  readonly plan: string
  readonly policy?: Policy
  /** What somebody else does once the first call has its answer. */
  readonly between?: string
  /** Default: `completed`. */
  readonly ended?: RunReport['ended']
  /** What somebody else does once the run is over. */
  readonly meanwhile?: string
  /** Parts of paths that are left for it, and named; all else is as before. */
  readonly left?: readonly string[]
  /** Numbers of effects that have no way back, as the receipt says. Default: none. */
  readonly withoutWayBack?: readonly number[]
  /** Paths in the folder that those leave otherwise. */
  readonly otherwise?: readonly string[]
}

export type Standing = ReadonlyMap<string, string>

export interface UndoneRun extends AsyncDisposable {
  readonly folder: string
  /** Where former bytes are. */
  readonly vault: string
  readonly env: Readonly<Record<string, string>>
  /** The journal. */
  readonly place: { readonly name: string; readonly cwd: string }
  readonly receipt: Receipt
  readonly report: RunReport
  readonly before: Standing
  /** What stands there now. */
  look(): Standing
  sh(script: string): void
  undo(): Promise<RunUndo>
}

export async function runAndKeep(
  { servers, files = {}, prepare, plan, policy, between }: UndonePlan,
  sandbox: Sandbox,
): Promise<UndoneRun> {
  const place = realpathSync(mkdtempSync(join(tmpdir(), 'understudy-undo-')))
  const folder = join(place, 'data')
  const vault = join(place, 'vault')
  const env = {
    ...ownEnvironment(),
    HOME: place,
    UNDERSTUDY_UNDO_DIR: vault,
    GIT_CONFIG_GLOBAL: join(place, 'gitconfig'),
  }
  writeFileSync(env.GIT_CONFIG_GLOBAL, '[user]\nname = a\nemail = a@b.c\n[init]\ndefaultBranch = main\n')
  const told = (text: string): string => text.replaceAll('FOLDER', folder)
  const sh = (script: string): void =>
    void execFileSync('sh', ['-ec', told(script)], { cwd: folder, env, stdio: 'pipe' })
  mkdirSync(folder)
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), told(text))
  }
  if (prepare !== undefined) sh(prepare)
  const before = standing(folder)
  const journal = { name: join(place, 'runs.db'), env, cwd: place }
  const receipts: Receipt[] = []
  await using gateway = await createGateway({
    ...{
      config: Object.entries(servers).map(([name, server]) => entryOf(name, withHome(server, env), told)),
    },
    ...{ copy: 'always', runJournal: journal.name, env, cwd: place, sandbox, spareCopies: 0 },
    ...(policy === undefined ? {} : { policy }),
    onTrace(event) {
      if (isRun && between !== undefined && event.type === 'tool_end' && event.call === 1) sh(between)
    },
  })
  let isRun = false
  const rehearsed = await gateway.executeCode(told(plan), {
    dry_run: true,
    onReceipt: (receipt) => void receipts.push(receipt),
  })
  const [receipt] = receipts
  if (receipt === undefined) throw new Error(`no receipt: ${JSON.stringify(rehearsed)}`)
  isRun = true
  const report = await gateway.run({ receipt, plan: { text: told(plan), fileName: 'program.ts' } })
  return {
    place: { name: journal.name, cwd: place },
    ...{ folder, vault, env, receipt, report, before, sh },
    look: () => standing(folder),
    async undo() {
      await using opened = await openJournal(journal)
      const { undoKey, receiptKey: key } = opened
      const seal = createSeal(Buffer.from(undoKey, 'hex'))
      const undo = openUndo({ run: report.run_id, env, seal, key })
      if (undo === undefined) throw new Error('nothing is kept of the run')
      return undo
    },
    async [Symbol.asyncDispose]() {
      execFileSync('chmod', ['-R', 'u+rwX', place])
      rmSync(place, { recursive: true, force: true })
    },
  }
}

/** Everything below a folder, by path: kind, mode, contents, where links lead, and when files were written, to the millisecond. */
export function standing(folder: string): Standing {
  const found = new Map<string, string>()
  const open = ['']
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const path = join(folder, at)
    const status = lstatSync(path)
    const mode = (status.mode & 0o7777).toString(8)
    if (status.isDirectory()) {
      found.set(at, `folder ${mode}`)
      for (const name of readdirSync(path)) open.push(join(at, name))
    } else if (status.isSymbolicLink()) found.set(at, `link ${readlinkSync(path)}`)
    // Who opens a pipe waits for somebody else.
    else if (!status.isFile()) found.set(at, `other ${mode}`)
    // Git writes equal bytes anew: what holds the same has any time.
    else if (at.includes('.git/')) found.set(at, `file ${mode} ${digest(path)}`)
    else found.set(at, `file ${mode} ${Math.floor(status.mtimeMs)} ${digest(path)}`)
  }
  return found
}

/** Paths that are otherwise, each with what it was and is. */
export function otherThan(before: Standing, now: Standing): readonly string[] {
  const paths = [...new Set([...before.keys(), ...now.keys()])].toSorted()
  return paths.flatMap((path) => {
    const [was, is] = [before.get(path) ?? 'absent', now.get(path) ?? 'absent']
    return was === is ? [] : [`${path}: ${was} -> ${is}`]
  })
}

function digest(path: string): string {
  return createHash('sha256').update(readFileSync(path)).digest('hex')
}

function withHome(server: TrialServer, env: Readonly<Record<string, string>>): TrialServer {
  const { HOME = '', GIT_CONFIG_GLOBAL = '' } = env
  return { ...server, env: { HOME, GIT_CONFIG_GLOBAL, ...server.env } }
}

function ownEnvironment(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
  )
}
