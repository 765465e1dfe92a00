/** `--store postgres://…` on the command line, where it goes wrong; the guide shows it going well. */
import { expect, it } from 'vitest'
import { createProject } from '../e2e/project.js'
import { freshSchema, server, urlOf } from './world.js'

it('a URL that leads nowhere ends a command with 3 and a hint, and its password is not shown', async () => {
  using project = createProject()
  const store = urlOf({ port: 1 })
  project.write('plan.ts', 'return 1\n')

  const run = await project.understudy('dry-run', 'plan.ts', '--store', store, '--config', '.mcp.json')

  expect(run).toEqual({
    exit: 3,
    stdout: '',
    stderr: `Error: Cannot use the store "postgres://127.0.0.1:1/postgres": no server listens there
  The connection says: connect ECONNREFUSED 127.0.0.1:1
  Hint: start the server, or check host and port
`,
  })
  expect(run.stderr).not.toContain(server.password)
})

it('a store that an import makes gets the salt of what is imported', async () => {
  using project = createProject()
  const salt = 'c'.repeat(32)
  project.write('a.jsonl', `${JSON.stringify({ format: 'understudy.cassette/1', salt })}\n`)
  const store = urlOf({ schema: freshSchema() })

  const imported = await project.understudy(
    'store',
    'import',
    'a.jsonl',
    '--store',
    store,
    '--format',
    'json',
  )

  expect(JSON.parse(imported.stdout)).toEqual({
    files: [{ file: 'a.jsonl', imported: 0, skipped: 0, same_salt: true }],
  })
})

it('a URL that cannot be taken apart is refused with 2, and nothing of it is shown', async () => {
  using project = createProject()
  project.write('plan.ts', 'return 1\n')

  const run = await project.understudy(
    'dry-run',
    'plan.ts',
    '--store',
    'postgres://me:12/sesame@db/team',
    '--config',
    '.mcp.json',
  )

  expect(run).toMatchObject({ exit: 2, stdout: '' })
  expect(run.stderr).toContain('Cannot use the URL of a PostgreSQL store: it is no URL')
  expect(run.stderr).not.toContain('sesame')
})
