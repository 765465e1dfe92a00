/** Calls of public servers as chance draws them, each tool with what it takes and what it refuses, over a folder that is made for them. */
import type { JsonObject, Random } from '../../src/base/index.js'
import { files, git, memory, type TrialServer } from './held-against-reality.js'

export interface Calls {
  readonly server: TrialServer
  /** A shell script that makes what is there at first, in the folder. */
  prepare(random: Random): string
  call(random: Random): readonly [tool: string, args: JsonObject]
}

/** Files, folders, links of each kind, modes, a large file. */
export const LINKED_FOLDER = `mkdir -p sub/deep empty closed; echo one >a.txt; echo two >sub/b.txt; printf '{"n":1}' >sub/deep/c.json
  ln -s a.txt link.txt; ln -s sub link; ln -s nowhere broken; ln a.txt hard.txt; chmod 600 sub/b.txt; chmod 555 closed
  head -c 3000000 /dev/zero | tr '\\0' 'x' >large.txt; printf '\\211PNG' >image.png; mkfifo pipe 2>/dev/null && rm pipe`

const GRAPH = '{"type":"entity","name":"Ann","entityType":"person","observations":["tall"]}'

/** What the memory server finds: mostly a graph; sometimes nothing, half a line, a folder, or what it may not write. */
const GRAPHS: readonly string[] = [
  ...Array<string>(6).fill(`printf '${GRAPH}\\n' >memory.jsonl`),
  ':',
  `printf '${GRAPH.slice(0, 40)}' >memory.jsonl`,
  'mkdir memory.jsonl',
  `printf '${GRAPH}\\n' >memory.jsonl; chmod 444 memory.jsonl`,
]

/** The name of a commit hangs on its time. */
const SAME_TIME = { GIT_AUTHOR_DATE: '2026-01-01T00:00:00Z', GIT_COMMITTER_DATE: '2026-01-01T00:00:00Z' }

/** With a branch that can be joined and one that cannot, a remote, a large file, a link, a file that can be run, and changes under way. */
const REPOSITORY = `export GIT_AUTHOR_DATE=2026-01-01T00:00:00Z GIT_COMMITTER_DATE=2026-01-01T00:00:00Z
  git init -q -b main .; git config user.email a@b.c; git config user.name Ann; git config core.abbrev 12; mkdir sub
  echo one >a.txt; echo two >sub/b.txt; ln -s a.txt link; echo 'echo x' >run.sh; chmod 755 run.sh; head -c 3000000 /dev/zero | tr '\\0' 'x' >large.txt
  git add .; git commit -qm first; git branch other; git checkout -qb clash; echo clash >>a.txt; git commit -qam clash; git checkout -q main
  echo three >>a.txt; git commit -qam second; git tag v1; git checkout -q other; echo more >sub/c.txt; git add .; git commit -qm third; git checkout -q main
  git init -q --bare remote.git; git remote add origin ./remote.git; echo remote.git >.git/info/exclude; git push -q origin main
  echo new >new.txt; echo more >>a.txt; chmod 755 sub/b.txt`

const COMMITS: readonly JsonObject[] = [
  {},
  {},
  { allowEmpty: true },
  { amend: true },
  { filesToStage: ['new.txt'] },
]

export const SEQUENCES: Readonly<Record<string, Calls>> = {
  filesystem: {
    server: files,
    prepare: () => LINKED_FOLDER,
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
        () => ['read_file', { path: path() }],
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
    prepare: (random) => random.pick(GRAPHS),
    call(random) {
      const one = <T>(of: readonly T[]): T => random.pick(of)
      const name = () => one(['Ann', 'Bob', 'Cid', 'žlutý kůň', ''])
      const relation = () => ({ from: name(), to: name(), relationType: one(['knows', 'likes']) })
      const text = () => one(['tall', 'old', 'a', 'two\nlines', 'x'.repeat(300_000)])
      const draw: readonly (() => readonly [string, JsonObject])[] = [
        () => [
          'create_entities',
          { entities: [{ name: name(), entityType: 'person', observations: [text()] }] },
        ],
        () => ['create_entities', { entities: one([[], [{ name: name() }]]) }],
        () => ['create_relations', { relations: [relation(), relation()] }],
        () => ['create_relations', { relations: [{ from: name() }] }],
        () => ['add_observations', { observations: [{ entityName: name(), contents: [text()] }] }],
        () => ['add_observations', { observations: 'none' }],
        () => ['delete_entities', { entityNames: [name()] }],
        () => ['delete_entities', one([{}, { entityNames: 1 }])],
        () => ['delete_observations', { deletions: [{ entityName: name(), observations: ['tall'] }] }],
        () => ['delete_observations', { deletions: [{ entityName: name() }] }],
        () => ['delete_relations', { relations: one([[relation()], [relation()], 'none']) }],
        () => ['read_graph', {}],
        () => ['search_nodes', { query: one(['tall', 'Bob', 'nothing', 7]) }],
        () => ['open_nodes', { names: [name(), name()] }],
        () => ['open_nodes', { names: one(['Ann', 1]) }],
      ]
      return one(draw)()
    },
  },
  git: {
    server: { ...git, env: { ...git.env, ...SAME_TIME, GIT_SIGN_COMMITS: 'false' } },
    prepare: () => REPOSITORY,
    call(random) {
      const one = <T>(of: readonly T[]): T => random.pick(of)
      const path = { path: one(['FOLDER', 'FOLDER', 'FOLDER', 'FOLDER', 'FOLDER/none', 'FOLDER/sub']) }
      const branch = () => one(['main', 'other', 'clash', 'third', 'none'])
      const file = () => one(['a.txt', 'sub/b.txt', 'new.txt', 'large.txt', 'link', 'none.txt'])
      const draw: readonly (() => readonly [string, JsonObject])[] = [
        () => ['git_status', path],
        () => ['git_status', {}],
        () => ['git_add', { ...path, ...one([{ all: true }, { paths: [file()] }, {}]) }],
        () => ['git_commit', { ...path, message: one(['a change', 'feat: b']), ...one(COMMITS) }],
        () => [
          'git_log',
          {
            ...path,
            maxCount: 3,
            ...one([{}, { oneline: true }, { filePath: file() }, { stat: true }, { branch: branch() }]),
          },
        ],
        () => [
          'git_diff',
          {
            ...path,
            ...one([
              {},
              { staged: true },
              { target: branch() },
              { nameOnly: true },
              { stat: true },
              { paths: [file()] },
            ]),
          },
        ],
        () => ['git_show', { ...path, object: one(['HEAD', 'v1', 'none', 'HEAD:a.txt', 'other']) }],
        () => [
          'git_branch',
          {
            ...path,
            mode: one(['list', 'create', 'delete', 'show-current', 'rename']),
            branchName: branch(),
            newBranchName: one(['third', 'other']),
            ...one([{}, { force: true }]),
          },
        ],
        () => [
          'git_checkout',
          {
            ...path,
            target: branch(),
            ...one([{}, { createBranch: true }, { force: true }, { paths: [file()] }]),
          },
        ],
        () => [
          'git_merge',
          {
            ...path,
            branch: branch(),
            ...one([{}, { noFastForward: true, message: 'm' }, { abort: true }, { squash: true }]),
          },
        ],
        () => [
          'git_rebase',
          {
            ...path,
            ...one([{ upstream: branch() }, { mode: 'abort' }, { mode: 'skip' }, { mode: 'continue' }, {}]),
          },
        ],
        () => [
          'git_stash',
          {
            ...path,
            mode: one(['list', 'push', 'pop', 'apply', 'drop', 'clear']),
            ...one([{}, { includeUntracked: true }, { message: 'kept' }]),
          },
        ],
        () => [
          'git_tag',
          {
            ...path,
            mode: one(['list', 'create', 'delete', 'verify']),
            tagName: one(['v1', 'v2', 'v 3']),
            ...one([{}, { annotated: true, message: 'm' }, { force: true }]),
          },
        ],
        () => [
          'git_reset',
          {
            ...path,
            mode: one(['soft', 'mixed', 'hard', 'merge', 'keep']),
            target: one(['HEAD', 'HEAD~1', 'none']),
            confirmed: one([true, true, false]),
          },
        ],
        () => [
          'git_clean',
          {
            ...path,
            ...one([
              { dryRun: true, force: true },
              { force: true },
              { force: true, directories: true, ignored: true },
              {},
            ]),
          },
        ],
        () => [
          'git_blame',
          {
            ...path,
            filePath: file(),
            ...one([
              {},
              { startLine: 1, endLine: 1 },
              { startLine: 90, endLine: 99 },
              { startLine: 90, endLine: 99 },
            ]),
          },
        ],
        () => ['git_reflog', { ...path, maxCount: 2, ...one([{}, { ref: branch() }]) }],
        () => [
          'git_remote',
          {
            ...path,
            mode: one(['list', 'add', 'remove', 'rename', 'get-url', 'set-url']),
            name: one(['origin', 'far']),
            newName: one(['far', 'origin']),
            ...one([
              {},
              { url: 'file://FOLDER/remote.git' },
              { url: 'https://example.org/a.git' },
              { url: './far.git' },
            ]),
          },
        ],
        () => [
          'git_fetch',
          { ...path, remote: one(['origin', 'far']), ...one([{}, { prune: true, tags: true }]) },
        ],
        () => [
          'git_pull',
          {
            ...path,
            remote: 'origin',
            branch: one(['main', 'none']),
            ...one([{}, { rebase: true }, { fastForwardOnly: true }]),
          },
        ],
        () => [
          'git_push',
          {
            ...path,
            remote: one(['origin', 'far']),
            branch: branch(),
            confirmed: one([true, true, false]),
            ...one([{}, { dryRun: true }, { setUpstream: true }, { force: true }, { delete: true }]),
          },
        ],
        () => [
          'git_cherry_pick',
          {
            ...path,
            ...one([
              { commits: [branch()] },
              { commits: ['HEAD~1'], noCommit: true },
              { commits: ['HEAD'], abort: true },
              { commits: ['HEAD'], continueOperation: true },
            ]),
          },
        ],
        () => [
          'git_worktree',
          {
            ...path,
            mode: one(['list', 'add', 'remove', 'move', 'prune']),
            worktreePath: one(['FOLDER/../tree', 'FOLDER/inner tree']),
            newPath: 'FOLDER/../moved',
            branch: branch(),
            ...one([{}, { force: true }, { detach: true }]),
          },
        ],
        () => [
          'git_init',
          {
            path: one(['FOLDER/inner', 'FOLDER', 'FOLDER/a.txt']),
            initialBranch: 'main',
            ...one([{}, { bare: true }]),
          },
        ],
        () => [
          'git_clone',
          {
            url: one(['FOLDER', 'FOLDER/remote.git', 'FOLDER/none']),
            path: one(['FOLDER/cloned', 'FOLDER/sub']),
            ...one([{}, { bare: true }, { branch: branch() }]),
          },
        ],
        () => [
          'git_changelog_analyze',
          { ...path, reviewTypes: ['features'], ...one([{}, { branch: branch() }, { sinceTag: 'v1' }]) },
        ],
        () => ['git_set_working_dir', { path: one(['FOLDER', 'FOLDER/none', 'FOLDER/..']) }],
        () => ['git_clear_working_dir', { confirm: one(['Y', 'no']) }],
        () => ['git_wrapup_instructions', { acknowledgement: one(['Y', 'no']) }],
      ]
      return one(draw)()
    },
  },
}

/** What these servers can answer too, and no sequence asks for. */
export const NOT_DRAWN: Readonly<Record<string, readonly { readonly what: string; readonly why: string }[]>> =
  {
    filesystem: [
      {
        what: 'EACCES, EPERM',
        why: 'hangs on who calls: held against the disk for three owners in test/copy/owners',
      },
      { what: 'ENOSPC, EDQUOT, EMFILE', why: 'of a copy they are no evidence' },
    ],
    memory: [{ what: 'EACCES, ENOSPC', why: 'as for filesystem' }],
    git: [
      {
        what: 'fetch, pull, push and clone over a network',
        why: 'in a copy there is none, and no such answer is evidence',
      },
      { what: 'signed commits and tags', why: 'they want a key of the person' },
      { what: 'time limits of the server', why: 'they hang on the machine' },
    ],
  }
