/** What a rehearsal says of stubs that were of no use. */
import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/base/index.js'
import { type Stub, stub } from '../../src/call/index.js'
import type { RehearseOptions, Report } from '../../src/dryrun/index.js'
import { verifies } from '../verifies.js'
import { rehearseShop } from './shop.js'

verifies('rehearsal:stubs-used')

const PEN = { id: 7, tags: [] }
const FIND_PEN = "const pen = await mcp.shop.find_item({ name: 'pen' })\n"
const FINDS = stub('shop:find_item', { result: PEN })

test('a stub of a tool that does not exist is told with the nearest name, and changes no verdict', async () => {
  const report = await rehearseShop(FIND_PEN, {
    stubs: [
      FINDS,
      stub('shop:find_itm', { result: 1 }),
      stub('shp:tell', { result: 1 }),
      stub('x:y', { result: 1 }),
    ],
  })

  expect(report.verdict).toBe('pass')
  expect(toldOf(report)).toEqual([
    'STUB_TOOL_MISSING A stub is for a tool that does not exist: shop:find_itm: server "shop" has no such tool; did you mean shop:find_item?',
    'STUB_TOOL_MISSING A stub is for a tool that does not exist: shp:tell: there is no server "shp"; did you mean shop:tell?',
    'STUB_TOOL_MISSING A stub is for a tool that does not exist: x:y: there is no server "x"; there is shop',
  ])
})

test('nothing is told of stubs for a server that could not be asked', async () => {
  const report = await rehearseShop(FIND_PEN, {
    stubs: [FINDS, stub('away:tool', { result: 1 })],
    unavailable: [{ server: 'away', reason: 'it is down' }],
  })

  expect(toldOf(report)).toEqual([])
})

describe('a stub that answered no call is told with the reason', () => {
  test.each<[string, string, Stub[], string[]]>([
    [
      'other arguments',
      FIND_PEN,
      [stub('shop:find_item', { result: 1 }, { arguments: { name: 'ink' } }), FINDS],
      ['Stub 1 of 2, of shop:find_item, was never used: it is for {"name":"ink"}; call 1 has {"name":"pen"}'],
    ],
    [
      'a member that is misspelled',
      FIND_PEN,
      [stub('shop:find_item', { result: 1 }, { exactArguments: { nam: 'pen' } }), FINDS],
      [
        'Stub 1 of 2, of shop:find_item, was never used: it is for exactly {"nam":"pen"}; call 1 has {"name":"pen"}; did you mean "name"?',
      ],
    ],
    [
      'a stub before it',
      FIND_PEN,
      [FINDS, stub('shop:find_item', { result: 1 }, { arguments: { name: 'pen' } })],
      ['Stub 2 of 2, of shop:find_item, was never used: a stub before it answered call 1'],
    ],
    [
      'conditions',
      "for (const name of ['a', 'b', 'c', 'd', 'e']) await mcp.shop.find_item({ name })",
      [stub('shop:find_item', { result: 1 }, { when: () => false }), FINDS],
      [
        'Stub 1 of 2, of shop:find_item, was never used: it is for arguments that keep its conditions; call 1 has {"name":"a"}, call 2 has {"name":"b"}, call 3 has {"name":"c"} and 2 more',
      ],
    ],
    [
      'an argument that is unknown',
      'const told = await mcp.shop.tell({ message: "a" })\nawait mcp.shop.find_item({ name: told.x })',
      [stub('shop:find_item', { result: PEN }, { arguments: { name: 'pen' } })],
      [
        'Stub 1 of 1, of shop:find_item, was never used: of the arguments of call 2 not everything is known, and what is unknown matches nothing',
      ],
    ],
    [
      'no call at all',
      FIND_PEN,
      [
        FINDS,
        stub('shop:tell', { result: 1 }),
        stub('shop:tell', { result: 2 }),
        stub('shop:buy_item', { result: 1 }),
      ],
      ['No stub of shop:tell, shop:buy_item was used: the plan makes no such call'],
    ],
    [
      'a branch that was not taken',
      `${FIND_PEN}if (pen.id === 8) {\n  await mcp.shop.tell({ message: 'eight' })\n}`,
      [FINDS, stub('shop:tell', { result: 1 }), stub('shop:buy_item', { result: 1 })],
      [
        'No stub of shop:tell was used: the plan did not get to the call in line 3',
        'No stub of shop:buy_item was used: the plan makes no such call',
      ],
    ],
  ])('%s', async (_, program, stubs, expected) => {
    const alone = await rehearseShop(program, { stubs: stubs.filter((each) => each === FINDS) })
    const report = await rehearseShop(program, { stubs })

    expect(toldOf(report)).toEqual(expected.map((message) => `STUB_UNUSED ${message}`))
    if (stubs.includes(FINDS)) expect(report.verdict).toBe(alone.verdict)
  })

  test('in a workflow', async () => {
    const tasks = [{ id: 'find', tool: 'shop:find_item', arguments: { name: 'pen' } }]

    const report = await rehearseShop(JSON.stringify({ tasks }), {
      fileName: 'plan.json',
      stubs: [stub('shop:find_item', { result: PEN }, { arguments: { name: 'ink' } })],
    })

    expect(toldOf(report)).toEqual([
      'STUB_UNUSED Stub 1 of 1, of shop:find_item, was never used: it is for {"name":"ink"}; call 1 has {"name":"pen"}',
    ])
  })
})

describe('nothing is told', () => {
  test.each<[string, string, Stub[], Partial<RehearseOptions>]>([
    ['of stubs that were used', FIND_PEN, [FINDS], {}],
    [
      'of the tools that a plan had not come to',
      `${FIND_PEN}throw new Error('early')`,
      [FINDS, stub('shop:tell', { result: 1 })],
      {},
    ],
    ['where nothing ran', 'const (', [FINDS], {}],
    [
      'of idle stubs that are for other plans too',
      FIND_PEN,
      [FINDS, stub('shop:tell', { result: 1 })],
      { stubsAreShared: true },
    ],
  ])('%s', async (_, program, stubs, options) => {
    expect(toldOf(await rehearseShop(program, { stubs, ...options }))).toEqual([])
  })

  test.each<[string, string, Partial<RehearseOptions>]>([
    ['arguments are wrong', 'try { await mcp.shop.find_item({ nam: [1].join() }) } catch {}', {}],
    [
      'policy denies it',
      `try { await mcp.shop.find_item({ name: 'pen' }) } catch {}`,
      { policy: { rules: [{ tools: 'shop:find_item', decision: 'deny' }] } },
    ],
  ])('of the stub of a call whose %s: that is told already', async (_, program, options) => {
    expect(toldOf(await rehearseShop(program, { stubs: [FINDS], ...options }))).toEqual([])
  })

  test('of a stub that another seed used', async () => {
    const program = "await mcp.shop.find_item({ name: Math.random() < 0.5 ? 'pen' : 'ink' })"
    const both = [
      stub('shop:find_item', { result: 1 }, { arguments: { name: 'pen' } }),
      stub('shop:find_item', { result: 1 }, { arguments: { name: 'ink' } }),
    ]

    expect(toldOf(await rehearseShop(program, { stubs: both, budget: 0 }))).toHaveLength(1)
    // Other chance is tried, and uses it.
    expect(toldOf(await rehearseShop(program, { stubs: both }))).toEqual([])
    expect(toldOf(await rehearseShop(program, { stubs: both, runs: 16 }))).toEqual([])
    expect(toldOf(await rehearseShop('return 1', { stubs: both, runs: 3 }))).toHaveLength(1)
  })
})

test('what is told of stubs holds no secrets', async () => {
  const args: JsonObject = { name: 'hunter2hunter2' }

  const report = await rehearseShop(FIND_PEN, {
    stubs: [stub('shop:find_item', { result: 1 }, { arguments: args }), FINDS],
    secrets: ['hunter2hunter2'],
  })

  expect(toldOf(report)).toHaveLength(1)
  expect(JSON.stringify(report)).not.toContain('hunter2')
})

function toldOf({ validation }: Report): string[] {
  return validation.findings
    .filter(({ code }) => code.startsWith('STUB_'))
    .map(({ code, severity, certain, message }) => {
      expect([severity, certain]).toEqual(['warning', true])
      return `${code} ${message}`
    })
}
