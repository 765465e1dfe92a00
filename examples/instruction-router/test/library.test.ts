/** The library on real folders: what is found, what is told, and that changes are seen at once and whole. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { mkdir, open, rename, rm, symlink, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { verifies } from '../../../test/verifies.js'
import { type LibraryState, openLibrary } from '../dist/library/index.js'
import { createFolder, instructionText } from './folders.js'

verifies('router:bad-input')

it('the library finds only instruction files, in every folder, and in the order of their ids', async () => {
  await using folder = await createFolder({
    'b/two.instructions.md': instructionText('two'),
    'a/deep/er/one.instructions.md': instructionText('one'),
    'a/readme.md': instructionText('no'),
    'a/.instructions.md': instructionText('no'),
    'node_modules/x/three.instructions.md': instructionText('no'),
  })
  using library = openLibrary(folder.path)

  expect(ids(await library.current())).toEqual(['b/two', 'er/one'])
})

it('the library tells each broken file, and uses the others', async () => {
  await using folder = await createFolder({
    'a/fine.instructions.md': instructionText('fine'),
    'a/latin.instructions.md': Buffer.from([0x2d, 0x2d, 0x2d, 0x0a, 0xe4, 0x0a]),
    'a/yaml.instructions.md': '---\ntitle: [\n---\n',
    'a/empty.instructions.md': '',
    'a/large.instructions.md': instructionText('large', 'x'.repeat(1_000_001)),
    'b/fine.instructions.md': instructionText('other'),
    'c/b/fine.instructions.md': instructionText('same id'),
  })
  await symlink('nowhere.instructions.md', join(folder.path, 'a/gone.instructions.md'))
  execFileSync('mkfifo', [join(folder.path, 'a/pipe.instructions.md')])
  await symlink('pipe.instructions.md', join(folder.path, 'a/to-pipe.instructions.md'))
  using library = openLibrary(folder.path)
  const state = await library.current()

  expect(ids(state)).toEqual(['a/fine', 'b/fine'])
  expect(problems(state)).toEqual([
    'a/empty NO_FRONT_MATTER left-out',
    'a/gone UNREADABLE left-out',
    'a/large TOO_LARGE left-out',
    'a/latin NOT_UTF8 left-out',
    'a/pipe UNREADABLE left-out',
    'a/to-pipe UNREADABLE left-out',
    'a/yaml YAML_INVALID left-out',
    'c/b/fine ID_TAKEN left-out',
  ])
})

it('the library follows links within its folder once, and neither around nor out of it', async () => {
  await using outside = await createFolder({ 'x/secret.instructions.md': instructionText('secret') })
  await using folder = await createFolder({ 'a/one.instructions.md': instructionText('one') })
  await symlink('..', join(folder.path, 'a/loop'))
  await symlink(join(outside.path, 'x'), join(folder.path, 'out'))
  await symlink('../a/one.instructions.md', join(folder.path, 'a/linked.instructions.md'))
  await symlink('a', join(folder.path, 'again'))
  using library = openLibrary(folder.path)
  const state = await library.current()

  expect(ids(state)).toEqual(['a/linked', 'a/one', 'again/linked', 'again/one'])
  expect(problems(state).filter((each) => each.includes('LINK'))).toEqual([
    'a/loop LINK_LOOP left-out',
    'again/loop LINK_LOOP left-out',
    'out LINK_OUTSIDE left-out',
  ])
})

it('the library sees what is written, changed, renamed and removed, at the very next question', async () => {
  await using folder = await createFolder({ 'a/one.instructions.md': instructionText('one') })
  using library = openLibrary(folder.path)
  const first = await library.current()
  const file = join(folder.path, 'a/one.instructions.md')

  expect(await library.current()).toBe(first)
  await folder.write('a/one.instructions.md', instructionText('two'))
  expect(titles(await library.current())).toEqual(['two'])
  await folder.write('new/folder/three.instructions.md', instructionText('three'))
  expect(ids(await library.current())).toEqual(['a/one', 'folder/three'])
  await folder.write('new/folder/four.instructions.md', instructionText('four'))
  expect(ids(await library.current())).toEqual(['a/one', 'folder/four', 'folder/three'])
  await rename(file, join(folder.path, 'a/uno.instructions.md'))
  expect(ids(await library.current())).toEqual(['a/uno', 'folder/four', 'folder/three'])
  await rm(join(folder.path, 'new'), { recursive: true })
  expect(ids(await library.current())).toEqual(['a/uno'])
})

it('the library sees a change of the same length and with an old date', async () => {
  await using folder = await createFolder({ 'a/one.instructions.md': instructionText('aaa') })
  const file = join(folder.path, 'a/one.instructions.md')
  await utimes(file, 1000, 1000)
  using library = openLibrary(folder.path)
  await library.current()

  await folder.write('a/one.instructions.md', instructionText('bbb'))
  await utimes(file, 1000, 1000)

  expect(titles(await library.current())).toEqual(['bbb'])
})

it('the library never shows half of a file that is written piece by piece', async () => {
  await using folder = await createFolder({ 'a/one.instructions.md': instructionText('old', 'END') })
  using library = openLibrary(folder.path)
  const seen = new Set<string>()
  let isWritten = false
  await library.current()

  const writing = writeSlowly(join(folder.path, 'a/one.instructions.md'), instructionText('new', 'END')).then(
    () => {
      isWritten = true
    },
  )
  while (!isWritten) seen.add(bodies(await library.current()))
  await writing
  seen.add(bodies(await library.current()))

  expect([...seen].filter((body) => !body.endsWith('END'))).toEqual([])
  expect(titles(await library.current())).toEqual(['new'])
})

it('the library says why when its folder is not there, vanishes, or is a file, and goes on when it comes back', async () => {
  await using folder = await createFolder({ 'in/a/one.instructions.md': instructionText('one'), file: 'x' })
  const path = join(folder.path, 'in')
  using library = openLibrary(path)
  using missing = openLibrary(join(folder.path, 'missing'))
  using file = openLibrary(join(folder.path, 'file'))

  expect(await missing.current()).toEqual({ kind: 'unreadable', reason: 'ENOENT' })
  expect(await file.current()).toEqual({ kind: 'unreadable', reason: 'ENOTDIR' })
  expect(ids(await library.current())).toEqual(['a/one'])
  await rm(path, { recursive: true })
  expect(await library.current()).toEqual({ kind: 'unreadable', reason: 'ENOENT' })
  await mkdir(path)
  await folder.write('in/a/two.instructions.md', instructionText('two'))
  expect(ids(await library.current())).toEqual(['a/two'])
  await folder.write('in/a/three.instructions.md', instructionText('three'))
  expect(ids(await library.current())).toEqual(['a/three', 'a/two'])
})

it('the library reads every file again when it is told to', async () => {
  await using folder = await createFolder({ 'a/one.instructions.md': instructionText('one') })
  using library = openLibrary(folder.path)
  const before = await library.current()

  const after = await library.reread()

  expect(after).not.toBe(before)
  expect(ids(after)).toEqual(['a/one'])
})

it('questions at the same time share a look, and each sees what was written before it', async () => {
  await using folder = await createFolder({ 'a/one.instructions.md': instructionText('one') })
  using library = openLibrary(folder.path)
  const early = library.current()

  await folder.write('a/two.instructions.md', instructionText('two'))
  const late = await Promise.all([library.current(), library.current(), library.current()])

  await early
  expect(late.map(ids)).toEqual([
    ['a/one', 'a/two'],
    ['a/one', 'a/two'],
    ['a/one', 'a/two'],
  ])
})

it('ten thousand files are read, and a changed one is seen', async () => {
  await using folder = await createFolder()
  for (let n = 0; n < 10_000; n++) {
    if (n < 100) mkdirSync(join(folder.path, `c${n}`))
    writeFileSync(join(folder.path, `c${n % 100}/n${n}.instructions.md`), instructionText(`title ${n}`))
  }
  using library = openLibrary(folder.path)

  expect(ids(await library.current())).toHaveLength(10_000)
  await folder.write('c0/n0.instructions.md', instructionText('changed'))
  expect(titles(await library.current())).toContain('changed')
})

async function writeSlowly(path: string, text: string): Promise<void> {
  const file = await open(path, 'w')
  try {
    for (const piece of text.match(/[\s\S]{1,8}/g) ?? []) {
      await file.write(piece)
      await new Promise((resolve) => setImmediate(resolve))
    }
  } finally {
    await file.close()
  }
}

function ids(state: LibraryState): string[] {
  return state.kind === 'read' ? state.catalogue.instructions.map(({ id }) => id) : [state.reason]
}

function titles(state: LibraryState): string[] {
  return state.kind === 'read' ? state.catalogue.instructions.map(({ title }) => title) : [state.reason]
}

function bodies(state: LibraryState): string {
  return state.kind === 'read'
    ? state.catalogue.instructions.map(({ body }) => body.trim()).join()
    : state.reason
}

function problems(state: LibraryState): string[] {
  if (state.kind !== 'read') return [state.reason]
  return state.catalogue.problems
    .map(({ file, code, effect }) => `${file.replace('.instructions.md', '')} ${code} ${effect}`)
    .sort()
}
