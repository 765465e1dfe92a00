/** Both engines on made-up instructions: what routes where, and what the original got wrong. */
import { describe, expect, it } from 'vitest'
import { createCatalogue, parseInstruction } from '../library/index.js'
import { BM25_ENGINE } from './bm25-engine.js'
import { createRouter } from './route.js'
import { RULE_ENGINE } from './rule-engine.js'

const FILES: Readonly<Record<string, string>> = {
  'core/learning_loop': `id: core:learning_loop
routing:
  protected: true
  description: A short retrospective
  triggers: { keywords: [learning_loop, retrospective, task_done], nlp: "a task is done" }`,
  'project/issues': `title: Issues
description: How issues are written
routing:
  triggers: { keywords: [issue, issue_title, close_issue, issue_label], nlp: "an issue is written" }`,
  'project/estimates': `title: Estimates
description: How work is estimated
patterns: [/estimate]
routing: { triggers: { keywords: [estimate], nlp: "somebody asks how long it takes" } }`,
  'git/commits': `title: Commit messages
description: How to write the message of a commit
priority: P1
applies_to: ["**/*.patch", "**/*"]
routing: { triggers: { keywords: [commit_message], nlp: "changes are committed" } }`,
}
const CATALOGUE = catalogueOf(FILES)

describe.each([BM25_ENGINE, RULE_ENGINE])('the engine $version', (engine) => {
  const router = createRouter(engine, CATALOGUE)
  const ids = (message: string, options = {}) =>
    router.route(message, options).matches.map(({ instruction }) => instruction.id)

  it.each([
    ["I'm done with this task", 'core/learning_loop'],
    ['how do I commit', 'git/commits'],
    ['/estimate the import', 'project/estimates'],
    ['/pongogo-retro', 'core/learning_loop'],
    ['please close the issue', 'project/issues'],
  ])('routes %j to %s first', (message, id) => {
    expect(ids(message)[0]).toBe(id)
  })
  it('routes an approval to nothing, and says so', () => {
    expect(router.route('yes, go ahead')).toMatchObject({ matches: [], reason: 'approval' })
  })
  it('routes small talk to nothing, and says so', () => {
    expect(router.route('thanks, that commit went well. see you tomorrow')).toMatchObject({
      matches: [],
      reason: 'small-talk',
    })
  })
  it('routes what is no approval, though it looks like one', () => {
    expect(ids('thanks, now commit')).toEqual(['git/commits'])
    expect(router.route('go right now').reason).toBe('no-match')
  })
  it('says that a command is unknown', () => {
    expect(router.route('/compact')).toMatchObject({ matches: [], reason: 'unknown-command' })
  })
  it.each(['/clear', '/model opus', '/help'])(
    'leaves %j to the program that people type it into',
    (message) => {
      expect(router.route(message)).toMatchObject({ matches: [], reason: 'unknown-command' })
    },
  )
  it('counts whole words: an issue is not a tissue', () => {
    expect(ids('a tissue for the issuer of commitment')).not.toContain('project/issues')
  })
  it('does not take one word for four because four keywords have it', () => {
    const [{ score: one = 0 } = {}] = router.route('issue').matches
    const [{ score: two = 0 } = {}] = router.route('issue title').matches

    expect(two).toBeGreaterThan(one)
    expect(
      Object.values(router.route('issue').matches[0]?.breakdown ?? {}).every((part) => part <= one),
    ).toBe(true)
  })
  it('prefers what the files at hand are about', () => {
    expect(ids('what now?', { context: { files: ['fix/a.patch'] } })).toEqual(['git/commits'])
    expect(ids('what now?', { context: { files: ['src/a.ts'] } })).toEqual([])
  })
  it('shows a score that is the sum of its parts', () => {
    for (const { score, breakdown } of router.route('estimate the commit of the issue').matches)
      expect(Object.values(breakdown).reduce((sum, part) => sum + part, 0)).toBeCloseTo(score, 5)
  })
  it('gives the same order whatever order files are read in', () => {
    const reversed = createRouter(engine, catalogueOf(Object.fromEntries(Object.entries(FILES).reverse())))
    const routed = (each: typeof router) =>
      each.route('write work').matches.map(({ instruction }) => instruction.id)

    expect(routed(reversed)).toEqual(routed(router))
  })
  it('cuts off what is far below the best, and never gives more than asked for', () => {
    const { matches } = router.route('issue title label commit')
    const best = matches[0]?.score ?? 0

    expect(matches.every(({ score }) => score >= best * engine.cutOff)).toBe(true)
    expect(ids('issue commit estimate task', { limit: 1 })).toHaveLength(1)
  })
  it('answers an empty catalogue', () => {
    expect(createRouter(engine, catalogueOf({})).route('commit').reason).toBe('no-match')
  })
})

it('the urgent one comes first of two that are equal, and then the one whose id does', () => {
  const same = (priority: string) => `title: Backup\npriority: ${priority}`
  const router = createRouter(
    RULE_ENGINE,
    catalogueOf({ 'a/backup': same('P3'), 'b/backup': same('P0'), 'c/backup': same('P3') }),
  )

  expect(router.route('backup').matches.map(({ instruction }) => instruction.id)).toEqual([
    'b/backup',
    'a/backup',
    'c/backup',
  ])
})

it('relatives and slips of the pen find what the words themselves do not', () => {
  const router = createRouter(BM25_ENGINE, CATALOGUE)

  expect(router.route('write a comit mesage').matches[0]?.instruction.id).toBe('git/commits')
  expect(router.route('time for a retro').matches[0]?.instruction.id).toBe('core/learning_loop')
})

it('a turn of phrase finds the instruction for its topic, and says so', () => {
  const router = createRouter(BM25_ENGINE, CATALOGUE)

  const [best] = router.route('by when do we get the import?').matches
  expect(best?.instruction.id).toBe('project/estimates')
  expect(best?.breakdown).toMatchObject({ topic: expect.any(Number) })
})

it('one word of the phrase "all clear" is no command, and a compound is what it is made of', () => {
  const catalogue = catalogueOf({
    'ops/alarm': 'routing: { triggers: { keywords: [sound_clear] } }',
    'ops/postmortem': 'description: After an alarm',
  })

  expect(createRouter(BM25_ENGINE, catalogue).route('/sound').matches).toEqual([])
  expect(createRouter(BM25_ENGINE, catalogue).route('a post mortem').matches[0]?.instruction.id).toBe(
    'ops/postmortem',
  )
})

it('the opening of a trigger sentence says nothing: each is about a user', () => {
  const sentence = (nlp: string) => `routing: { triggers: { nlp: "${nlp}" } }`
  const router = createRouter(
    BM25_ENGINE,
    catalogueOf({
      'a/asked': sentence('The user wants to draw'),
      'b/other': sentence('A meeting is held'),
      'c/people': sentence('somebody counts customers'),
    }),
  )

  expect(router.route('count our users').matches.map(({ instruction }) => instruction.id)).toEqual([
    'c/people',
  ])
})

function catalogueOf(files: Readonly<Record<string, string>>) {
  return createCatalogue(
    Object.entries(files).map(([id, yaml]) =>
      parseInstruction(`${id}.instructions.md`, `---\n${yaml}\n---\nText.\n`),
    ),
    [],
  )
}
