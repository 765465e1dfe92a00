/** Ids and times of every make, and what agents do with them: followed as in the other world, or named; never called with as in the session. */
import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { makingSaying, resultOf } from '../../test/sequence/imagined-world.js'
import { verifies } from '../../test/verifies.js'
import { followSequence } from './index.js'

verifies('sequence:own-values')

/** The same bytes in each run of the test. */
const bytes = (seed: string, count: number): Buffer =>
  createHash('sha512').update(seed).digest().subarray(0, count)
const chosen = (alphabet: string, seed: string, count: number): string =>
  [...bytes(seed, count)].map((byte) => alphabet[byte % alphabet.length]).join('')
const number = (seed: string, from: number, to: number): number =>
  from + (bytes(seed, 6).readUIntBE(0, 6) % (to - from))
const hex = (seed: string, count: number): string => bytes(seed, count).toString('hex')

/** Without a sign in it, it is the same in some of the forms, and nobody can tell. */
function base64(seed: string, count: number): string {
  const text = bytes(seed, count).toString('base64')
  return /[+/]/.test(text) ? text : base64(`${seed}.`, count)
}

const MAKES: Readonly<Record<string, (seed: string) => string>> = {
  fingerprint: (seed) => hex(seed, 16).replace(/..(?=.)/g, '$&:'),
  'hardware address': (seed) =>
    hex(seed, 6)
      .toUpperCase()
      .replace(/..(?=.)/g, '$&:'),
  'address of a host': (seed) => hex(seed, 16).replace(/....(?=.)/g, '$&:'),
  base64: (seed) => base64(seed, 16),
  'base64 without padding': (seed) => base64(seed, 24),
  integrity: (seed) => `sha512-${base64(seed, 64)}`,
  'host key': (seed) => `SHA256:${base64(seed, 32).replace(/=$/, '')}`,
  ULID: (seed) => `01M8DBX3${chosen('0123456789ABCDEFGHJKMNPQRSTVWXYZ', seed, 18)}`,
  nanoid: (seed) => chosen('useandom-26T198340PX75pxJACKVERYMINDBUSHWOLF_GQZbfghjklqvwyzrict', seed, 21),
  'number of 64 bits': (seed) => String(401_583_000_000_000_000n + BigInt(number(seed, 1e11, 1e14))),
  slug: (seed) =>
    `${['brave', 'jolly', 'silly', 'proud'][number(seed, 0, 4)]}-${['otter', 'badger', 'lynx'][number(`${seed}.`, 0, 3)]}-${number(seed, 100, 1000)}`,
  'name of three words': (seed) =>
    [
      ['brave', 'eager', 'silly', 'calm'],
      ['red', 'violet', 'amber', 'teal'],
      ['otter', 'magpie', 'lynx', 'wren'],
    ]
      .map((words, i) => words[number(`${seed} ${i}`, 0, 4)])
      .join('_'),
  'row of letters': (seed) => chosen('abcdefghijklmnopqrstuvwxyz', seed, 10),
  'row of capitals': (seed) => chosen('ABCDEFGHIJKLMNOPQRSTUVWXYZ', seed, 8),
  'name below an address': (seed) =>
    `vault://items/${chosen('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz23456789', seed, 21)}`,
  UUID: (seed) => hex(seed, 16).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'),
  digest: (seed) => `sha256:${hex(seed, 32)}`,
}

const FOLLOWED: Readonly<Record<string, (id: string) => string>> = {
  'as it is': (id) => id,
  'in small letters': (id) => id.toLowerCase(),
  'in capitals': (id) => id.toUpperCase(),
  'in JSON in JSON': (id) => JSON.stringify(JSON.stringify({ id })),
  'in a path': (id) => `by-id/${id}/README.md`,
  'in Markdown': (id) => `**${id}**, [${id}](#${id})`,
}

/** Some are followed where the id has one shape in each world. */
const CHANGED: Readonly<Record<string, (id: string) => string>> = {
  'without its separators': (id) => id.replace(/[^A-Za-z0-9]/g, ''),
  'as words': (id) => id.replace(/[^A-Za-z0-9]+/g, ' ').trim(),
  'as a title': (id) =>
    id
      .split(/[^A-Za-z0-9]+/)
      .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
      .join(' '),
  'percent-encoded': (id) => `https://x.example.test/?q=${encodeURIComponent(id)}&b=1`,
  'without its middle': (id) => `${id.slice(0, 4)}…${id.slice(-4)}`,
  'its first half': (id) => id.slice(0, Math.ceil(id.length / 2)),
  'its last half': (id) => id.slice(Math.ceil(id.length / 2)),
  'its last eight letters': (id) => id.slice(-8),
  'without what stands before its first separator': (id) => id.replace(/^[^-:_/]*[-:_/]/, ''),
  'in base64': (id) => Buffer.from(id).toString('base64'),
  'its hash': (id) => createHash('sha1').update(id).digest('hex').slice(0, 8),
  'in another base': (id) => (/^\d+$/.test(id) ? BigInt(id).toString(36) : Buffer.from(id).toString('hex')),
}

describe.each(Object.entries(MAKES))('an id that is a %s', (name, make) => {
  const [session, one, two, now] = ['session', 'one', 'two', 'now'].map((world) =>
    make(`${name} ${world}`),
  ) as [string, string, string, string]
  const said = [session, one, two, now] as const

  it.each(Object.entries(FOLLOWED))('is followed %s', async (_, form) => {
    expect(await calledWith(said, form(session))).toBe(textOf(form(now)))
  })

  it.each(Object.entries(CHANGED))('%s is followed or named', async (_, form) => {
    // What is the same as it was, nobody can tell from it.
    const called = form(session) === session ? undefined : await calledWith(said, form(session))

    expect([undefined, textOf(form(now))]).toContain(called)
  })
})

const SESSION_MS = Date.parse('2026-11-27T09:13:41Z')
const AT_MS = [SESSION_MS, SESSION_MS + 7_000, SESSION_MS + 9_000, SESSION_MS + 207_000] as const

const iso = (ms: number): string => new Date(ms).toISOString()
const inUtc =
  (options: Intl.DateTimeFormatOptions, locale = 'en-US') =>
  (ms: number): string =>
    new Date(ms).toLocaleString(locale, { timeZone: 'UTC', ...options })

const TIMES: Readonly<Record<string, (ms: number) => string>> = {
  'ISO 8601': iso,
  'ISO 8601, basic': (ms) => iso(ms).replace(/[-:]|\.\d+/g, ''),
  SQL: (ms) => iso(ms).replace('T', ' ').slice(0, 19),
  'with slashes': (ms) => iso(ms).replaceAll('-', '/').replace('T', ' ').slice(0, 19),
  milliseconds: String,
  seconds: (ms) => String(ms / 1000),
  'HTTP date': (ms) => new Date(ms).toUTCString(),
  'of a locale': inUtc({}),
  'long, of a locale': inUtc({ dateStyle: 'long', timeStyle: 'medium' }),
  'of a clock': (ms) => iso(ms).slice(11, 19),
  'of a clock with its milliseconds': (ms) => iso(ms).slice(11, 23),
}

const WRITTEN: Readonly<Record<string, (ms: number) => string>> = {
  'in ISO 8601': iso,
  'by its hour and minute': (ms) => iso(ms).slice(11, 16),
  'by a clock of twelve hours': inUtc({ hour: 'numeric', minute: '2-digit' }),
  'by a clock elsewhere': inUtc({ timeStyle: 'medium', timeZone: 'America/New_York' }),
  'by a clock of another half hour': inUtc({ timeStyle: 'medium', timeZone: 'Asia/Kolkata' }, 'en-GB'),
  'in the name of a file': (ms) => `backup-${iso(ms).replace(/[:.]/g, '-')}.tar`,
  'in the name of a file, without signs': (ms) =>
    `backup-${iso(ms)
      .replace(/[-:TZ.]/g, '')
      .slice(0, 14)}.tar`,
  'by its clock in the name of a file': (ms) => `log_${iso(ms).slice(11, 19).replaceAll(':', '-')}`,
  'an hour later': (ms) => iso(ms + 3_600_000).slice(11, 16),
  'a day later': (ms) => iso(ms + 86_400_000),
  'by its seconds': (ms) => String(ms / 1000),
}

describe.each(Object.entries(TIMES))('a time that is %s', (_, make) => {
  it('is followed as it is', async () => {
    expect(await calledWith(AT_MS.map(make), make(AT_MS[0]))).toBe(textOf(make(AT_MS[3])))
  })

  it.each(Object.entries(WRITTEN))('%s is followed or named', async (_name, form) => {
    expect([undefined, textOf(form(AT_MS[3]))]).toContain(await calledWith(AT_MS.map(make), form(AT_MS[0])))
  })
})

const NUMBERS: Readonly<Record<string, readonly [number, number, number, number]>> = {
  'of three digits': [547, 613, 782, 851],
  'of five digits': [28_661, 31_407, 45_086, 58_006],
  'with decimals': [426.13, 518.62, 749.38, 817.44],
  'of bytes': [44_781_568, 44_756_992, 44_843_008, 45_121_536],
}

const RECKONED: Readonly<Record<string, (one: number, two: number) => string>> = {
  'as it is': (one) => `${one}`,
  'one more': (one) => `${one + 1}`,
  'twice it': (one) => `${one * 2}`,
  'half of it': (one) => `${one / 2}`,
  'in hundreds': (one) => (one / 100).toFixed(2),
  'with its thousands apart': (one) => one.toLocaleString('en-US'),
  'as elsewhere': (one) => one.toLocaleString('de-DE'),
  'with both added': (one, two) => `${Math.round((one + two) * 100) / 100}`,
  'with one subtracted': (one, two) => `${Math.round((two - one) * 100) / 100}`,
  'their mean': (one, two) => ((one + two) / 2).toFixed(2),
  'a share of both': (one, two) => `${((one / (one + two)) * 100).toFixed(1)}%`,
}

describe.each(Object.entries(NUMBERS))('a number %s', (_, said) => {
  it.each(Object.entries(RECKONED))('%s is followed or named', async (_name, form) => {
    const both = (one: number): string => `${one} and ${reckonedFrom(one)}`

    const called = await calledWith(said.map(both), form(said[0], reckonedFrom(said[0])))

    expect([undefined, textOf(form(said[3], reckonedFrom(said[3])))]).toContain(called)
  })
})

/** Another one of the same answer, that no rule tells from it. */
const reckonedFrom = (one: number): number => Math.round((one * 1.7321 + 131.37 + (one % 7)) * 100) / 100

/** What a world of now, the last, is called with; undefined where the session, the first, cannot be applied. */
async function calledWith(said: readonly string[], form: string): Promise<unknown> {
  const making = await makingSaying(
    (call) => void [call('list', {}), call('write', { path: 'x', text: textOf(form) })],
    [said.map(answerOf)],
  )
  if (making.kind !== 'appliable') return undefined
  const followed = followSequence(making.sequence)
  expect(followed.answered(1, resultOf(answerOf(said[3] ?? '')))).toBeUndefined()
  const ready = followed.argumentsOf(2)
  return ready.kind === 'stop' ? undefined : ready.arguments?.text
}

const answerOf = (id: string): string => `Made ${id}, ok`
const textOf = (form: string): string => `It is ${form} now\n`

it('is named by one of its words, though another world has that by chance', async () => {
  const slugs = ['brave-otter-123', 'jolly-otter-456', 'proud-lynx-789']
  const making = await makingSaying(
    (call) => void [call('list', {}), call('write', { path: 'x', text: 'It is an Otter.' })],
    [slugs.map(answerOf)],
  )

  expect(making).toMatchObject({ kind: 'not-appliable', reasons: [{ call: 2, what: 'computed' }] })
})

it.each([
  ['pending', 'pending', 'running'],
  ['pending', 'running', 'pending'],
  ['in-progress', 'not-started', 'in-progress'],
])('is none that two worlds have alike and a third one has not: %s, %s, %s', async (...states) => {
  const making = await makingSaying(
    (call) => void [call('list', {}), call('write', { path: 'x', text: 'It goes on.' })],
    [states.map(answerOf)],
  )

  expect(making).toMatchObject({ kind: 'not-appliable', reasons: [{ call: 1, what: 'differs' }] })
})
