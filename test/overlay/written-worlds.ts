/** Worlds that an overlay is held against: few paths and names, so that calls meet. */
import type { JsonObject, Random } from '../../src/base/index.js'
import { files, memory } from '../dryrun/held-against-reality.js'
import { LINKED_FOLDER, SEQUENCES } from '../dryrun/random-calls.js'
import type { WrittenWorld } from './overlaid-sequences.js'

const PATHS = [
  ...['', 'a.txt', 'sub', 'sub/b.txt', 'sub/deep', 'sub/deep/c.txt', 'empty', 'new.txt', 'new', 'new/x.txt'],
  ...['new/y', 'new/y/z.txt', './a.txt', 'sub/../a.txt', 'A.txt', 'none/x'],
]
const TEXTS = ['one', 'one\ntwo\n', '', '  indented\n  more\r\nlast', 'žluť 🐎', 'x'.repeat(3_000)]

const TOGETHER = [
  ['FOLDER/a.txt', 'FOLDER/sub/b.txt'],
  ['FOLDER/sub/deep/c.txt', 'FOLDER/a.txt', 'FOLDER/sub/b.txt'],
]
const PATTERNS = ['**/*.txt', '*.txt', '**/[a-c].txt', 'sub/*', '**/deep/*', '**', '**/x*', '*']

function fileCall(random: Random): readonly [string, JsonObject] {
  const one = <T>(of: readonly T[]): T => random.pick(of)
  const path = (): string => `FOLDER/${one(PATHS)}`
  const edit = () => ({
    oldText: one(['one', 'two', 'indented\nmore', 'x', 'none', '']),
    newText: one(['three', 'one', '', ' a\n   b']),
  })
  const draw: readonly (() => readonly [string, JsonObject])[] = [
    () => ['read_text_file', { path: path(), ...one([{}, {}, { head: 1 }, { tail: 2 }, { head: 0 }]) }],
    () => ['read_file', { path: path() }],
    () => ['read_multiple_files', { paths: one([[path(), path()], ...TOGETHER]) }],
    () => ['write_file', { path: path(), content: one(TEXTS) }],
    () => ['write_file', { path: path(), content: one(TEXTS) }],
    () => [
      'edit_file',
      { path: path(), edits: one([[edit()], [edit(), edit()]]), ...one([{}, { dryRun: true }]) },
    ],
    () => ['create_directory', { path: path() }],
    () => ['list_directory', { path: path() }],
    () => ['list_directory', { path: path() }],
    () => ['move_file', { source: path(), destination: path() }],
    () => ['move_file', { source: path(), destination: path() }],
    () => [one(['get_file_info', 'list_directory_with_sizes']), { path: path() }],
    () => ['get_file_info', { path: path() }],
    () => ['directory_tree', { path: one(['FOLDER', path()]) }],
    () => ['search_files', { path: one(['FOLDER', path()]), pattern: one(PATTERNS) }],
  ]
  return one(draw)()
}

const FILE_READS: WrittenWorld['reads'] = PATHS.flatMap((path) => [
  ['read_text_file', { path: `FOLDER/${path}` }],
  ['get_file_info', { path: `FOLDER/${path}` }],
  ['list_directory', { path: path === '' ? 'FOLDER' : `FOLDER/${path}` }],
  ['directory_tree', { path: path === '' ? 'FOLDER' : `FOLDER/${path}` }],
  ...PATTERNS.map(
    (pattern) => ['search_files', { path: path === '' ? 'FOLDER' : `FOLDER/${path}`, pattern }] as const,
  ),
  ...TOGETHER.map((paths) => ['read_multiple_files', { paths }] as const),
])

const NAMES = ['Ann', 'Bob', 'Cid', 'žlutý kůň', '', 'ann']

function graphCall(random: Random): readonly [string, JsonObject] {
  const one = <T>(of: readonly T[]): T => random.pick(of)
  const some = <T>(make: () => T): T[] => one([[make()], [make(), make()]])
  const entity = () => ({
    name: one(NAMES),
    entityType: one(['person', 'city']),
    observations: one([[], ['tall'], ['old', 'tall']]),
  })
  const relation = () => ({ from: one(NAMES), to: one(NAMES), relationType: one(['knows', 'likes']) })
  const draw: readonly (() => readonly [string, JsonObject])[] = [
    () => ['create_entities', { entities: some(entity) }],
    () => ['create_relations', { relations: some(relation) }],
    () => [
      'add_observations',
      {
        observations: some(() => ({
          entityName: one(NAMES),
          contents: one([['a'], ['a', 'a'], ['tall', 'b']]),
        })),
      },
    ],
    () => ['delete_entities', { entityNames: some(() => one(NAMES)) }],
    () => [
      'delete_observations',
      { deletions: some(() => ({ entityName: one(NAMES), observations: ['tall', 'a'] })) },
    ],
    () => ['delete_relations', { relations: some(relation) }],
    () => ['read_graph', {}],
    () => ['search_nodes', { query: one(['tall', 'Bob', 'nothing', 'PERSON', '']) }],
    () => ['open_nodes', { names: [one(NAMES)] }],
    () => ['open_nodes', { names: [one(NAMES), one(NAMES)] }],
  ]
  return one(draw)()
}

const GRAPH_READS: WrittenWorld['reads'] = [
  ['read_graph', {}],
  ...NAMES.map((name) => ['open_nodes', { names: [name] }] as const),
  ['open_nodes', { names: ['Ann', 'Bob'] }],
  ['open_nodes', { names: ['Cid', 'Ann'] }],
  ...['tall', 'Bob', 'nothing', 'PERSON', ''].map((query) => ['search_nodes', { query }] as const),
]

const GRAPH = [
  { type: 'entity', name: 'Ann', entityType: 'person', observations: ['tall'] },
  { type: 'entity', name: 'Bob', entityType: 'person', observations: ['a'] },
  { type: 'relation', from: 'Ann', to: 'Bob', relationType: 'knows' },
  { type: 'relation', from: 'Cid', to: 'Ann', relationType: 'likes' },
]

const linked = SEQUENCES.filesystem

export const WORLDS: Readonly<Record<string, WrittenWorld>> = {
  files: {
    server: files,
    hasLinks: false,
    prepare:
      'mkdir -p sub/deep empty; printf "one\\ntwo\\n" >a.txt; printf one >sub/b.txt; printf two >sub/deep/c.txt',
    reads: FILE_READS,
    call: fileCall,
  },
  'files with links': {
    ...{ server: files, hasLinks: true, reads: FILE_READS },
    prepare: LINKED_FOLDER,
    call: (random) => linked?.call(random) ?? fileCall(random),
  },
  graph: {
    ...{ server: memory, hasLinks: false, reads: GRAPH_READS, call: graphCall },
    prepare: `printf '%s' '${GRAPH.map((line) => JSON.stringify(line)).join('\n')}' >memory.jsonl`,
  },
  'graph without anybody': {
    ...{ server: memory, hasLinks: false, reads: GRAPH_READS, call: graphCall, prepare: ':' },
  },
}
