/** A workflow that was made of a sequence says the same calls. */
import { describe, expect, it } from 'vitest'
import { isJsonObject, type JsonObject, type JsonValue } from '../../src/base/index.js'
import { asWorkflow } from '../../src/sequence/as-workflow.js'
import type { SequenceStep } from '../../src/sequence/index.js'
import { resolveTemplate, textAt } from '../../src/sequence/index.js'
import { parseWorkflow } from '../../src/workflow/index.js'
import { resolveValue } from '../../src/workflow/resolve-value.js'
import { verifies } from '../verifies.js'

verifies('sequence:as-workflow')

const MADE = { id: 'tk_1', count: 7, tags: ['new'], 'odd key': 'x' }
const PROMISED = {
  ...{ id: { $text: [{ own: 'id1' }] }, count: { $own: 'number2' } },
  ...{ tags: [{ $text: [{ own: 'id3' }] }], 'odd key': { $text: [{ own: 'id4' }] } },
}
const id = { call: 1, pointer: '/id', own: 'id1' }
const count = { call: 1, pointer: '/count', own: 'number2' }

describe('a sequence as a workflow', () => {
  it.each<[string, JsonObject]>([
    [
      'a literal, and one that looks like a reference',
      { path: 'a.txt', text: '$OUTPUT[x].y and $$OUTPUT[z]' },
    ],
    ['a value that is the whole argument', { card: { $text: [id] } }],
    ['a number', { page: { $value: { ...count, form: 'number' } } }],
    ['a text with values in it', { text: { $text: ['see ', id, ', then ', count, ' times'] } }],
    [
      'an item of a list, and a name with a blank',
      {
        text: {
          $text: [{ ...id, pointer: '/tags/0', own: 'id3' }, '-', { ...id, pointer: '/odd key', own: 'id4' }],
        },
      },
    ],
    [
      'what only looks like a template',
      { data: { $plain: { $text: ['x'] } }, list: [{ deep: { $text: [id] } }] },
    ],
  ])('says %s as it does', (_, args) => {
    const steps = [step({}, PROMISED), step(args)]
    const tasks = tasksOf(asWorkflow({ steps }))
    const { arguments: resolved } = resolveTemplate(args, (place) => textAt(MADE, place))
    const outputs = new Map([
      ['call_1', { id: 'call_1', state: 'done' as const, value: MADE as JsonValue, unknown: false }],
    ])

    expect(resolveValue(tasks[1]?.arguments ?? {}, outputs)).toEqual({
      ...{ kind: 'resolved', value: resolved, unknownAt: [] },
    })
  })

  it.each<[string, JsonObject]>([
    ['a word of a text', { text: { $text: [{ ...id, word: 2 }] } }],
    ['the first letters', { text: { $text: [{ ...id, first: 7 }] } }],
    ['another case', { text: { $text: [{ ...id, form: 'upper' }] } }],
    ['a text that runs on as a path does', { path: { $text: [id, '.md'] } }],
    ['the name of a member', { tags: { $object: [[{ $text: [id] }, 1]] } }],
    ['a number where a text is wanted', { page: { $text: [count] } }],
  ])('is none where it needs %s', (_, args) => {
    expect(asWorkflow({ steps: [step({}, PROMISED), step(args)] })).toBeUndefined()
  })

  it('is none with a call that failed, which would end what comes after it', () => {
    const failed = { ...step({}), promise: { outcome: 'tool-error' as const, value: 'no' } }

    expect(asWorkflow({ steps: [failed, step({})] })).toBeUndefined()
  })

  it('keeps the order, and what is made at once', () => {
    const steps = [step({}), { ...step({}), together: 1 }, { ...step({}), together: 1 }, step({})]
    const tasks = tasksOf(asWorkflow({ steps }))

    expect(tasks.map(({ dependsOn }) => dependsOn)).toEqual([
      ...[[], ['call_1'], ['call_1'], ['call_2', 'call_3']],
    ])
  })
})

function step(args: JsonObject, value: JsonValue = 'done'): SequenceStep {
  return { server: 'desk', tool: 'write', arguments: args, promise: { outcome: 'result', value } }
}

function tasksOf(workflow: JsonObject | undefined) {
  if (!isJsonObject(workflow ?? null)) throw new Error('it is none')
  const parsing = parseWorkflow(JSON.stringify(workflow), { fileName: 'plan.json' })
  if (parsing.kind !== 'ready') throw new Error(JSON.stringify(parsing.findings))
  return parsing.workflow.tasks
}
