import { expect, test } from 'vitest'
import { parseDuration, UsageError } from '../base/index.js'
import { parseSettings } from './parse-settings.js'
import { ignoredOf, serverSettings, ttlOf, withoutTrust } from './settings.js'

const yaml = `
recordings:
  ttl: 30d
  tools:
    "weather:now*": { ttl: 90 seconds, ignore: [/at, /options/*/nonce] }
    "weather:*": { ignore: [/id] }
    "*": { ttl: never }
  redact:
    keys: [customerNumber]
    values: [project-x]
    patterns: ['ACME-\\d{4}']
    allow: [hunter2x]
servers:
  weather: { concurrency: 2, rate: 10/s }
  "*": { rate: 100/minute, sessions: 5 }
`

test('settings say how much of what runs changed is kept, and for how long', () => {
  const undoOf = (undo: string): unknown => parseSettings(`undo: ${undo}`, 'a.yaml').undo

  expect(undoOf('{ megabytes: 3, keep: 7d }')).toEqual({ maxBytes: 3_145_728, keepMs: 604_800_000 })
  expect([undoOf('{ megabytes: 0 }'), undoOf('{ keep: 12 hours }')]).toEqual([
    { maxBytes: 0 },
    { keepMs: 43_200_000 },
  ])
  for (const wrong of [
    '{ megabytes: -1 }',
    '{ megabytes: 0.5 }',
    '{ megabytes: "1" }',
    '{ keep: never }',
    '{ keep: 5 }',
  ])
    expect(() => undoOf(wrong)).toThrow(/"(megabytes|keep)" is a/)
})

test('settings say how long recordings stay fresh, what does not count, and what is redacted', () => {
  expect(parseSettings(yaml, 'understudy.config.yaml')).toEqual({
    recordings: {
      ttlMs: 2_592_000_000,
      tools: [
        { tools: 'weather:now*', ttlMs: 90_000, ignore: ['/at', '/options/*/nonce'] },
        { tools: 'weather:*', ignore: ['/id'] },
        { tools: '*', ttlMs: Number.POSITIVE_INFINITY },
      ],
      redact: {
        keys: ['customerNumber'],
        values: ['project-x'],
        patterns: ['ACME-\\d{4}'],
        allow: ['hunter2x'],
      },
    },
    servers: {
      weather: { concurrency: 2, rate: { calls: 10, perMs: 1000 } },
      '*': { rate: { calls: 100, perMs: 60_000 }, sessions: 5 },
    },
  })
})

test('limits of a server are its own, else those of all', () => {
  const settings = parseSettings(yaml, 'understudy.config.yaml')

  expect(serverSettings(settings, 'weather')).toEqual({
    ...{ concurrency: 2, sessions: 5 },
    rate: { calls: 10, perMs: 1000 },
  })
  expect(serverSettings(settings, 'files')).toEqual({ rate: { calls: 100, perMs: 60_000 }, sessions: 5 })
  expect(serverSettings(parseSettings('{}', 'a.json'), 'toString')).toEqual({})
})

test('settings are found by the first match that names them', () => {
  const settings = parseSettings(yaml, 'understudy.config.yaml')

  expect([ttlOf(settings, 'weather:now_in'), ignoredOf(settings, 'weather:now_in')]).toEqual([
    90_000,
    ['/at', '/options/*/nonce'],
  ])
  expect([ttlOf(settings, 'weather:later'), ignoredOf(settings, 'weather:later')]).toEqual([
    Number.POSITIVE_INFINITY,
    ['/id'],
  ])
  expect(ignoredOf(settings, 'files:read')).toEqual([])
})

test('settings say how long clients rehearse, and what is assumed then', () => {
  const text = 'rehearsals: { idle: 90m, longest: never, worlds: 2, assume: ["mail:*"] }'

  const settings = parseSettings(text, 'understudy.config.yaml')

  expect(settings.rehearsals).toEqual({
    ...{ idleMs: 5_400_000, longestMs: Number.POSITIVE_INFINITY, worlds: 2 },
    assume: ['mail:*'],
  })
  expect(withoutTrust(settings)).toMatchObject({
    settings: { rehearsals: { idleMs: 5_400_000, worlds: 2 } },
    leftOut: ['assume of "rehearsals"'],
  })
})

test('settings may say nothing', () => {
  const nothing = { recordings: { tools: [], redact: {} }, servers: {} }

  expect(parseSettings('{"$schema": "x"}', 'understudy.config.json')).toEqual(nothing)
  expect(parseSettings('{"recordings": {}}', 'understudy.config.json')).toEqual(nothing)
  expect(ttlOf(nothing, 'a:b')).toBeUndefined()
})

test.each([
  ['', 'the text is empty (line 1, column 1)'],
  ['[]', 'a settings file is an object, not a list (line 1, column 1)'],
  [
    'recording: {}',
    'unknown key "recording": a settings file has $schema, recordings, rehearsals, servers, undo (line 1, column 1)',
  ],
  ['recordings: {ttl: 1d, ttl: 2d}', 'the key "ttl" is written twice (line 1, column 23)'],
  [
    'rehearsals: {idle: 5}',
    '"idle" is a number with a unit, such as "1 hour" or "90m", or "never" (line 1, column 20)',
  ],
  [
    'rehearsals: {assume: [mail]}',
    '"mail" is no pattern of tools: it is "SERVER:TOOL", where * is any characters (line 1, column 23)',
  ],
  ['servers: {a: {concurrency: 0}}', '"concurrency" is a whole number above 0 (line 1, column 28)'],
  [
    'servers: {a: {rate: fast}}',
    '"rate" is so many calls in so much time, such as "10/s" or "100/10 minutes" (line 1, column 21)',
  ],
  ['recordings: {tll: 1d}', 'unknown key "tll": "recordings" has ttl, tools, redact (line 1, column 14)'],
  [
    'recordings: {ttl: 30}',
    '"ttl" is a number with a unit, such as "30d", "12 hours" or "90s", or "never" (line 1, column 19)',
  ],
  [
    'recordings: {tools: {read: {}}}',
    '"read" is no pattern of tools: it is "SERVER:TOOL", where * is any characters (line 1, column 22)',
  ],
  [
    'recordings: {tools: {"a:b": {ignore: [at]}}}',
    'a JSON Pointer into the arguments begins with "/" (line 1, column 39)',
  ],
  [
    'recordings: {redact: {values: [abc]}}',
    'a value to replace everywhere has at least 4 characters, or it would be found in everything (line 1, column 32)',
  ],
  [
    'recordings: {redact: {patterns: ["("]}}',
    'Cannot redact by the pattern "(": it cannot be compiled (line 1, column 34)',
  ],
  ['recordings: {redact: {keys: x}}', '"keys" is a list of strings, not a string (line 1, column 29)'],
  [
    'recordings: {redact: {keys: [1]}}',
    '"keys" is a list of strings, and this is a number (line 1, column 30)',
  ],
])('settings %j are refused', (text, problem) => {
  expect(failure(text)).toBe(`SETTINGS_INVALID Cannot read the settings "my.yaml": ${problem}`)
})

function failure(text: string): string {
  try {
    parseSettings(text, 'my.yaml')
  } catch (error) {
    if (error instanceof UsageError) return `${error.code} ${error.message}`
    throw error
  }
  return 'nothing was thrown'
}

test.each([
  ['500ms', 500],
  ['90s', 90_000],
  ['1 minute', 60_000],
  ['2m', 120_000],
  ['12 hours', 43_200_000],
  ['30d', 2_592_000_000],
  ['1w', 604_800_000],
  ['0s', 0],
  ['never', Number.POSITIVE_INFINITY],
  ['', undefined],
  ['30', undefined],
  ['1.5h', undefined],
  ['-1d', undefined],
  ['1 month', undefined],
  ['1d 2h', undefined],
])('the duration %j is %s ms', (text, ms) => {
  expect(parseDuration(text)).toBe(ms)
})
