/** `--image` on the command line; `tools` and its list are tried by the guide. */
import { expect, it, vi } from 'vitest'
import { createProject } from '../e2e/project.js'
import { engineState, TIMEOUT_MS } from './world.js'

it('a tool of a server in a container is called from the command line', { timeout: TIMEOUT_MS }, async () => {
  using project = createProject()
  vi.stubEnv('HTTPS_PROXY', 'http://me:secret@127.0.0.1:9')
  project.write('sample.md', 'the meeting is on Monday')
  const options = [
    '--image',
    engineState().server,
    '--network',
    'none',
    '--mount',
    './sample.md:/sample.md:ro',
  ]

  const behind = ['--', 'looks-around.mjs']
  const read = await project.understudy('call', 'read', 'path=/sample.md', ...options, ...behind)
  const env = await project.understudy(
    ...['call', 'environment', ...options, '-e', 'API_TOKEN=hunter2hunter2', '--cwd', '/app'],
    ...behind,
  )
  vi.unstubAllEnvs()

  expect([read.exit, env.exit]).toEqual([0, 0])
  expect(read.stdout).toContain('the meeting is on Monday')
  expect(env.stdout).toContain('API_TOKEN')
  expect(env.stdout).not.toContain('hunter2')
  expect(env.stdout).not.toContain('HTTPS_PROXY')
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
