/** `--copy always` and `--require-copies`: a rehearsal that must have copies, or end before anything is started outside. */
import { expect, test } from 'vitest'
import { whyNoCopies } from '../copy/disposable-world.js'
import { createProject } from './project.js'

test.each([
  [['--copy', 'always'], 'its settings say "copy: false"'],
  [['--require-copies', 'notes'], 'its settings say "copy: false"'],
  [['--require-copies', 'nobody'], 'no server has that name: there is notes'],
])('%j ends with 3 where a server is not copied, and starts none', async (options, why) => {
  using project = createProject()
  project.write('plan.ts', 'return 1')
  project.write('understudy.config.yaml', 'servers: { notes: { copy: false } }')
  const leavesTrace = { command: process.execPath, args: ['-e', "fs.writeFileSync('started', '')"] }
  project.write('.mcp.json', JSON.stringify({ mcpServers: { notes: leavesTrace } }))

  const { exit, stdout, stderr } = await project.understudyProcess(
    ...['dry-run', 'plan.ts', ...options, '--config', '.mcp.json'],
  )

  expect({ exit, stdout }).toEqual({ exit: 3, stdout: '' })
  expect(stderr).toContain(`in a copy: ${why}`)
  expect(Object.keys(project.files())).not.toContain('started')
})

test.skipIf(whyNoCopies() !== undefined)('a server that was copied fulfils both', async () => {
  using project = createProject()
  project.write('plan.ts', "return mcp.notes.read_note({ id: 'welcome' })")

  const options = ['--copy', 'always', '--require-copies', 'notes', '--config', '.mcp.json']
  const { verdict, copies } = await project.dryRun('plan.ts', ...options)

  expect({ verdict, copied: copies?.servers }).toEqual({ verdict: 'pass', copied: ['notes'] })
})

test('what is never copied cannot be required', async () => {
  using project = createProject()
  project.write('plan.ts', 'return 1')

  const { exit, stderr } = await project.understudy(
    ...['dry-run', 'plan.ts', '--copy', 'never', '--require-copies', 'notes', '--config', '.mcp.json'],
  )

  expect(exit).toBe(2)
  expect(stderr).toContain('Cannot require copies (--require-copies) that are never made (--copy never)')
})
