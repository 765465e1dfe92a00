/** The specification's tests against the instruction router in the container of its own Dockerfile, in both eras. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describeServer } from 'mcp-understudy/vitest'
import { afterAll, vi } from 'vitest'
import { specification } from '../../examples/instruction-router/test/specification.js'
import { engineState, TIMEOUT_MS } from './world.js'

vi.setConfig({ testTimeout: TIMEOUT_MS, hookTimeout: TIMEOUT_MS })

const PROJECT = fileURLToPath(new URL('../..', import.meta.url))
const SAMPLES = join(PROJECT, 'examples/instruction-router/test/fixtures/sample-instructions')

const context = mkdtempSync(join(tmpdir(), 'understudy-router-'))
afterAll(() => rmSync(context, { recursive: true }))
const dockerfile = readFileSync(join(PROJECT, 'examples/instruction-router/Dockerfile'), 'utf8')
writeFileSync(
  join(context, 'Dockerfile'),
  dockerfile.replace('docker.io/library/node:24-slim', engineState().base),
)
for (const path of copiedBy(dockerfile)) cpSync(join(PROJECT, path), join(context, path), { recursive: true })

describeServer(
  {
    name: 'instruction-router',
    container: {
      build: { context, target: 'test' },
      mounts: [`${SAMPLES}:/samples:ro`],
      env: { PONGOGO_KNOWLEDGE_PATH: '/samples' },
      network: 'none',
    },
  },
  {
    eras: ['legacy', 'modern'],
    scope: 'file',
    wireCheck: 'throw',
    vacuity: 'error',
    timeout: TIMEOUT_MS,
  },
  specification,
)

/** What the image is made of, and nothing else of the project. */
function copiedBy(text: string): string[] {
  return [...text.matchAll(/^COPY (.+) \S+$/gm)].flatMap(([, sources = '']) => sources.split(' '))
}
