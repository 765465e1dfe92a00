import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { later } from '../../test/fixtures/later.js'
import {
  applyIn,
  type ImaginedAgent,
  imagineWorld,
  makingSaying,
  playAgainIn,
  playIn,
  resultOf,
} from '../../test/sequence/imagined-world.js'
import { verifies } from '../../test/verifies.js'
import { isJsonObject, type JsonObject } from '../base/index.js'
import {
  createOwnMap,
  followSequence,
  isSequenceText,
  makeSequence,
  type Play,
  type PlayedCall,
  type PlayedChange,
  type PlayedState,
  readSequence,
  replaySession,
  type Sequence,
  type SequenceMaking,
  type SequenceOptions,
  worldFactsOf,
  writeSequence,
} from './index.js'

const FILES = { 'a.txt': 'weight: 7\n', 'b.txt': 'weight: 14\n' }
const START = Date.parse('2026-03-04T10:11:12.345Z')

verifies('sequence:own-values')

describe('a session', () => {
  it.each<[string, ImaginedAgent]>([
    [
      'reads and writes alone',
      (call) => void [call('read', { path: 'a.txt' }), call('write', { path: 'sum.txt', text: 'sum 21' })],
    ],
    [
      'an id as an argument, and in a text',
      (call) => {
        const { id } = open(call)
        call('write', { path: `${id}.md`, text: `see tickets://${id}, ${id}-paint` })
      },
    ],
    [
      'an id in another case',
      (call) => {
        const { id } = open(call)
        call('write', { path: 'x', text: id.toUpperCase() })
      },
    ],
    [
      'two ids in one line',
      (call) => {
        const [one, two] = [open(call), open(call)]
        call('write', { path: 'x', text: `${two.id} blocks ${one.id}` })
      },
    ],
    [
      'a time, its day, and its milliseconds',
      (call) => {
        const { at, ms } = open(call)
        call('write', { path: `${at.slice(0, 10)}.md`, text: `at ${at} (${ms})` })
      },
    ],
    [
      'the first 7 and 10 letters of a hash',
      (call) => {
        const hash = commit(call)
        call('write', { path: 'x', text: `${hash.slice(0, 7)} ${hash.slice(0, 10)} ${hash}` })
      },
    ],
    [
      'four digits that happen to stand in an id',
      (call) => {
        commit(call)
        call('write', { path: 'invoice-1557.txt', text: 'x' })
      },
    ],
    [
      'an id shortened, and without its prefix',
      (call) => {
        const { id } = open(call)
        call('write', { path: `${id.slice(0, 11)}.txt`, text: `…/${id.slice(0, 11)}, ${id.slice(3)}-paint` })
      },
    ],
    [
      'a whole answer written into a file',
      (call) => {
        call('write', { path: 'x', text: String(call('commit', { message: 'm' })) })
      },
    ],
    [
      'an id as the name of a member',
      (call) => {
        const { id } = open(call)
        call('write', { path: 'x', text: 'y', tags: { [id]: 1 } })
      },
    ],
    [
      'a short value between equal names',
      (call) => {
        const { code } = objectOf(call('pin', {}))
        call('unlock', { code: String(code) })
      },
    ],
    [
      'an error',
      (call) => {
        call('read', { path: 'none' })
        call('write', { path: 'x', text: 'y' })
      },
    ],
    [
      'a sum of what was read, after times were heard',
      (call) => {
        open(call)
        call('read', { path: 'a.txt' })
        call('read', { path: 'b.txt' })
        open(call)
        call('write', { path: 'x', text: 'total 98' })
      },
    ],
  ])('with %s can be applied, and ends as the agent would', async (_, agent) => {
    const sequence = appliable(await makingOf(agent))
    const [applied, live] = [imagineWorld('now', START + 9e7, FILES), imagineWorld('now', START + 9e7, FILES)]

    expect(applyIn(applied, read(sequence))).toBeUndefined()
    playIn(live, agent)
    expect([...applied.files]).toEqual([...live.files])
  })

  it.each<[string, ImaginedAgent]>([
    [
      'the hash of an id',
      (call) => {
        call('write', { path: 'x', text: createHash('sha256').update(open(call).id).digest('hex') })
      },
    ],
    [
      'the first letters of such a hash',
      (call) => {
        call('write', { path: 'x', text: createHash('md5').update(open(call).id).digest('hex').slice(0, 8) })
      },
    ],
    [
      'base64 of a text with an id',
      (call) => {
        call('write', { path: 'x', text: Buffer.from(`it is ${open(call).id}!`).toString('base64') })
      },
    ],
    [
      'the last five letters of an id',
      (call) => {
        call('write', { path: 'x', text: `…${open(call).id.slice(-5)}` })
      },
    ],
    [
      'an id without its underscore',
      (call) => {
        call('write', { path: 'x', text: open(call).id.replace('_', '') })
      },
    ],
    [
      'milliseconds between two times',
      (call) => {
        const [one, two] = [open(call), open(call)]
        call('write', { path: 'x', text: `took ${two.ms - one.ms}` })
      },
    ],
    [
      'seconds between two times',
      (call) => {
        const one = open(call).ms
        for (let n = 0; n < 30; n++) call('list', {})
        call('write', { path: 'x', text: `it took ${Math.floor((open(call).ms - one) / 1000)} s` })
      },
    ],
    [
      'such a difference and a second',
      (call) => {
        const [one, two] = [open(call), open(call)]
        call('write', { path: 'x', text: `it took ${two.ms - one.ms + 1000} ms` })
      },
    ],
    [
      'a time that is an hour after one',
      (call) => {
        call('write', { path: 'x', text: `due ${new Date(open(call).ms + 3_600_000).toISOString()}` })
      },
    ],
    [
      'a time in base 36',
      (call) => {
        call('write', { path: `run-${open(call).ms.toString(36)}`, text: 'x' })
      },
    ],
    [
      'six letters of the hash of a sentence with an id',
      (call) => {
        const { id } = open(call)
        const hashes = ['one', 'two', 'three'].map((word) =>
          createHash('sha1').update(`${word} ${id}`).digest('hex'),
        )
        call('write', { path: 'x', text: hashes.map((hash) => hash.slice(0, 6)).join('\n') })
      },
    ],
    [
      'the letters of an id added up',
      (call) => {
        const sum = [...open(call).id].reduce((total, letter) => total + letter.charCodeAt(0), 0)
        call('write', { path: 'x', text: `checksum ${sum}` })
      },
    ],
    [
      'four letters from the middle of an id',
      (call) => {
        const [part = ''] = /\d[a-f]..|[a-f]\d../.exec(open(call).id.slice(4)) ?? []
        call('write', { path: 'x', text: `code ${part}` })
      },
    ],
    [
      'a time spelt otherwise',
      (call) => {
        call('write', { path: 'x', text: new Date(open(call).ms).toUTCString() })
      },
    ],
    [
      'the clock of a time',
      (call) => {
        call('write', { path: 'x', text: `at ${open(call).at.slice(11, 19)}` })
      },
    ],
    [
      'a short code under another name',
      (call) => {
        const { code } = objectOf(call('pin', {}))
        call('write', { path: 'x', text: `code ${String(code)}` })
      },
    ],
  ])('with %s is not appliable, and says at which call', async (_, agent) => {
    const making = await makingOf(agent)

    expect(making.kind === 'not-appliable' && making.reasons.map(({ what }) => what)).toContain('computed')
  })

  it('with a short reference holds in an unmoved world alone', async () => {
    const making = await makingOf((call) => {
      const { code } = objectOf(call('pin', {}))
      call('unlock', { code: String(code) })
    })

    expect(appliable(making).only_unmoved).toBe(true)
  })
  it('whose server asked the client is not appliable', async () => {
    const making = await makingOf(
      (call) => void call('list', {}),
      (call) => ({ ...call, asked: 'elicitation/create' }),
    )

    expect(making).toMatchObject({ kind: 'not-appliable', reasons: [{ call: 1, what: 'asked' }] })
  })
  it('of calls at once that moved fewer places than calls is not appliable', async () => {
    const making = await makingOf(
      (call) => void [open(call), open(call)],
      (call) => ({ ...call, together: 1 }),
    )

    expect(making).toMatchObject({ kind: 'not-appliable', reasons: [{ call: 1, what: 'raced' }] })
  })
  it('of calls at once of which others succeed in another world is not appliable', async () => {
    let made = 0
    const agent: ImaginedAgent = (call) =>
      void [call('write', { path: 'x', text: '1' }), call('write', { path: 'y', text: '2' })]
    const session = playIn(imagineWorld('session', START, FILES), agent)
    const together = session.calls.map((call) => ({ ...call, together: 1 }))
    const failed = together.map((call) =>
      ++made === 2 ? { ...call, end: outcomeOfError('no JSON'), changes: [] } : call,
    )
    const plays = await Promise.all(
      [1, 2].map((n) =>
        playAgainIn(imagineWorld(`fresh ${n}`, START + n * 61_000, FILES), { ...session, calls: failed }),
      ),
    )

    expect(makeSequence({ ...session, calls: failed }, plays)).toMatchObject({
      kind: 'not-appliable',
      reasons: expect.arrayContaining([expect.objectContaining({ call: 1, what: 'raced' })]),
    })
  })
  it('of calls at once has what they changed in the order in which it was seen', async () => {
    const [half, whole] = [4, 8].map((bytes) => ({ kind: 'file' as const, mode: 0o644, bytes })) as [
      PlayedState,
      PlayedState,
    ]
    const group = [1, 2].map(
      (n): PlayedCall => ({
        ...{ n, server: 'files', tool: 'write', arguments: {}, together: 1, isRead: false, changes: [] },
        end: outcomeOfError(''),
      }),
    )
    const first = later<void>()
    const played = await replaySession(
      { calls: group, late: [] },
      {
        async call({ n }) {
          if (n === 1) await first.promise
          else first.resolve(undefined)
          const change: PlayedChange =
            n === 1
              ? { path: 'a', change: 'changed', before: half, after: whole, isInRoot: true }
              : { path: 'a', change: 'made', after: half, isInRoot: true }
          return { end: outcomeOfError(''), changes: [change] }
        },
        end: () => Promise.resolve([]),
      },
    )

    expect(played.calls.flatMap(({ changes }) => changes.map(({ change }) => change))).toEqual([
      ...['made', 'changed'],
    ])
  })

  it('of calls at once with a place each can be applied', async () => {
    const making = await makingOf(
      (call) => void [call('write', { path: 'x', text: '1' }), call('write', { path: 'y', text: '2' })],
      (call) => ({ ...call, together: 1 }),
    )

    expect(appliable(making).steps.map(({ together }) => together)).toEqual([1, 1])
  })
  it('in a world that moved since is named, once chance is left out', async () => {
    const session = playIn(
      imagineWorld('session', START, FILES),
      (call) => void call('read', { path: 'a.txt' }),
    )
    const moved = { ...FILES, 'a.txt': 'weight: 700001\n' }
    const plays: Play[] = []
    for (let n = 0; n < 4; n++)
      plays.push(await playAgainIn(imagineWorld(`fresh ${n}`, START + n * 5_000, moved), session))

    expect(makeSequence(session, plays.slice(0, 2)).kind).toBe('another-play')
    expect(makeSequence(session, plays)).toMatchObject({
      kind: 'not-appliable',
      reasons: [{ call: 1, what: 'moved' }],
    })
  })
  it('whose answers two worlds of now give alike in words is a world that moved', async () => {
    const session = playIn(imagineWorld('session', START, FILES), (call) => void call('list', {}))
    const moved = { ...FILES, 'new.txt': '' }
    const plays = await Promise.all(
      [1, 2].map((n) => playAgainIn(imagineWorld(`fresh ${n}`, START + n, moved), session)),
    )

    expect(makeSequence(session, plays)).toMatchObject({
      kind: 'not-appliable',
      reasons: [{ call: 1, what: 'moved' }],
    })
  })
})

describe('a sequence under way', () => {
  it('stops at the first answer that is not as promised', async () => {
    const sequence = appliable(
      await makingOf(
        (call) => void [call('read', { path: 'a.txt' }), call('write', { path: 'x', text: 'y' })],
      ),
    )
    const world = imagineWorld('now', START, { ...FILES, 'a.txt': 'weight: 8\n' })

    expect(applyIn(world, sequence)).toBe('call 1: it has "8" instead of "7" at its text')
    expect(world.files.has('x')).toBe(false)
  })
  it('stops where an id that has to be a new one is that of another', async () => {
    const sequence = appliable(await makingOf((call) => void [open(call), open(call)]))
    const world = imagineWorld('now', START, FILES)
    const said = new Map<string, ReturnType<typeof world.call>>()
    const same = {
      ...world,
      call: (tool: string, args: JsonObject) =>
        said.get(tool) ?? said.set(tool, world.call(tool, args)).get(tool) ?? world.call(tool, args),
    }

    expect(applyIn(same, sequence)).toMatch(/^call 2: .* are both tk_/)
  })
  it('takes the items of a list, and the lines of a text, in any order', async () => {
    const sequence = appliable(await makingOf((call) => void call('list', {})))
    const world = imagineWorld('now', START, { 'b.txt': FILES['b.txt'], 'a.txt': FILES['a.txt'] })

    expect(applyIn(world, sequence)).toBeUndefined()
  })
})

describe('the text of a sequence', () => {
  it('says where each step stands, and refuses references ahead', async () => {
    const sequence = appliable(
      await makingOf((call) => {
        const { id } = open(call)
        call('write', { path: id, text: '' })
      }),
    )
    const text = writeSequence(sequence)
    const reading = readSequence(text)

    expect(reading).toMatchObject({ kind: 'ready', sequence })
    expect(
      reading.kind === 'ready' &&
        reading.sites.map(({ line }) => text.split('\n')[line - 1]?.includes('"tool"')),
    ).toEqual([true, true])
    expect(readSequence(text.replace('"call":1', '"call":2'))).toEqual({
      kind: 'invalid',
      why: 'Step 2 refers to call 2, which is not before it',
    })
  })

  it('of another build is one, and is refused: its references may be to other words', () => {
    const text = '{"format": "understudy.sequence/1", "own": {}, "steps": []}'

    expect(isSequenceText(text)).toBe(true)
    expect(readSequence(text)).toEqual({
      kind: 'invalid',
      why: 'Its format is "understudy.sequence/1", and this build reads "understudy.sequence/2"',
    })
  })
})

describe('what a session rests on', () => {
  it('is what it changes, makes and reads, and what was missing, as it was', () => {
    const session = playIn(imagineWorld('session', START, FILES), (call) => {
      call('read', { path: 'a.txt' })
      call('read', { path: 'none/c.txt' })
      call('write', { path: 'b.txt', text: 'other' })
      call('write', { path: 'new.txt', text: 'made' })
      call('read', { path: 'b.txt' })
    })

    const facts = worldFactsOf(session, { own: {}, resolve: (path) => `/w/${path}` })

    expect(
      facts.map(({ path, call, digest }) => [
        path,
        call,
        digest === undefined ? 'look' : digest === null ? 'absent' : 'known',
      ]),
    ).toEqual([
      ['/w', 3, 'look'],
      ['/w/a.txt', 3, 'look'],
      ['/w/b.txt', 3, 'look'],
      ['/w/new.txt', 4, 'look'],
      ['/w/none', 3, 'look'],
      ['/w/none/c.txt', 3, 'look'],
    ])
  })
})

describe('what is another one in a copy', () => {
  const said =
    (text: string) =>
    (call: PlayedCall): PlayedCall =>
      call.tool === 'list' ? { ...call, end: { kind: 'answered', outcome: outcomeOf(text) } } : call
  const info = (size: number, made: string): string => `size: ${size}\ncreated: ${made}\nisDirectory: true`
  const agent: ImaginedAgent = (call) =>
    void [call('list', { path: 'folder' }), call('write', { path: 'x', text: 'y' })]
  const making = (
    texts: readonly [string, string, string],
    options: Partial<SequenceOptions> = {},
  ): SequenceMaking => {
    const [session, ...plays] = texts.map((text, n) => {
      const play = playIn(imagineWorld('w', START + n, FILES), agent)
      return { ...play, calls: play.calls.map(said(text)) }
    })
    return makeSequence(session as Play, plays, { isFolder: (path) => path === 'folder', ...options })
  }
  const outcomeOf = (text: string) => ({
    kind: 'result' as const,
    content: [{ type: 'text' as const, text }],
  })

  it('is the size of a folder, and the time at which an old file was made: any will do for real', () => {
    const times = ['2026-03-04T10:11:12Z', '2026-03-04T10:11:15Z', '2026-03-04T10:11:17Z'] as const
    const [one, two, three] = times.map((time) => info(200, time))
    const followed = followSequence(appliable(making([one ?? '', two ?? '', three ?? ''])))

    expect(followed.answered(1, outcomeOf(info(4096, '2019-01-02T03:04:05Z')))).toBeUndefined()
  })

  it('is no other number', () => {
    const text = 'files: 8\nisDirectory: true'
    const followed = followSequence(appliable(making([text, text, text])))

    expect(followed.answered(1, outcomeOf(text.replace('8', '9')))).toMatch(/it has "9" instead of "8"/)
  })

  it('is told where an answer holds what only copies have', () => {
    expect(making(['GIT_X=1', 'GIT_X=1', 'GIT_X=1'], { onlyInCopies: ['GIT_X'] })).toMatchObject({
      reasons: [{ call: 1, what: 'differs', why: 'Call 1 is answered with GIT_X, which only a copy has' }],
    })
  })
})

describe('a time as people write it', () => {
  const agentOf =
    (path: string): ImaginedAgent =>
    (call) =>
      void [call('list', { path: 'x' }), call('write', { path, text: 'y' })]
  const making = (texts: readonly [string, string, string], path = 'x'): SequenceMaking => {
    const [session, ...plays] = texts.map((text, n) => {
      const play = playIn(imagineWorld('w', START + n, FILES), agentOf(path))
      return { ...play, calls: play.calls.map((call) => (call.tool === 'list' ? saying(call, text) : call)) }
    })
    return makeSequence(session as Play, plays)
  }

  it.each([
    ['10:09:33 PM', '10:10:01 PM', '10:10:03 PM'],
    ['11:59:59 AM', '12:00:02 PM', '12:00:04 PM'],
    ['11/24/2026, 10:09:58 PM', '11/24/2026, 10:10:01 PM', '11/24/2026, 10:10:03 PM'],
    ['24.11.2026, 22:09:58', '24.11.2026, 22:10:01', '24.11.2026, 22:10:03'],
    ['2026-11-24 22:09', '2026-11-24 22:10', '2026-11-24 22:10'],
  ] as const)('is none that moved where minutes agree by chance: %s', (...times) => {
    const texts = times.map((time) => `made at ${time} by Ann`)

    expect(making(texts as [string, string, string]).kind).toBe('appliable')
  })

  it('is another one for real where all worlds were played within its minute', async () => {
    const said = ['2026-11-24 22:09', '2026-11-24 22:09', '2026-11-24 22:09']
    const during = { fromMs: Date.parse('2026-11-24T22:09:30'), toMs: Date.parse('2026-11-24T22:09:50') }
    const agent: ImaginedAgent = (call) => void [call('list', {}), call('list', {})]
    const later = (options: SequenceOptions) =>
      makingSaying(
        agent,
        [said, ['due 2026-11-23 22:09', ...said.slice(1).fill('due 2026-11-23 22:09')]],
        options,
      )
        .then(appliable)
        .then((sequence) => followSequence(sequence))
    const followed = await later({ during })

    expect(followed.answered(1, resultOf('2026-11-24 22:11'))).toBeUndefined()
    expect(followed.answered(2, resultOf('due 2026-11-23 22:10'))).toContain('22:10')
    expect((await later({})).answered(1, resultOf('2026-11-24 22:11'))).toContain('22:11')
  })

  it('has moved where no session is so long', () => {
    const texts = ['2026-11-24 22:09', '2026-11-25 08:10', '2026-11-25 08:10'] as const

    expect(making(texts).kind).toBe('another-play')
  })

  it('is computed where only its hour and minute are written down', () => {
    const times = ['10:09:33 PM', '10:10:01 PM', '10:10:03 PM'] as const

    expect(making(times, 'at-10:09.txt')).toMatchObject({ reasons: [{ call: 2, what: 'computed' }] })
  })
})

describe('a log that a server writes once it has answered', () => {
  const line = (text: string, path: string): PlayedChange => ({
    ...{ path, change: 'changed', isInRoot: true },
    // Too large to be kept: what is in it cannot be compared.
    before: { kind: 'file', mode: 0o644, bytes: 9e6, digest: `sha256:${text}` },
    after: { kind: 'file', mode: 0o644, bytes: 9e6 + text.length, digest: `sha256:${text}+` },
  })
  const makingWith = (log: (play: Play, n: number) => Play): SequenceMaking => {
    const agent: ImaginedAgent = (call) =>
      void [call('write', { path: 'x', text: 'y' }), call('read', { path: 'none' }), call('pin', {})]
    const [session, ...plays] = [0, 1, 2].map((n) => log(playIn(imagineWorld('w', START, FILES), agent), n))
    return makeSequence(session as Play, plays)
  }
  const atCall = (play: Play, at: number, text: string, path = 'data/entries'): Play => ({
    ...play,
    calls: play.calls.map((call) =>
      call.n === at ? { ...call, changes: [...call.changes, line(text, path)] } : call,
    ),
  })

  it('is nobody’s effect, whether it is seen with the call that failed or with the next one', () => {
    expect(makingWith((play, n) => atCall(play, n === 1 ? 3 : 2, `error ${n}`)).kind).toBe('appliable')
  })

  it('is nobody’s effect where it is only seen with the next call, and called a log', () => {
    expect(makingWith((play, n) => atCall(play, 3, `error ${n}`, 'logs/all.txt')).kind).toBe('appliable')
    expect(makingWith((play, n) => atCall(play, 1, `made ${n}`, 'made.log')).kind).toBe('not-appliable')
  })

  it('is an effect where only calls wrote it that may have one', () => {
    expect(makingWith((play, n) => atCall(play, 3, `entry ${n}`)).kind).toBe('not-appliable')
    expect(makingWith((play, n) => atCall(play, 1, `entry ${n}`)).kind).toBe('not-appliable')
  })
})

verifies('sequence:moved-by-looking')

describe('what moves by being looked at', () => {
  const world = ['2026-02-01T08:00:00.000Z', '2026-01-01T07:00:01.000Z', '2025-12-01T06:00:02.000Z'] as const
  const stat = (read: string, written: string = world[0]) => JSON.stringify({ written, read })
  const writing: ImaginedAgent = (call) =>
    void [call('list', { path: 'a.txt' }), call('write', { path: 'x', text: `written ${world[0]}` })]

  it('is when a file was read last: any time will do for real, and the one beside it has to be the same', async () => {
    const sequence = appliable(await makingSaying(writing, [world.map((read) => stat(read))]))
    const answered = (said: string) => followSequence(sequence).answered(1, resultOf(said))

    expect(answered(stat('2026-03-05T00:00:00.000Z'))).toBeUndefined()
    expect(answered(stat(world[0], '2026-03-05T00:00:00.000Z'))).toMatch(/at \/written/)
  })

  it('is no time of which something else is told that stands beside it alike', async () => {
    const { steps } = appliable(await makingSaying(writing, [world.map((read) => stat(read))]))

    expect(steps[1]?.arguments).toEqual({ path: 'x', text: `written ${world[0]}` })
  })

  it('is no day that is written down, which is another one where nobody has read it', async () => {
    const agent: ImaginedAgent = (call) =>
      void [call('list', {}), call('write', { path: 'x', text: `on ${world[0].slice(0, 10)}` })]
    const { steps } = appliable(await makingSaying(agent, [world.map((read) => JSON.stringify({ read }))]))

    expect(steps[1]?.arguments).toEqual({ path: 'x', text: 'on 2026-02-01' })
  })

  it('is a figure that one tool says in one place: for real it may come twice, or not twice', async () => {
    const figure = (bytes: number) => JSON.stringify({ rss: bytes })
    const sequence = appliable(
      await makingSaying(
        (call) => void [call('list', {}), call('list', {})],
        [[43929600, 44781568, 44756992].map(figure), [43933696, 44912640, 44888064].map(figure)],
      ),
    )
    const followed = followSequence(sequence)

    expect([1, 2].map((n) => followed.answered(n, resultOf(figure(50_000_000))))).toEqual([
      undefined,
      undefined,
    ])
  })

  it('is put into no text in place of a time that stands elsewhere in each world alike', () => {
    const map = createOwnMap([{ session: world[0], other: world[1], kind: 'time' }])
    const before = map.render(`at ${world[0]}`)
    map.pin(world[0])

    expect([before, map.render(`at ${world[0]}`), map.explains(world[0], world[1])]).toEqual([
      ...[`at ${world[1]}`, `at ${world[0]}`, true],
    ])
  })

  it('is a figure that is written down, and comes again as another one', async () => {
    const figure = (bytes: number) => JSON.stringify({ rss: bytes })
    const agent: ImaginedAgent = (call) =>
      void [call('list', {}), call('write', { path: 'x', text: 'holds 43929600' }), call('list', {})]
    const { steps } = appliable(
      await makingSaying(agent, [
        [43929600, 44781568, 44756992].map(figure),
        [43929600, 44912640, 44888064].map(figure),
      ]),
    )

    expect(steps[1]?.arguments).toMatchObject({ text: { $text: ['holds ', { call: 1, pointer: '/rss' }] } })
  })

  it('is how long something took, where it was once the same by chance', async () => {
    const took = (ms: number) => `3 found in ${ms} ms`
    const sequence = appliable(
      await makingSaying(
        (call) => void [call('list', {}), call('list', {})],
        [[0, 0, 0].map(took), [0, 1, 0].map(took)],
      ),
    )
    const answered = (said: string) => followSequence(sequence).answered(1, resultOf(said))

    expect(answered(took(7))).toBeUndefined()
    expect(answered('4 found in 0 ms')).toMatch(/it has "4" instead of "3"/)
  })

  it('is what an exact figure beside it is in a larger unit', async () => {
    const memory = (bytes: number) => `${bytes} bytes, ${(bytes / 1e6).toFixed(1)} MB, 8 files`
    const sequence = appliable(
      await makingSaying((call) => void call('list', {}), [[44781568, 44756992, 44789760].map(memory)]),
    )
    const answered = (said: string) => followSequence(sequence).answered(1, resultOf(said))

    expect(answered(memory(51_000_001))).toBeUndefined()
    expect(answered(memory(51_000_001).replace('8', '9'))).toMatch(/it has "9" instead of "8"/)
  })

  it('is no world that moved where a figure is rounded to the same in all of now', async () => {
    const took = (ms: number) => `3 found in ${Math.round(ms)} ms (${ms.toFixed(3)} ms)`
    const making = await makingSaying((call) => void call('list', {}), [[0.412, 0.935, 1.021].map(took)])

    expect(followSequence(appliable(making)).answered(1, resultOf(took(7.2)))).toBeUndefined()
  })

  it('is a number of milliseconds with parts of one, or without: each is a time', async () => {
    const file = (atimeMs: number) => JSON.stringify({ atimeMs })
    const sequence = appliable(
      await makingSaying(
        (call) => void [call('list', {}), call('list', {})],
        [
          [1_795_727_582_160, 1_792_260_111_000, 1_788_792_640_000].map(file),
          [1_795_727_582_246, 1_792_260_111_000, 1_788_792_640_000].map(file),
        ],
      ),
    )
    const followed = followSequence(sequence)

    expect([1, 2].map((n) => followed.answered(n, resultOf(file(1_795_727_588_245.1292))))).toEqual([
      ...[undefined, undefined],
    ])
  })

  it.each([
    ['as it is', 31_207],
    ['less one', 31_206],
  ])('cannot be done again where a short number of it stands in a text, %s', async (_, written) => {
    const status = (pid: number) => JSON.stringify({ pid, line: `process ${pid} runs` })
    const agent: ImaginedAgent = (call) =>
      void [call('list', {}), call('write', { path: 'x', text: `before ${written}` })]

    expect(await makingSaying(agent, [[31_207, 8_114, 20_055].map(status)])).toMatchObject({
      reasons: [{ call: 2, what: 'computed' }],
    })
  })
})

function outcomeOfError(text: string): PlayedCall['end'] {
  return { kind: 'answered', outcome: { kind: 'tool-error', content: [{ type: 'text', text }] } }
}

function saying(call: PlayedCall, text: string): PlayedCall {
  return {
    ...call,
    end: { kind: 'answered', outcome: { kind: 'result', content: [{ type: 'text', text }] } },
  }
}

async function makingOf(
  agent: ImaginedAgent,
  change: (call: PlayedCall) => PlayedCall = (call) => call,
): Promise<SequenceMaking> {
  const played = playIn(imagineWorld('session', START, FILES), agent)
  const session = { ...played, calls: played.calls.map(change) }
  const plays = await Promise.all(
    [1, 2].map((n) => playAgainIn(imagineWorld(`fresh ${n}`, START + n * 61_000 + n, FILES), session)),
  )
  return makeSequence(session, plays)
}

function appliable(making: SequenceMaking): Sequence {
  if (making.kind !== 'appliable') throw new Error(JSON.stringify(making))
  return making.sequence
}

function read(sequence: Sequence): Sequence {
  const reading = readSequence(writeSequence(sequence))
  if (reading.kind !== 'ready') throw new Error(reading.why)
  return reading.sequence
}

function open(call: Parameters<ImaginedAgent>[0]): {
  readonly id: string
  readonly at: string
  readonly ms: number
} {
  const { id, at, ms } = objectOf(call('open', { title: 'paint' }))
  return { id: String(id), at: String(at), ms: Number(ms) }
}

function commit(call: Parameters<ImaginedAgent>[0]): string {
  return /[0-9a-f]{40}/.exec(String(call('commit', { message: 'm' })))?.[0] ?? ''
}

function objectOf(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {}
}

it.each(['run-migabcde', 'run-MIGABCDE', 'migabcde.txt'])(
  'a time in base 36 is computed, though no digit is in it: %s',
  async (path) => {
    const times = [1_764_178_476_386, 1_764_178_477_386, 1_764_178_478_386]
    const agent: ImaginedAgent = (call) => void [call('list', {}), call('write', { path, text: 'x' })]

    expect(await makingSaying(agent, [times.map((at) => JSON.stringify({ at }))])).toMatchObject({
      reasons: [{ call: 2, what: 'computed' }],
    })
  },
)
