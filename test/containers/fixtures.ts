/** The fixtures for vitest, as a user has them: tests in a project of their own. */
import { expect, it } from 'vitest'
import { runVitest } from '../testing/vitest/run-vitest.js'
import { engineState, exists, server, TIMEOUT_MS } from './world.js'

it('tests of a container run isolated, share one for a file or a worker, and leave none behind', {
  timeout: TIMEOUT_MS,
}, async () => {
  const run = await runVitest(filesOf())

  expect(run.output).toContain('8 passed')
  expect(run.exit).toBe(0)
  const names = [...run.output.matchAll(/container (\w+) (understudy-[0-9a-f]{16})/g)].map(
    ([, of, name]) => ({ of, name }),
  )
  const distinct = (of: string) =>
    new Set(names.filter((each) => each.of === of).map(({ name }) => name)).size
  expect({ each: distinct('each'), file: distinct('file'), described: distinct('described') }).toEqual({
    each: 2,
    file: 1,
    described: 2,
  })
  expect(names).toHaveLength(6)
  expect(await Promise.all(names.map(({ name = '' }) => exists(name)))).toEqual(names.map(() => false))
})

it('a container lives as long as the run, where all tests run in one worker', {
  timeout: TIMEOUT_MS,
}, async () => {
  const test = `import { mcpTest } from 'mcp-understudy/vitest'
export const test = mcpTest({ ${JSON.stringify(server('looks-around')).slice(1, -1)}, scope: 'worker' })`
  const file = `import { test } from './shared.js'
test('shares one', { timeout: 60_000 }, async ({ mcp }) => console.log('container', mcp.container.name))`
  const config = `export default { test: { isolate: false, fileParallelism: false, server: { deps: { external: [/\\/dist\\//] } } } }`

  const { exit, output } = await runVitest({
    'shared.js': test,
    'a.test.js': file,
    'b.test.js': file,
    'vitest.config.js': config,
  })

  const names = [...output.matchAll(/container (understudy-[0-9a-f]{16})/g)].map(([, name = '']) => name)
  expect({ exit, started: new Set(names).size, used: names.length }).toEqual({ exit: 0, started: 1, used: 2 })
  expect(await exists(names[0] ?? '')).toBe(false)
})

function filesOf(): Readonly<Record<string, string>> {
  const target = JSON.stringify(server('looks-around')).slice(1, -1)
  const head = `import { expect, vi } from 'vitest'
import { describeServer, mcpTest } from 'mcp-understudy/vitest'
import { findEngine } from 'mcp-understudy/testing'
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })
`
  const said = (of: string) => `console.log('container ${of}', mcp.container.name)`
  return {
    'each.test.ts': `${head}
const test = mcpTest({ ${target}, project: { files: { 'a.md': 'Monday' } }, vacuity: 'off',
  mounts: (project) => [\`\${project.folder}:/project:ro\`], env: (project) => ({ FOLDER: project.folder }) })
test.for([1, 2])('sees the project, %i', async (_, { mcp, project }) => {
  ${said('each')}
  await expect(mcp.callTool('read', { path: '/project/a.md' })).toSucceed().toContainText('Monday')
  await expect(mcp.callTool('environment')).toContainText(project.folder)
  expect(await mcp.callTool('write', { path: '/tmp/mine', text: 'x' })).toSucceed()
})
test('has nothing of the other', async ({ mcp }) => {
  await expect(mcp.callTool('read', { path: '/tmp/mine' })).toFail()
})
test('reaches the engine', async () => {
  const engine = await findEngine()
  expect(engine).toMatchObject({ name: ${JSON.stringify(engineState().name)}, version: ${JSON.stringify(engineState().version)} })
  expect(await findEngine()).toBe(engine)
  expect(await engine.run(['image', 'ls', '--quiet'])).toMatchObject({ exitCode: 0 })
})
`,
    'file.test.ts': `${head}
const test = mcpTest({ ${target}, scope: 'file' })
test('shares one', async ({ mcp }) => {
  ${said('file')}
  await expect(mcp.callTool('world')).toContainText('/app')
})
test('shares it', async ({ mcp }) => {
  ${said('file')}
  await expect(mcp.callTool('world')).toContainText('/app')
})
`,
    'described.test.ts': `${head}
describeServer({ name: 'looks', container: { ${target} } }, { eras: ['legacy'] }, (test, { transport }) => {
  test.for([1, 2])('is in a container, %i', async (_, { mcp, task }) => {
    ${said('described')}
    expect(transport).toBe('container')
    expect(task.suite.name).toBe('looks · legacy · container')
    await expect(mcp.callTool('world')).toSucceed().toContainText('/app')
  })
})
`,
  }
}
