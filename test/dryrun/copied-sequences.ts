/** Random sequences of calls, made in a copy and then on the disk: what the two answer, without what is another thing each time. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { JsonObject, Random } from '../../src/base/index.js'
import { type Outcome, outcomeText } from '../../src/call/index.js'
import { copyServers } from '../../src/copy/index.js'
import { connectEntry } from '../../src/launch/index.js'
import { difference, entryOf, files, git, look, memory, type TrialServer } from './held-against-reality.js'

export interface Calls {
  readonly server: TrialServer
  /** A shell script that makes what is there at first, in the folder. */
  readonly prepare: string
  call(random: Random): readonly [tool: string, args: JsonObject]
}

export interface Compared {
  /** Calls that answered otherwise. */
  readonly differ: readonly string[]
  /** How often each tool answered with a result, and with an error. */
  readonly outcomes: ReadonlyMap<string, number>
  /** What became another one on the disk while the calls were made in the copy. */
  readonly disturbed: readonly string[]
}

export async function compareSequence(
  { server, prepare, call: draw }: Calls,
  random: Random,
  length: number,
): Promise<Compared> {
  const place = realpathSync(mkdtempSync(join(tmpdir(), 'understudy-sequence-')))
  const folder = join(place, 'data')
  try {
    mkdirSync(folder)
    execFileSync('sh', ['-ec', prepare], { cwd: folder, stdio: 'pipe' })
    const told = (text: string): string => text.replaceAll('FOLDER', folder)
    const entry = entryOf('s', server, told)
    const calls = Array.from({ length }, () => {
      const [tool, args] = draw(random)
      return { tool, args: JSON.parse(told(JSON.stringify(args))) as JsonObject }
    })
    const before = look(place)
    const copied = await inCopy()
    const disturbed = difference(before, look(place))
    const real = await onDisk()
    const outcomes = new Map<string, number>()
    for (const [i, { tool }] of calls.entries()) {
      const key = `${tool} ${real[i]?.startsWith('result') === true ? 'result' : 'error'}`
      outcomes.set(key, (outcomes.get(key) ?? 0) + 1)
    }
    const differ = calls.flatMap(({ tool, args }, i) =>
      copied[i] === real[i]
        ? []
        : [`${i + 1} ${tool} ${JSON.stringify(args)}\n  in a copy: ${copied[i]}\n  really: ${real[i]}`],
    )
    return { differ, outcomes, disturbed }

    async function inCopy(): Promise<readonly string[]> {
      await using copies = await copyServers([entry], { baseDir: folder })
      await using world = await copies.open()
      if (!world.servers.has('s')) throw new Error(JSON.stringify(copies.notCopied))
      const said: string[] = []
      for (const [i, { tool, args }] of calls.entries()) {
        const { outcome, broke } = await world.call({ n: i + 1, server: 's', tool, arguments: args })
        said.push(outcome === undefined ? `broke: ${broke}` : comparable(tool, outcome))
      }
      return said
    }

    async function onDisk(): Promise<readonly string[]> {
      const session = await connectEntry(entry, { clientInfo: { name: 'test', version: '1' } })
      try {
        const said: string[] = []
        for (const { tool, args } of calls) said.push(comparable(tool, await session.callTool(tool, args)))
        return said
      } finally {
        await session.close()
      }
    }
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
}

/** Times, names of commits, durations; sizes of folders; the order of a listing, which is that of the file system for new files. */
function comparable(tool: string, outcome: Outcome): string {
  const text = outcomeText(outcome)
    .replace(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d[.\d]*(?:Z| ?[+-]\d\d:?\d\d)?/g, 'TIME')
    .replace(
      /\w{3} \w{3} +\d+ (?:\d{4} )?\d\d:\d\d:\d\d(?: \d{4})?(?: GMT[+-]\d{4} \([^)]*\)| [+-]\d{4})?/g,
      'TIME',
    )
    .replace(/\b1\d{9}(?:\d{3})?\b/g, 'TIME')
    .replace(/\b\d+(?:\.\d+)? ?m?s\b/g, 'TIME')
    .replace(/\b(?=[a-f\d]*\d)[a-f\d]{7,40}\b/g, 'HASH')
    .replace(/\b[\da-f]{8}-[\da-f-]{27}\b/g, 'ID')
    .replace(/\.[A-Za-z\d_-]{6,}\.tmp\b|\.[\da-f]+\.tmp\b/g, '.TMP')
  const sized = /isDirectory: true/.test(text) ? text.replace(/size: \d+/, 'size: SIZE') : text
  const listed = LISTINGS.has(tool)
    ? sized
        .replace(/(?:Combined size: .*|(\[FILE\] link\S*)\s.*)/g, '$1')
        .split('\n')
        .sort()
        .join('\n')
    : sized
  return `${outcome.kind}: ${listed}`
}

const LISTINGS = new Set([
  'list_directory',
  'list_directory_with_sizes',
  'search_files',
  'directory_tree',
  'read_multiple_files',
])

export const SEQUENCES: Readonly<Record<string, Calls>> = {
  filesystem: {
    server: files,
    prepare: `mkdir -p sub/deep empty closed; echo one >a.txt; echo two >sub/b.txt; printf '{"n":1}' >sub/deep/c.json
      ln -s a.txt link.txt; ln -s sub link; ln -s nowhere broken; ln a.txt hard.txt; chmod 600 sub/b.txt; chmod 555 closed
      head -c 3000000 /dev/zero | tr '\\0' 'x' >large.txt; printf '\\211PNG' >image.png; mkfifo pipe 2>/dev/null && rm pipe`,
    call(random) {
      const one = <T>(of: readonly T[]): T => random.pick(of)
      const path = () =>
        `FOLDER/${one(['a.txt', 'sub', 'sub/b.txt', 'sub/deep', 'sub/deep/c.json', 'empty', 'link.txt', 'link', 'link/b.txt', 'broken', 'hard.txt', 'large.txt', 'image.png', 'new.txt', 'new', 'new/x.txt', 'closed/y.txt', 'none/x', '../outside', ''])}`
      const text = () => one(['one', 'two\nthree\n', '', 'žluť 🐎', 'x'.repeat(200_000)])
      const draw: readonly (() => readonly [string, JsonObject])[] = [
        () => [
          'read_text_file',
          { path: path(), ...one([{}, {}, { head: 1 }, { tail: 1 }, { head: 1, tail: 1 }]) },
        ],
        () => ['read_media_file', { path: `FOLDER/${one(['image.png', 'none.png', 'a.txt'])}` }],
        () => ['read_multiple_files', { paths: [path(), path()] }],
        () => ['write_file', { path: path(), content: text() }],
        () => ['write_file', { path: path(), content: text() }],
        () => [
          'edit_file',
          {
            path: path(),
            edits: [{ oldText: one(['one', 'two', 'none']), newText: one(['three', 'one']) }],
            ...one([{}, { dryRun: true }]),
          },
        ],
        () => ['create_directory', { path: path() }],
        () => ['list_directory', { path: path() }],
        () => ['list_directory_with_sizes', { path: path(), sortBy: one(['name', 'size']) }],
        () => ['directory_tree', { path: path() }],
        () => ['move_file', { source: path(), destination: path() }],
        () => ['move_file', { source: path(), destination: path() }],
        () => ['search_files', { path: path(), pattern: one(['*.txt', '**/*.json', 'none*']) }],
        () => ['get_file_info', { path: path() }],
        () => ['list_allowed_directories', {}],
      ]
      return one(draw)()
    },
  },
  memory: {
    server: memory,
    prepare: `printf '{"type":"entity","name":"Ann","entityType":"person","observations":["tall"]}\\n' >memory.jsonl`,
    call(random) {
      const one = <T>(of: readonly T[]): T => random.pick(of)
      const name = () => one(['Ann', 'Bob', 'Cid', 'žlutý kůň', ''])
      const relation = () => ({ from: name(), to: name(), relationType: one(['knows', 'likes']) })
      const draw: readonly (() => readonly [string, JsonObject])[] = [
        () => [
          'create_entities',
          { entities: [{ name: name(), entityType: 'person', observations: [one(['tall', 'old'])] }] },
        ],
        () => ['create_relations', { relations: [relation(), relation()] }],
        () => ['add_observations', { observations: [{ entityName: name(), contents: [one(['a', 'b'])] }] }],
        () => ['delete_entities', { entityNames: [name()] }],
        () => ['delete_observations', { deletions: [{ entityName: name(), observations: ['tall'] }] }],
        () => ['delete_relations', { relations: [relation()] }],
        () => ['read_graph', {}],
        () => ['search_nodes', { query: one(['tall', 'Bob', 'nothing']) }],
        () => ['open_nodes', { names: [name(), name()] }],
        () => ['open_nodes', { names: one(['Ann', 1]) }],
      ]
      return one(draw)()
    },
  },
  git: {
    server: git,
    prepare: `git init -q -b main .; git config user.email a@b.c; git config user.name Ann; mkdir sub; echo one >a.txt; echo two >sub/b.txt
      git add .; git commit -qm first; git branch other; echo three >>a.txt; git commit -qam second; git tag v1
      git init -q --bare remote.git; git remote add origin ./remote.git; echo remote.git >.git/info/exclude; git push -q origin main; echo new >new.txt; echo more >>a.txt`,
    call(random) {
      const one = <T>(of: readonly T[]): T => random.pick(of)
      const path = { path: one(['FOLDER', 'FOLDER', 'FOLDER', 'FOLDER', 'FOLDER/none', 'FOLDER/sub']) }
      const branch = () => one(['main', 'other', 'third', 'none'])
      const file = () => one(['a.txt', 'sub/b.txt', 'new.txt', 'none.txt'])
      const draw: readonly (() => readonly [string, JsonObject])[] = [
        () => ['git_status', path],
        () => ['git_add', { ...path, ...one([{ all: true }, { paths: [file()] }]) }],
        () => [
          'git_commit',
          {
            ...path,
            message: one(['a change', 'feat: b']),
            ...one([{}, { allowEmpty: true }, { amend: true }]),
          },
        ],
        () => ['git_log', { ...path, maxCount: 3, ...one([{}, { oneline: true }, { filePath: file() }]) }],
        () => [
          'git_diff',
          {
            ...path,
            ...one([{}, { staged: true }, { target: 'other' }, { nameOnly: true }, { target: 'none' }]),
          },
        ],
        () => ['git_show', { ...path, object: one(['HEAD', 'v1', 'none', 'HEAD:a.txt']) }],
        () => [
          'git_branch',
          {
            ...path,
            mode: one(['list', 'create', 'delete', 'show-current', 'rename']),
            branchName: branch(),
            newBranchName: 'third',
          },
        ],
        () => [
          'git_checkout',
          { ...path, target: branch(), ...one([{}, { createBranch: true }, { force: true }]) },
        ],
        () => [
          'git_merge',
          { ...path, branch: branch(), ...one([{}, { noFastForward: true, message: 'm' }]) },
        ],
        () => ['git_rebase', { ...path, ...one([{ upstream: branch() }, { mode: 'abort' }]) }],
        () => ['git_stash', { ...path, mode: one(['list', 'push', 'pop', 'drop', 'clear']) }],
        () => ['git_tag', { ...path, mode: one(['list', 'create', 'delete']), tagName: one(['v1', 'v2']) }],
        () => [
          'git_reset',
          {
            ...path,
            mode: one(['soft', 'mixed', 'hard']),
            target: one(['HEAD', 'HEAD~1', 'none']),
            confirmed: true,
          },
        ],
        () => ['git_clean', { ...path, ...one([{ dryRun: true, force: true }, { force: true }, {}]) }],
        () => ['git_blame', { ...path, filePath: file() }],
        () => ['git_reflog', { ...path, maxCount: 2 }],
        () => [
          'git_remote',
          {
            ...path,
            mode: one(['list', 'add', 'remove', 'get-url']),
            name: one(['origin', 'far']),
            url: './far.git',
          },
        ],
        () => ['git_fetch', { ...path, remote: one(['origin', 'far']) }],
        () => ['git_pull', { ...path, remote: 'origin', branch: one(['main', 'none']) }],
        () => ['git_push', { ...path, remote: one(['origin', 'far']), branch: branch(), confirmed: true }],
        () => [
          'git_cherry_pick',
          { ...path, ...one([{ commits: [branch()] }, { commits: [], abort: true }]) },
        ],
        () => [
          'git_worktree',
          {
            ...path,
            mode: one(['list', 'add', 'remove', 'prune']),
            worktreePath: 'FOLDER/../tree',
            branch: branch(),
          },
        ],
        () => ['git_init', { path: one(['FOLDER/inner', 'FOLDER']), initialBranch: 'main' }],
        () => ['git_set_working_dir', { path: one(['FOLDER', 'FOLDER/none']) }],
        () => ['git_clear_working_dir', { confirm: 'Y' }],
        () => ['git_status', {}],
      ]
      return one(draw)()
    },
  },
}
