import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'
import type { ServerRequestHandlers } from '../../session/index.js'
import { type ClientAnswers, clientHandlers } from './client-handlers.js'
import { hostProfile } from './host-profile.js'

const FOLDER = resolve('/somewhere/a project')
const { signal } = new AbortController()
const claudeCode = hostProfile('claude-code')

it('clientHandlers has no handler for what the test does not answer', () => {
  expect(clientHandlers({}, FOLDER)).toEqual({})
})

it('clientHandlers gives roots as file URIs with names, paths taken from the working folder', async () => {
  const handlers = clientHandlers({ roots: ['.', 'sub/folder', 'file:///etc/x%20y', 'git://host/a'] }, FOLDER)

  expect(await ask(handlers, 'roots/list')).toEqual({
    roots: [
      { uri: pathToFileURL(FOLDER).href, name: 'a project' },
      { uri: pathToFileURL(resolve(FOLDER, 'sub/folder')).href, name: 'folder' },
      { uri: 'file:///etc/x%20y', name: 'x y' },
      { uri: 'git://host/a', name: 'git://host/a' },
    ],
  })
})

it('clientHandlers takes a function or an answer that is always the same', async () => {
  const handlers = clientHandlers(
    {
      roots: () => ({ roots: [] }),
      onSampling: { role: 'assistant', model: 'none', content: { type: 'text', text: 'fixed' } },
      onElicitation: (params) => ({ action: 'accept', content: { echoed: params.message ?? null } }),
    },
    FOLDER,
  )

  expect(await ask(handlers, 'roots/list')).toEqual({ roots: [] })
  expect(await ask(handlers, 'sampling/createMessage')).toMatchObject({ content: { text: 'fixed' } })
  expect(await ask(handlers, 'elicitation/create')).toEqual({ action: 'accept', content: { echoed: 'hi' } })
})

it('clientHandlers does for a host what it does by itself: one root, and a dialog that is closed', async () => {
  const handlers = clientHandlers({}, FOLDER, claudeCode)

  expect(Object.keys(handlers)).toEqual(['roots/list', 'elicitation/create'])
  expect(await ask(handlers, 'roots/list')).toEqual({
    roots: [{ uri: pathToFileURL(FOLDER).href, name: 'a project' }],
  })
  expect(await ask(handlers, 'elicitation/create')).toEqual({ action: 'cancel' })
})

it('clientHandlers lets the test answer in place of the host', async () => {
  const handlers = clientHandlers({ onElicitation: { action: 'decline' } }, FOLDER, claudeCode)

  expect(await ask(handlers, 'elicitation/create')).toEqual({ action: 'decline' })
})

it.each<[string, ClientAnswers, boolean]>([
  ['sampling', { onSampling: {} }, true],
  ['elicitation', { onElicitation: {} }, false],
])('clientHandlers refuses an answer to what the host does not declare: %s', (_, answers, isRefused) => {
  const start = () => clientHandlers(answers, FOLDER, claudeCode)

  if (isRefused) expect(start).toThrow('Cannot imitate the host "claude-code" and answer sampling')
  else expect(start).not.toThrow()
})

async function ask(handlers: ServerRequestHandlers, method: keyof ServerRequestHandlers): Promise<unknown> {
  return await handlers[method]?.({ message: 'hi' }, { signal })
}
