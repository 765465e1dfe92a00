/** The cases of the bench of fidelity are what they are said to be, and what is no case is refused. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { mutate, OPERATOR_NAMES } from '../../../bench/fidelity/mutate.js'
import { mutateWorkflow, WORKFLOW_OPERATOR_NAMES } from '../../../bench/fidelity/mutate-workflow.js'
import { readCases } from '../../../bench/fidelity/read-cases.js'
import { temporaryFolder } from '../../fixtures/temporary-folder.js'

const CASES = readCases(fileURLToPath(new URL('../../../bench/fidelity/cases/', import.meta.url)))

describe('the cases', () => {
  it('are 120 or more, of 14 classes or more with five or more each, over six servers or more', () => {
    const classes = [...new Set(CASES.map((each) => each.class))]
    const perClass = classes.map((name) => CASES.filter((each) => each.class === name).length)

    expect(CASES.length).toBeGreaterThanOrEqual(120)
    expect(perClass.length).toBeGreaterThanOrEqual(14)
    expect(Math.min(...perClass)).toBeGreaterThanOrEqual(5)
    expect(new Set(CASES.flatMap(({ servers }) => servers)).size).toBeGreaterThanOrEqual(6)
  })

  it('have a dozen workflows or more, in three classes', () => {
    const workflows = CASES.filter(({ kind }) => kind === 'workflow')

    expect(workflows.length).toBeGreaterThanOrEqual(12)
    expect(new Set(workflows.map((each) => each.class)).size).toBe(3)
  })

  it('have half of their faults from mutation operators', () => {
    const mutated = CASES.filter(({ operator }) => operator !== undefined)

    expect(mutated.length).toBeGreaterThanOrEqual(CASES.length / 2)
  })
})

describe('an operator', () => {
  const program = `const { a } = await mcp.s.get({ x: 'one', y: 2 })
if (a === 1) { await mcp.s.put({ text: a ?? 'none' }) }
for (const b of a) { await mcp.s.put({ text: b.name }) }
try { a() } catch {}`

  it.each([
    ['swap-arguments', '{ x:', undefined, "{ x: 2, y: 'one' }"],
    ['drop-field', 'x:', undefined, '{ y: 2 }'],
    ['rename-field', 'x:', 'z', "{ z: 'one', y: 2 }"],
    ['rename-member', 'b.name', 'title', '{ text: b.title }'],
    ['drop-member', 'b.name', undefined, '{ text: b }'],
    ['off-by-one', '2', undefined, 'y: 3 }'],
    ['number-as-text', '2', undefined, "y: 'n2' }"],
    ['wrong-text', "'one'", 'two', "x: 'two'"],
    ['wrong-text', "'one'", undefined, "x: 'onex'"],
    ['drop-await', 'await mcp.s.get', undefined, 'const { a } = mcp.s.get('],
    ['drop-statement', 'if', undefined, '})\n\nfor ('],
    ['invert-comparison', 'a ===', undefined, 'if (a !== 1)'],
    ['wrong-tool', 'mcp.s.get', 'find', 'await mcp.s.find('],
    ['drop-default', 'a ??', undefined, '{ text: a }'],
    ['drop-handler', 'try', undefined, '{ a() }'],
    ['for-each-async', 'for', undefined, 'a.forEach(async (b) => { await'],
    ['swap-statements', 'for', undefined, 'try { a() } catch {}\nfor (const b of a)'],
  ])('%s changes one place', (operator, at, to, expected) => {
    const changed = mutate(program, { operator, at, ...(to === undefined ? {} : { to }) })

    expect(changed).toContain(expected)
  })

  it('takes the node of that very text before those that only begin with it', () => {
    const changed = mutate('return a.b.c.d()', { operator: 'rename-member', at: 'a.b', to: 'x' })

    expect(changed).toBe('return a.x.c.d()')
  })

  it('is tried here, each of them', () => {
    expect([...OPERATOR_NAMES].sort()).toEqual(
      [
        ...['swap-arguments', 'drop-field', 'rename-field', 'rename-member', 'drop-member', 'off-by-one'],
        ...[
          'number-as-text',
          'wrong-text',
          'drop-await',
          'drop-statement',
          'invert-comparison',
          'wrong-tool',
        ],
        ...['drop-default', 'drop-handler', 'for-each-async', 'swap-statements'],
      ].sort(),
    )
  })

  it('that fits nowhere, or is none, is an error', () => {
    expect(() => mutate(program, { operator: 'drop-await', at: 'nothing' })).toThrow('fits no node')
    expect(() => mutate(program, { operator: 'magic' })).toThrow(
      'There is no operator "magic"; there are swap-',
    )
  })
})

describe('an operator on a workflow', () => {
  const workflow = `tasks:
  - { id: a, tool: s:get, arguments: { path: one, n: 2 } }
  - { id: b, tool: s:put, depends_on: [a], arguments: { text: "$OUTPUT[a].text" } }`

  it.each([
    ['rename-member', 'path', 'file', 'file: one'],
    ['drop-member', 'depends_on', undefined, 'tool: s:put\n    arguments:'],
    ['wrong-text', 'a].text', 'a].content', 'text: $OUTPUT[a].content'],
    ['off-by-one', 'n', undefined, 'n: 3'],
    ['number-as-text', 'n', undefined, 'n: n2'],
  ])('%s changes one place', (operator, at, to, expected) => {
    const changed = mutateWorkflow(workflow, { operator, at, ...(to === undefined ? {} : { to }) })

    expect(changed).toContain(expected)
    expect(WORKFLOW_OPERATOR_NAMES).toContain(operator)
  })

  it('that fits nowhere, or is none, is an error', () => {
    expect(() => mutateWorkflow(workflow, { operator: 'drop-member', at: 'x' })).toThrow('fits no member')
    expect(() => mutateWorkflow(workflow, { operator: 'magic' })).toThrow('There is no operator "magic"')
  })
})

describe('a file of cases', () => {
  it.each([
    ['a: 1', 'it is no list of pairs'],
    ['[{ name: x, servers: [fs], sound: a, faulty: b, wrong: 1 }]', '"wrong" is none of name, servers'],
    ['[{ name: x, servers: [ftp], sound: a, faulty: b }]', 'there is no server "ftp"; there are fs'],
    ['[{ name: x, servers: [fs], sound: a }]', 'either a "faulty" program or a "mutation"'],
    ['[{ name: x, servers: [fs], sound: a, faulty: a }]', 'its two programs are the same'],
    [
      '[{ name: x, servers: [fs], sound: "{{n}}", faulty: b, each: [{ m: 1 }] }]',
      'no entry of "each" has "n"',
    ],
  ])('such as %s is refused', async (text, why) => {
    const path = await temporaryFolder()
    writeFileSync(join(path, 'x.yaml'), text)

    expect(() => readCases(path)).toThrow(why)
  })
})
