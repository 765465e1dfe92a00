/** `--image` on the command line. */
import { expect, it } from 'vitest'
import { createProject } from '../e2e/project.js'
import { engineState, TIMEOUT_MS } from './world.js'

it('a tool of a server in a container is called from the command line', { timeout: TIMEOUT_MS }, async () => {
  using project = createProject()
  project.write('sample.md', 'the meeting is on Monday')
  const options = [
    '--image',
    engineState().server,
    '--network',
    'none',
    '--mount',
    './sample.md:/sample.md:ro',
  ]

  const tools = await project.understudy('tools', ...options, '--', 'looks-around.mjs')
  const read = await project.understudy(
    'call',
    'read',
    'path=/sample.md',
    ...options,
    '--',
    'looks-around.mjs',
  )
  const env = await project.understudy(
    'call',
    'environment',
    ...options,
    '-e',
    'API_TOKEN=hunter2hunter2',
    '--cwd',
    '/app',
    '--',
    'looks-around.mjs',
  )

  expect([tools.exit, read.exit, env.exit]).toEqual([0, 0, 0])
  expect(tools.stdout).toContain('server:world')
  expect(read.stdout).toContain('the meeting is on Monday')
  expect(env.stdout).toContain('API_TOKEN')
  expect(env.stdout).not.toContain('hunter2')
})

it('an image that does not exist ends the command with 3, and the words of the engine', {
  timeout: TIMEOUT_MS,
}, async () => {
  using project = createProject()

  const { exit, stderr } = await project.understudy('tools', '--image', 'localhost/nowhere:1')

  expect(exit).toBe(3)
  expect(stderr).toContain('there is no such image')
})

it('the doctor tells the engine that answers, with its version', { timeout: TIMEOUT_MS }, async () => {
  using project = createProject()

  const { stdout } = await project.understudy('doctor', '--format', 'json')

  const { name, version } = engineState()
  expect(JSON.parse(stdout).checks).toContainEqual({ name, state: 'ok', detail: version })
})
