/** Everything that the protocol has, through the client: over pipes, over HTTP and in the same process, in both eras. */
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { describe, expect, it } from 'vitest'
import { type StartOptions, startHttpServer } from '../../../src/testing/index.js'
import { fixtureFile } from '../../fixtures/official-servers.js'
import { makeServer } from '../../fixtures/servers/conformance/make-server.mjs'
import { startClient } from './start-client.js'

const ERAS = ['legacy', 'modern'] as const
const PLACES = ['a process', 'HTTP', 'the same process'] as const
const AXES = PLACES.flatMap((place) => ERAS.map((era) => ({ place, era })))

// Most of the time is spent on waiting for processes to start.
describe.each(AXES)(
  'client of a server in $place, in the $era era',
  { concurrent: true },
  ({ place, era }) => {
    it('lists and reads resources, and lists, fills and completes prompts', async () => {
      await using server = await reach(place)
      await using started = await startClient({ ...server.target, era })
      const { client } = started

      expect((await client.listResources()).map(({ uri }) => uri)).toEqual([
        'test://static-text',
        'test://static-binary',
        'test://watched-resource',
      ])
      expect(await client.listResourceTemplates()).toMatchObject([
        { uriTemplate: 'test://template/{id}/data' },
      ])
      expect(await client.readResource('test://template/7/data')).toMatchObject([
        { uri: 'test://template/7/data', text: expect.stringContaining('Data for ID: 7') },
      ])
      await expect(client.readResource('test://nothing')).rejects.toMatchObject({ code: 'RPC_ERROR' })
      expect((await client.listPrompts()).map(({ name }) => name)).toContain('test_prompt_with_arguments')
      expect(await client.getPrompt('test_prompt_with_arguments', { arg1: 'a', arg2: 'b' })).toMatchObject({
        messages: [{ role: 'user', content: { text: "Prompt with arguments: arg1='a', arg2='b'" } }],
      })
      const prompt = { type: 'ref/prompt', name: 'test_prompt_with_arguments' } as const
      expect(await client.complete(prompt, { name: 'arg1', value: 'par' })).toEqual({
        values: ['paris', 'park', 'party'],
        total: 3,
        hasMore: false,
      })
    })

    it('calls tools that answer, fail, log and report progress', async () => {
      await using server = await reach(place)
      await using started = await startClient({ ...server.target, era, logLevel: 'debug' })
      const { client } = started
      if (era === 'legacy') await client.setLogLevel('debug')

      const failed = await client.callTool('test_error_handling')
      const logged = await client.callTool('test_tool_with_logging')
      const worked = await client.callTool('test_tool_with_progress', {}, { progress: true })
      const unknown = await client.callTool('no_such_tool')

      expect(failed).toMatchObject({ success: false, outcome: { kind: 'tool-error' } })
      expect(logged.circumstances.notifications?.map(({ params }) => params.data)).toEqual([
        'Tool execution started',
        'Tool processing data',
        'Tool execution completed',
      ])
      expect(worked.circumstances.progress?.map(({ progress }) => progress)).toEqual([0, 50, 100])
      expect(unknown).toMatchObject({ success: false, errorCode: -32602 })
      expect((await client.waitForNotification('notifications/message')).params.data).toBe(
        'Tool execution started',
      )
    })

    it('answers what the server asks, and tells that it was asked', async () => {
      await using server = await reach(place)
      await using started = await startClient({
        ...server.target,
        era,
        onSampling: { role: 'assistant', model: 'none', content: { type: 'text', text: 'sampled' } },
        onElicitation: () => ({ action: 'accept', content: { username: 'ada', email: 'ada@example.org' } }),
      })
      const { client } = started

      const sampled = await client.callTool('test_sampling', { prompt: 'hello' })
      const elicited = await client.callTool('test_elicitation', { message: 'who?' })

      expect(sampled.content).toBe('LLM response: sampled')
      expect(elicited.content).toContain('ada@example.org')
      expect(elicited.circumstances.asked).toMatchObject([
        { method: 'elicitation/create', params: { message: 'who?' } },
      ])
    })

    it('hears of changes that it subscribed to', async () => {
      await using server = await reach(place)
      await using started = await startClient({ ...server.target, era })
      const { client } = started
      const subscription = await client.subscribe({ tools: true })
      const waited = client.waitForNotification('notifications/tools/list_changed')

      await client.callTool('test_trigger_tool_change')

      expect((await waited).method).toBe('notifications/tools/list_changed')
      await subscription.close()
      expect(await subscription.ended).toBe('closed-here')
    })

    it('gives up a call, and calls on', async () => {
      await using server = await reach(place)
      await using started = await startClient({ ...server.target, era })
      const { client } = started
      const giveUp = new AbortController()
      const call = client.callTool(
        'test_tool_with_progress',
        {},
        {
          signal: giveUp.signal,
          onProgress: () => giveUp.abort(),
        },
      )

      await expect(call).rejects.toMatchObject({ code: 'REQUEST_ABORTED' })
      await expect(client.callTool('test_tool_with_progress', {}, { timeout: 5 })).rejects.toMatchObject({
        code: 'REQUEST_TIMEOUT',
      })

      expect((await client.callTool('test_simple_text')).success).toBe(true)
    })
  },
)

interface Reached extends AsyncDisposable {
  readonly target: StartOptions
}

async function reach(place: (typeof PLACES)[number]): Promise<Reached> {
  switch (place) {
    case 'a process':
      return { target: { command: [process.execPath, conformance('stdio')] }, ...NOTHING_TO_END }
    case 'the same process':
      return {
        target: { server: (transport) => serveStdio(() => makeServer(), { transport }) },
        ...NOTHING_TO_END,
      }
    case 'HTTP': {
      const server = await startHttpServer({
        command: (port) => [process.execPath, conformance('http'), `${port}`],
      })
      return { target: { url: server.url }, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() }
    }
  }
}

const NOTHING_TO_END = { [Symbol.asyncDispose]: () => Promise.resolve() }

function conformance(name: string): string {
  return fixtureFile(`conformance/${name}`)
}
