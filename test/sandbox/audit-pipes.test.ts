/** The pipes that audits come through: made by a process each, and so used again. */
import { writeSync } from 'node:fs'
import { chmod, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { type AuditPipe, createAuditPipes } from '../../src/sandbox/process/audit-pipe.js'
import { createScratchFolder } from '../recording/scratch-folder.js'

it('a pipe whose writers are gone is given again, empty, and one in use is not', async () => {
  await using folder = await createScratchFolder()
  const tool = await countingTool(folder.path)
  const pipes = createAuditPipes(tool)

  const first = pipes.open()
  const second = pipes.open()
  const both = [await said(first, 'of the first'), await said(second, 'of the second')]
  const third = pipes.open()
  const alone = await said(third, '')
  pipes.close()

  expect([...both, alone]).toEqual(['of the first', 'of the second', ''])
  expect(await readFile(`${tool}.log`, 'utf8')).toBe('made\nmade\n')
})

it('pipes that cannot be made are told', () => {
  expect(() => createAuditPipes('/nowhere/mkfifo').open()).toThrow('ENOENT')
})

/** Writes as a guest would, and goes. */
function said(pipe: AuditPipe, text: string): Promise<string> {
  writeSync(pipe.writeEnd, text)
  pipe.handedOver()
  return pipe.text
}

/** `mkfifo`, which notes that it was run. */
async function countingTool(folder: string): Promise<string> {
  const tool = join(folder, 'mkfifo')
  await writeFile(tool, `#!/bin/sh\necho made >>"$0.log"\nexec mkfifo "$@"\n`)
  await chmod(tool, 0o755)
  return tool
}
