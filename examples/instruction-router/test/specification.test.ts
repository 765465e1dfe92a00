/**
 * The tests of the specification over standard input and output, HTTP and in process, in both eras. In a container they run with
 * the other tests that need an engine, in test/containers of the project.
 */
import { describeServer } from 'mcp-understudy/vitest'
import { verifies } from '../../../test/verifies.js'
import { COMMAND, SAMPLES, serveFolder } from './samples.js'
import { specification } from './specification.js'

verifies(
  'client:router-route',
  'client:router-get',
  'client:router-search',
  'client:router-switch',
  'client:fixture-router-env',
  'client:example-route',
  'client:example-list',
  'client:example-learning-loop',
  'client:example-retro',
  'client:example-unknown-tool',
  'client:example-invalid-arguments',
)

const INSTRUCTIONS = '.pongogo/instructions'
const environment = (folder: string) => ({ PONGOGO_KNOWLEDGE_PATH: folder, PONGOGO_TEST_MODE: '1' })
const OPTIONS = { eras: ['legacy', 'modern'], scope: 'file', wireCheck: 'throw', vacuity: 'error' } as const

describeServer(
  {
    name: 'instruction-router',
    command: COMMAND,
    env: (project) => environment(project.path(INSTRUCTIONS)),
    http: {
      command: (port) => [...COMMAND, '--http', String(port)],
      env: (_, project) => environment(project?.path(INSTRUCTIONS) ?? SAMPLES),
      readyTimeoutMs: 30_000,
    },
  },
  { ...OPTIONS, project: { from: { [INSTRUCTIONS]: SAMPLES } }, liveness: 'error' },
  specification,
)

describeServer({ name: 'instruction-router', server: serveFolder(SAMPLES) }, OPTIONS, specification)
