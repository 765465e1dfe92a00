/**
 * Every example, scenario and error test of the Mock MCP Client specification, each able to fail: one body for every way to the server
 * and for both eras.
 */
import type { JsonObject } from 'mcp-understudy/testing'
import type { Combination, McpTest } from 'mcp-understudy/vitest'
import { describe, expect } from 'vitest'
import {
  assertContainsInstruction,
  assertErrorCode,
  assertRoutingSuccess,
  assertToolErrorCode,
  assertToolExists,
  CHECKLIST_MATCHER,
  InstructionRouterClient,
  LEARNING_LOOP_MATCHER,
  routedInstructions,
  WORK_LOG_MATCHER,
} from '../dist/client.js'

const FINDING = ['route_instructions', 'get_instructions', 'search_instructions']
const ABOUT = ['switch_engine', 'reindex_knowledge_base', 'get_routing_info', 'get_health_status']

/** Declares the tests, for a server that serves the sample instructions in test mode. */
export function specification(mcpTest: McpTest, { transport }: Combination): void {
  const test = mcpTest.extend<{ router: InstructionRouterClient }>({
    router: ({ mcp }, use) => use(new InstructionRouterClient(mcp)),
  })

  describe('basic routing', () => {
    test('routes a question to the retrospective', async ({ router }) => {
      const response = await router.routeInstructions('how do I conduct a retrospective?')

      assertRoutingSuccess(response)
      expect(response).toHaveStructured('/instructions/0/id', 'core/learning_loop')
      expect(response).toContainText('retrospective')
    })

    test('lists its tools', async ({ mcp }) => {
      const tools = await mcp.listTools()

      for (const name of [...FINDING, ...ABOUT]) assertToolExists(tools, name)
      expect(tools).toListTool('route_instructions', { annotations: { readOnlyHint: true } })
    })
  })

  describe('the learning loop', () => {
    test('is routed when a task is done', async ({ router }) => {
      await router.routeInstructions('I just finished implementing the new feature')

      const response = await router.routeInstructions("I'm done with this task")

      LEARNING_LOOP_MATCHER.assertMatches(response)
      expect(response).toHaveStructured('/instructions/0/id', 'core/learning_loop')
    })

    test('is routed by its command, with the sections of a retrospective', async ({ router }) => {
      const response = await router.routeInstructions('/pongogo-retro')

      expect(routedInstructions(response).map(({ id }) => id)).toEqual(['core/learning_loop'])
      const sections = expect.arrayContaining(['What went well', 'What could improve'])
      expect(response).toHaveStructured('/instructions/0/sections', sections)
      expect(response).toContainText('what went well', 'what could improve')
    })

    test('is a prompt too, with the whole text', async ({ mcp }) => {
      const prompt = await mcp.getPrompt('pongogo-retro', { about: 'the import' })

      const text = expect.stringMatching(/about: the import[\s\S]*What went well[\s\S]*What could improve/)
      expect(prompt.messages[0]?.content).toMatchObject({ text })
    })
  })

  describe('what it refuses', () => {
    test('is a tool that does not exist', async ({ mcp }) => {
      const response = await mcp.callTool('nonexistent_tool', { arg: 'value' })

      assertErrorCode(response, -32602)
      expect(response).toBeUnknownTool()
    })

    test('are arguments that the schema does not allow', async ({ mcp }) => {
      const response = await mcp.callTool('route_instructions', { invalid_param: 123 })

      expect(response).toFail().toRejectArguments()
    })

    test('is an engine that does not exist', async ({ router }) => {
      assertToolErrorCode(await router.switchEngine('durian-7'), 'ENGINE_UNKNOWN')
    })
  })

  describe('the convenience methods', () => {
    test('route with a context, and 5 instructions at most', async ({ router }) => {
      const context = { files: ['config/secrets/mail.yaml'] }
      const response = await router.routeInstructions('where does this value go?', { context })

      expect(response.circumstances.call).toMatchObject({ arguments: { limit: 5 } })
      assertContainsInstruction(response, 'security/secrets')
      expect(response).toHaveStructured('/instructions/0/score_breakdown/context', expect.any(Number))
    })

    test('get instructions by topic and by category, exactly or not', async ({ router }) => {
      const exact = await router.getInstructions({ topic: 'work_log', exact_match: true })
      const loose = await router.getInstructions({ topic: 'message' })
      const category = await router.getInstructions({ category: 'quality' })

      expect(routedInstructions(exact).map(({ id }) => id)).toEqual(['core/work_log'])
      WORK_LOG_MATCHER.assertMatches(exact)
      expect(routedInstructions(loose).map(({ id }) => id)).toEqual(['git/commit_messages'])
      CHECKLIST_MATCHER.assertMatches(category)
      expect(category).toHaveStructured('/query/category', 'quality')
    })

    test('search, 10 results by default, word by word', async ({ router }) => {
      const response = await router.searchInstructions('how do I commit')

      expect(response.circumstances.call).toMatchObject({ arguments: { limit: 10 } })
      expect(response).toHaveStructured('/results/0/id', 'git/commit_messages')
      expect(response).toHaveStructured('/results/0/search_score', expect.any(Number))
    })

    test('list the engines', async ({ router }) => {
      const [engine, other] = ['bm25-1.0', 'durian-0.6']
      const listed = { action: 'list', engine, previous: engine, available_engines: [engine, other] }

      expect((await router.switchEngine()).structured).toEqual({ success: true, ...listed })
    })

    test('switch the engine of one session, where there are sessions', async ({ startClient, router }) => {
      const mine = new InstructionRouterClient(await startClient())

      const switched = await mine.switchEngine('durian-0.6')
      const routed = await mine.routeInstructions('I want to commit')
      const untouched = await router.routeInstructions('I want to commit')

      if (transport === 'http') expect(switched).toBeToolError('NO_SESSION')
      else expect(switched).toHaveStructured('/action', 'switched')
      const mineNow = transport === 'http' ? 'bm25-1.0' : 'durian-0.6'
      expect(routed).toHaveStructured('/routing_engine_version', mineNow)
      expect(untouched).toHaveStructured('/routing_engine_version', 'bm25-1.0')
    })
  })

  test('every answer has the form that its tool declares', async ({ mcp }) => {
    const tools = await mcp.listTools()

    const calls: readonly (readonly [name: string, args?: JsonObject])[] = [
      ['route_instructions', { message: 'commit', include_content: true }],
      ['route_instructions', { message: 'yes', context: null }],
      ['search_instructions', { query: 'release' }],
      ...['get_instructions', ...ABOUT].map((name) => [name] as const),
    ]

    for (const [name, args = {}] of calls)
      expect(await mcp.callTool(name, args))
        .toSucceed()
        .toMatchOutputSchema(tools)
  })

  test('instructions are resources', async ({ mcp }) => {
    const resources = await mcp.listResources()
    const [contents] = await mcp.readResource('instruction://quality/release_checklist')

    expect(resources.map(({ uri }) => uri)).toContain('instruction://core/learning_loop')
    expect(contents).toMatchObject({ text: expect.stringContaining('All tests are green') })
  })
}
