/** Who waits at a terminal is told for whom. */
import { expect, test } from 'vitest'
import { fixture } from '../fixtures/start-server.js'
import { createProject } from './project.js'

test('after a second a line says which server has not answered yet, and it is gone at the end', async () => {
  const over = new AbortController()
  using project = createProject({
    stderrIsTty: true,
    // The slow one never answers: what is told ends it.
    onStderr(text) {
      if (text.includes('Waiting for slow (')) over.abort(new Error('seen'))
    },
    signal: over.signal,
  })
  project.write(
    'two.json',
    JSON.stringify({ mcpServers: { quick: fixture('echo'), slow: fixture('silent') } }),
  )

  const { stderr } = await project.understudy('tools', '--config', 'two.json')

  expect(stderr).toContain('Waiting for slow (')
  expect(stderr).toMatch(/\r\u001b\[2KServer "slow" could not be asked: .*\n$/)
})
