/** The library on real folders: what is found, what is told, and that changes are seen at the next question. */
import { rename, rm, symlink, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { verifies } from '../../../test/verifies.js'
import { type Catalogue, openLibrary } from '../dist/library.js'
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

  expect(told(await openFolder(folder.path).current())).toEqual(['b/two', 'er/one'])
})

it('the library tells each broken file, and uses the others', async () => {
  await using outside = await createFolder({ 'secret.instructions.md': instructionText('secret') })
  await using folder = await createFolder({
    'a/fine.instructions.md': instructionText('fine'),
    'a/latin.instructions.md': Buffer.from([0x2d, 0x2d, 0x2d, 0x0a, 0xe4, 0x0a]),
    'a/yaml.instructions.md': '---\ntitle: [\n---\n',
    'a/field.instructions.md': '---\ntitle: { a: 1 }\n---\n# Field\n',
    'a/empty.instructions.md': '',
    'a/large.instructions.md': instructionText('large', 'x'.repeat(1_000_001)),
    'b/fine.instructions.md': '---\nrelated_instructions: [ghost]\n---\n',
    'c/b/fine.instructions.md': instructionText('same id'),
    'core/kept.instructions.md': '---\nid: core:kept\nrouting: { protected: true }\n---\n',
    'mine/other.instructions.md': '---\nid: core:kept\n---\n',
  })
  await symlink('nowhere.instructions.md', join(folder.path, 'a/gone.instructions.md'))
  await symlink(join(outside.path, 'secret.instructions.md'), join(folder.path, 'a/out.instructions.md'))
  await symlink('..', join(folder.path, 'a/loop'))

  expect(told(await openFolder(folder.path).current())).toEqual([
    'a/field',
    'a/fine',
    'b/fine',
    'core/kept',
    'a/empty NO_FRONT_MATTER left-out',
    'a/field FIELD_INVALID used',
    'a/gone UNREADABLE left-out',
    'a/large TOO_LARGE left-out',
    'a/latin UNREADABLE left-out',
    'a/out LINK_OUTSIDE left-out',
    'a/yaml YAML_INVALID left-out',
    'b/fine REFERENCE_UNKNOWN used',
    'c/b/fine ID_TAKEN left-out',
    'mine/other PROTECTED left-out',
  ])
})

it('the library sees what is written, changed, renamed and removed, at the very next question', async () => {
  await using folder = await createFolder({ 'a/one.instructions.md': instructionText('aaa') })
  const library = openFolder(folder.path)
  const file = join(folder.path, 'a/one.instructions.md')
  const first = await library.current()

  expect(await library.current()).toBe(first)
  await folder.write('a/one.instructions.md', instructionText('bbb'))
  await utimes(file, 1000, 1000)
  expect(titles(await library.current())).toEqual(['bbb'])
  await folder.write('new/folder/three.instructions.md', instructionText('three'))
  expect(told(await library.current())).toEqual(['a/one', 'folder/three'])
  await rename(file, join(folder.path, 'a/uno.instructions.md'))
  expect(told(await library.current())).toEqual(['a/uno', 'folder/three'])
  await rm(join(folder.path, 'new'), { recursive: true })
  expect(told(await library.current())).toEqual(['a/uno'])
  expect(await library.reread()).not.toBe(first)
})

it('the library says why when its folder is not there, or is a file', async () => {
  await using folder = await createFolder({ file: 'x' })

  await expect(openFolder(join(folder.path, 'missing')).current()).rejects.toThrow('ENOENT')
  await expect(openFolder(join(folder.path, 'file')).current()).rejects.toThrow('ENOTDIR')
})

function openFolder(path: string) {
  return openLibrary(path, () => undefined)
}

/** Its ids, then what is wrong. */
function told({ instructions, problems }: Catalogue): string[] {
  const wrong = problems.map(
    ({ file, code, isLeftOut }) =>
      `${file.replace('.instructions.md', '')} ${code} ${isLeftOut ? 'left-out' : 'used'}`,
  )
  return [...instructions.map(({ id }) => id), ...wrong.sort()]
}

function titles({ instructions }: Catalogue): string[] {
  return instructions.map(({ title }) => title)
}
