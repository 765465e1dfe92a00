import fc from 'fast-check'
import { expect, test } from 'vitest'
import { verifies } from '../../test/verifies.js'
import { parseWorkflow } from './parse-workflow.js'

verifies('workflow:mistakes-told-apart', 'workflow:references')

/** The findings as `line:column CODE message`, or the tasks. */
function parse(text: string, fileName = 'plan.json') {
  const parsing = parseWorkflow(text, { fileName })
  return parsing.kind === 'ready'
    ? parsing.workflow.tasks
    : parsing.findings.map(({ code, message, line, column }) => `${line}:${column} ${code} ${message}`)
}

function tasks(...each: object[]): string {
  return JSON.stringify({ tasks: each })
}

const EXAMPLE = `{ "tasks": [
  { "id": "list", "tool": "filesystem:list_directory", "arguments": { "path": "." } },
  { "id": "save", "tool": "memory:create_entities", "when": { "$OUTPUT[list].content": { "!=": "" } },
    "arguments": { "entities": [ { "name": "listing", "observations": ["$OUTPUT[list].content"] } ] } } ] }`

const EXAMPLE_TASKS = [
  {
    id: 'list',
    server: 'filesystem',
    tool: 'list_directory',
    arguments: { path: '.' },
    dependsOn: [],
    line: 2,
    column: 3,
  },
  {
    id: 'save',
    server: 'memory',
    tool: 'create_entities',
    arguments: { entities: [{ name: 'listing', observations: ['$OUTPUT[list].content'] }] },
    dependsOn: ['list'],
    when: [{ left: '$OUTPUT[list].content', operator: '!=', right: '' }],
    line: 3,
    column: 3,
  },
]

test('parser reads tasks with their positions from JSON', () => {
  expect(parse(EXAMPLE)).toEqual(EXAMPLE_TASKS)
})

test('parser reads the same from YAML', () => {
  const yaml = `tasks:
  - id: list
    tool: filesystem:list_directory
    arguments: { path: . }
  - id: save
    tool: memory:create_entities
    when:
      $OUTPUT[list].content: { '!=': '' }
    arguments:
      entities:
        - name: listing
          observations: [$OUTPUT[list].content]
`
  expect(parse(yaml.replace('[$OUTPUT[list].content]', "['$OUTPUT[list].content']"), 'plan.yaml')).toEqual([
    { ...EXAMPLE_TASKS[0], line: 2, column: 5 },
    { ...EXAMPLE_TASKS[1], line: 5, column: 5 },
  ])
})

test('parser joins depends_on, dependsOn and what references imply, each id once', () => {
  const text = tasks(
    { id: 'a', tool: 's:t' },
    { id: 'b', tool: 's:t' },
    { id: 'c', tool: 's:t' },
    { id: 'd', tool: 's:t' },
    {
      id: 'e',
      tool: 's:t:with:colons',
      depends_on: ['b', 'a'],
      dependsOn: ['a'],
      arguments: { deep: [{ text: 'x $OUTPUT[c].y and $OUTPUT[a]' }] },
      when: { '$OUTPUT[b]': { in: ['$OUTPUT[d]'] } },
    },
  )

  expect(Object(parse(text))[4]).toMatchObject({ tool: 't:with:colons', dependsOn: ['b', 'a', 'c', 'd'] })
})

test.each<[string, string, string[]]>([
  [
    'broken JSON',
    '{"tasks": [\n{"id" 1}]}',
    ['2:7 SYNTAX_ERROR Cannot parse plan.json: colon expected, found "1"'],
  ],
  ['an empty file', '', ['1:1 SYNTAX_ERROR Cannot parse plan.json: the text is empty']],
  ['a list', '[]', ['1:1 WORKFLOW_INVALID plan.json holds a list, not an object with "tasks"']],
  [
    'no tasks',
    '{}',
    ['1:1 WORKFLOW_INVALID The workflow has no "tasks": "tasks" is a list of at least one task'],
  ],
  [
    'an empty list of tasks',
    '{"tasks": []}',
    ['1:11 WORKFLOW_INVALID The workflow has no task: "tasks" is a list of at least one task'],
  ],
  [
    'tasks that are an object',
    '{"tasks": {}}',
    ['1:11 WORKFLOW_INVALID The workflow has an object as "tasks": "tasks" is a list of at least one task'],
  ],
  [
    'an unknown key',
    '{"tasks": [{"id": "a", "tool": "s:t", "args": {}}], "x": 1}',
    [
      '1:53 WORKFLOW_INVALID Unknown key "x": a workflow has "tasks" alone',
      '1:39 WORKFLOW_INVALID Unknown key "args" in a task: it has id, tool, arguments, depends_on, dependsOn, when',
    ],
  ],
  [
    'a key written twice',
    '{"tasks": [{"id": "a", "tool": "s:t", "id": "b"}]}',
    ['1:39 WORKFLOW_INVALID The key "id" is written twice in one object'],
  ],
  [
    'a task that is a string',
    '{"tasks": ["s:t"]}',
    ['1:12 WORKFLOW_INVALID A task is an object with "id" and "tool", not a string'],
  ],
  [
    'a task without id and tool',
    '{"tasks": [{}]}',
    [
      '1:12 WORKFLOW_INVALID The id of a task is missing: it is 1 to 200 characters without spaces, brackets and quotes',
      '1:12 WORKFLOW_INVALID A task has no "tool"',
    ],
  ],
  [
    'an id that no reference can name',
    '{"tasks": [{"id": "a]", "tool": "s:t"}]}',
    [
      '1:19 WORKFLOW_INVALID The id of a task is a string that cannot be used: it is 1 to 200 characters without spaces, brackets and quotes',
    ],
  ],
  [
    'a tool without server',
    '{"tasks": [{"id": "a", "tool": "t"}]}',
    ['1:32 WORKFLOW_INVALID The tool of a task is named "SERVER:TOOL"'],
  ],
  [
    'arguments that are a list',
    '{"tasks": [{"id": "a", "tool": "s:t", "arguments": []}]}',
    ['1:52 WORKFLOW_INVALID The arguments of a task are an object, not a list'],
  ],
  [
    'dependencies that are a string',
    '{"tasks": [{"id": "a", "tool": "s:t", "dependsOn": "b"}]}',
    ['1:52 WORKFLOW_INVALID "dependsOn" is a list of task ids, not a string'],
  ],
  [
    'a dependency that is a number',
    '{"tasks": [{"id": "a", "tool": "s:t", "depends_on": [1]}]}',
    ['1:54 WORKFLOW_INVALID "depends_on" is a list of task ids, and one of them is a number'],
  ],
  [
    'a malformed reference',
    '{"tasks": [{"id": "a", "tool": "s:t", "arguments": {"x": ["$OUTPUT[]"]}}]}',
    [
      '1:59 REFERENCE_INVALID Cannot read the reference "$OUTPUT[]": it is $OUTPUT[id].path[0].field, and $$OUTPUT[ where the text itself is meant',
    ],
  ],
  [
    'two tasks with one id',
    '{"tasks": [{"id": "a", "tool": "s:t"},\n{"id": "a", "tool": "s:u"}]}',
    ['2:1 DUPLICATE_TASK_ID Two tasks have the id "a": the first stands in line 1'],
  ],
  [
    'an unknown dependency',
    '{"tasks": [{"id": "list", "tool": "s:t"},\n{"id": "b", "tool": "s:t", "arguments": {"x": "$OUTPUT[lsit]"}}]}',
    ['2:1 UNKNOWN_DEPENDENCY Task "b" depends on "lsit", which is no task; did you mean "list"?'],
  ],
  [
    'a task that waits for itself',
    '{"tasks": [{"id": "a", "tool": "s:t", "dependsOn": ["a"]}]}',
    ['1:12 DEPENDENCY_CYCLE The tasks wait for each other: "a" → "a"'],
  ],
])('parser refuses %s', (_, text, findings) => {
  expect(parse(text)).toEqual(findings)
})

test.each<[string, unknown, string]>([
  [
    'an empty condition',
    {},
    'WORKFLOW_INVALID "when" is an object of references and their tests, not an empty object',
  ],
  [
    'a condition that is a string',
    'x',
    'WORKFLOW_INVALID "when" is an object of references and their tests, not a string',
  ],
  [
    'text around the reference',
    { 'x$OUTPUT[a]': { '==': 1 } },
    'REFERENCE_INVALID "when" tests references such as $OUTPUT[id].path, not "x$OUTPUT[a]"',
  ],
  [
    'a test without operator',
    { '$OUTPUT[a]': 1 },
    'WORKFLOW_INVALID The test of $OUTPUT[a] is an object such as { "==": 1 }',
  ],
  [
    'an unknown operator',
    { '$OUTPUT[a]': { '===': 1 } },
    'WORKFLOW_INVALID Unknown operator "===": there are == != > >= < <= in exists',
  ],
  [
    'an inherited operator',
    { '$OUTPUT[a]': { constructor: 1 } },
    'WORKFLOW_INVALID Unknown operator "constructor": there are == != > >= < <= in exists',
  ],
  ['an order of lists', { '$OUTPUT[a]': { '<': [1] } }, 'WORKFLOW_INVALID "<" needs a number or a string'],
  ['membership in a number', { '$OUTPUT[a]': { in: 1 } }, 'WORKFLOW_INVALID "in" needs a list or a string'],
  ['existence of 1', { '$OUTPUT[a]': { exists: 1 } }, 'WORKFLOW_INVALID "exists" needs true or false'],
  [
    'existence of a text with a reference in it',
    { '$OUTPUT[a]': { exists: 'x$OUTPUT[a]' } },
    'WORKFLOW_INVALID "exists" needs true or false',
  ],
  [
    'existence of an escaped reference',
    { '$OUTPUT[a]': { exists: '$$OUTPUT[a]' } },
    'WORKFLOW_INVALID "exists" needs true or false',
  ],
  [
    'a malformed reference on the right',
    { '$OUTPUT[a]': { '==': '$OUTPUT[' } },
    'REFERENCE_INVALID Cannot read a reference in the test of $OUTPUT[a]',
  ],
])('parser refuses %s in a condition', (_, when, message) => {
  const text = tasks({ id: 'a', tool: 's:t' }, { id: 'b', tool: 's:t', when })

  expect(parse(text)).toEqual([expect.stringContaining(message)])
})

test('parser allows any right side that a reference will decide', () => {
  const when = { '$OUTPUT[a]': { in: '$OUTPUT[a].x', '<': { x: '$OUTPUT[a]' }, exists: '$OUTPUT[a]' } }

  expect(parse(tasks({ id: 'a', tool: 's:t' }, { id: 'b', tool: 's:t', when }))).toHaveLength(2)
})

test('parser names the way round of each cycle, and nothing of the tasks beside it', () => {
  const text = tasks(
    { id: 'a', tool: 's:t', dependsOn: ['free', 'b'] },
    { id: 'b', tool: 's:t', dependsOn: ['c'] },
    { id: 'c', tool: 's:t', dependsOn: ['b'] },
    { id: 'free', tool: 's:t' },
    { id: 'x', tool: 's:t', arguments: { v: '$OUTPUT[y]' } },
    { id: 'y', tool: 's:t', when: { '$OUTPUT[x]': { exists: true } } },
  )

  expect(Object(parse(text)).map((each: string) => each.replace(/^\S+ /, ''))).toEqual([
    'DEPENDENCY_CYCLE The tasks wait for each other: "b" → "c" → "b"',
    'DEPENDENCY_CYCLE The tasks wait for each other: "x" → "y" → "x"',
  ])
})

test('parser shortens a cycle of many tasks', () => {
  const ring = Array.from({ length: 5000 }, (_, i) => ({
    id: `t${i}`,
    tool: 's:t',
    dependsOn: [`t${(i + 1) % 5000}`],
  }))

  expect(parse(tasks(...ring))).toEqual([
    expect.stringMatching(/"t0" → "t1" → .* → "t10" → 4989 more → "t0"$/),
  ])
})

test('parser tells at most a hundred findings', () => {
  const text = tasks(
    ...Array.from({ length: 5000 }, (_, i) => ({ id: `t${i}`, tool: 's:t', dependsOn: [`u${i}`] })),
  )

  expect(parse(text)).toHaveLength(100)
})

test('parser treats __proto__ as a name like any other', () => {
  const text = '{"tasks": [{"id": "__proto__", "tool": "s:t", "arguments": {"__proto__": {"x": 1}}}]}'

  const [task] = Object(parse(text))

  expect(Object.keys(task.arguments)).toEqual(['__proto__'])
  expect(task.id).toBe('__proto__')
})

test('parser reads ten thousand tasks in a chain, and in a fan', () => {
  const chain = Array.from({ length: 10_000 }, (_, i) => ({
    id: `t${i}`,
    tool: 's:t',
    arguments: i === 0 ? {} : { x: `$OUTPUT[t${i - 1}].value` },
  }))
  const fan = [
    ...chain.map(({ id, tool }) => ({ id, tool })),
    { id: 'z', tool: 's:t', dependsOn: chain.map(({ id }) => id) },
  ]

  expect(parse(tasks(...chain))).toHaveLength(10_000)
  expect(parse(tasks(...fan))).toHaveLength(10_001)
})

test('parser never throws, whatever JSON it is given', () => {
  const node = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 5 },
      fc.constantFrom('a', 's:t', '$OUTPUT[a]', '$OUTPUT[', '$OUTPUT[b].x', '', 1, null, true),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(
        fc.constantFrom(
          'id',
          'tool',
          'arguments',
          'depends_on',
          'dependsOn',
          'when',
          '==',
          'in',
          '$OUTPUT[a]',
          '__proto__',
          'z',
        ),
        tie('value'),
        { maxKeys: 6 },
      ),
    ),
  })).value
  fc.assert(
    fc.property(
      fc.array(node, { maxLength: 6 }),
      fc.constantFrom('plan.json', 'plan.yaml'),
      (list, fileName) => {
        const parsing = parseWorkflow(JSON.stringify({ tasks: list }), { fileName })

        expect(parsing.kind === 'ready').toBe(parsing.findings.length === 0)
      },
    ),
    { numRuns: 500 },
  )
})
