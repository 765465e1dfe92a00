import { describe, expect, it } from 'vitest'
import { officialServer } from '../fixtures/official-servers.js'
import { type StartOptions, startServer } from '../fixtures/start-server.js'

const ENTRY = officialServer('server-everything')

describe('session with server-everything', () => {
  it('is found to be of the legacy era, on the first connection', async () => {
    await using server = await start({ era: 'auto' })

    expect(server.session).toMatchObject({ era: 'legacy', revision: '2025-11-25' })
    expect(server.complaints).toEqual([])
  })

  it('lists and reads resources and prompts, and completes their arguments', async () => {
    await using server = await start()
    const { session } = server

    const [first] = await session.listResources()
    expect(await session.readResource(first?.uri ?? '')).toMatchObject([{ uri: first?.uri }])
    expect((await session.listResourceTemplates()).length).toBeGreaterThan(0)
    const prompts = await session.listPrompts()
    expect(prompts.map(({ name }) => name)).toContain('completable-prompt')
    const completion = await session.complete(
      { type: 'ref/prompt', name: 'completable-prompt' },
      { name: 'department', value: 'E' },
    )
    expect(completion.values).toEqual(['Engineering'])
    expect(
      await session.getPrompt('completable-prompt', { department: 'Engineering', name: 'Alice' }),
    ).toMatchObject({ messages: [{ role: 'user', content: { type: 'text' } }] })
    expect(server.complaints).toEqual([])
  })

  it('tells that a resource has changed, once it is subscribed to', async () => {
    let tell: (uri: unknown) => void = () => undefined
    const updated = new Promise((resolve) => {
      tell = resolve
    })
    const [uri] = ['demo://resource/dynamic/text/1']
    await using server = await start({
      listeners: {
        notification(method, params) {
          if (method === 'notifications/resources/updated') tell(params.uri)
        },
      },
    })

    await using subscription = await server.session.subscribe({ resourceUris: [uri] })
    await server.session.callTool('toggle-subscriber-updates', {})
    expect(await updated).toBe(uri)
    await server.session.callTool('toggle-subscriber-updates', {})
    await subscription.close()
  })

  it('runs a tool as a task, which asks back before it has its result', async () => {
    await using server = await start({
      handlers: {
        'elicitation/create': () => ({ action: 'accept', content: { interpretation: 'technical' } }),
      },
    })

    const task = await server.session.startTask('simulate-research-query', {
      topic: 'python',
      ambiguous: true,
    })
    expect(task.initial.status).toBe('working')
    expect(await task.result()).toMatchObject({
      kind: 'result',
      content: [{ text: expect.stringContaining('Research Report: python (technical)') }],
    })
    expect((await task.state()).status).toBe('completed')
    expect(server.complaints).toEqual([])
  })
})

function start(options: StartOptions = {}) {
  return startServer({ command: process.execPath, args: [ENTRY, 'stdio'] }, options)
}
