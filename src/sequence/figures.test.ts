import { describe, expect, it } from 'vitest'
import { type ImaginedAgent, makingSaying, resultOf } from '../../test/sequence/imagined-world.js'
import { verifies } from '../../test/verifies.js'
import { followSequence } from './index.js'

verifies('sequence:own-values')

const writing =
  (text: string): ImaginedAgent =>
  (call) =>
    void [call('list', {}), call('write', { path: 'x', text })]

/** In the session and in both plays. */
const alike = (said: string): readonly string[] => [said, said, said]

describe('a figure that a server measured', () => {
  it.each([
    ['alike by chance, by its name', alike('{"load":0.52}'), 'load 0.52'],
    ['alike by chance, by itself', alike('{"memory":{"used_mb":44}}'), '44'],
    ['alike by chance, in another sentence', alike('Heap: 44 MB of 96 MB'), 'The server holds 44'],
    ['alike by chance, with its unit on it', alike('3 found in 12ms'), 'It took 12ms.'],
    ['alike by chance, with parts of a second', alike('done in 0.3s'), 'needed 0.3 s'],
    ['alike by chance, one of a list', alike('{"loadavg":[0.52,0.4]}'), 'It was 0.52 then'],
    ['alike by chance, in that time', alike('changed in 3 secs'), 'a: 3 secs'],
    ['alike by chance, in JSON', alike('{"uptime_seconds":7}'), '{"uptime_seconds":7}'],
    ['as a measure', ['took 12 ms', 'took 14 ms', 'took 15 ms'], 'It took 12 in all.'],
    ['of two digits', ['{"sheep":44}', '{"sheep":45}', '{"sheep":46}'], 'I saw 44'],
    ['of one digit, by its name', ['sheep: 4', 'sheep: 5', 'sheep: 6'], 'sheep = 4'],
    ['of one digit, by its unit', ['4 sheep', '5 sheep', '6 sheep'], 'has 4 sheep'],
    ['in a larger unit', ['{"rss":43929600}', '{"rss":44781568}', '{"rss":44756992}'], 'about 43.9 MB'],
  ])('is another one for real where it is written down: %s', async (_, said, text) => {
    expect(await makingSaying(writing(text), [said])).toMatchObject({
      reasons: [{ call: 2, what: 'computed' }],
    })
  })

  it.each([
    ['a count beside it', ['3 found in 12 ms', '3 found in 14 ms', '3 found in 15 ms'], '3 have it'],
    ['a digit of nobody’s', ['done in 4 ms', 'done in 5 ms', 'done in 6 ms'], '4 notes, page 4'],
    ['a count of as many', ['took 12 ms', 'took 14 ms', 'took 15 ms'], 'It is well, in 12 lines.'],
    [
      'a count beside a time',
      [1_795_736_004, 1_795_736_009, 1_795_736_014].map((at) => JSON.stringify({ at, files: 1 })),
      'files: 1',
    ],
    ['what a service was given', alike('{"memory":512,"cpu":0.5}'), 'memory: 512, cpu: 0.5'],
    ['how long something shall last', alike('Standup, duration: 45 minutes, in 30 s'), '45 minutes, 30 s'],
    ['what somebody set', alike('{"memory_limit_mb":512,"cpu_count":4}'), '512 MB, 4 cores'],
    [
      'what another place says, too',
      ['took 14 ms, 14 in all', 'took 15 ms, 14 in all', 'took 16 ms, 14 in all'],
      'all 14 of them',
    ],
    ['what is as long as a name', alike('a memory of 3 friends'), 'of 3 friends'],
  ])('is none that is written down: %s', async (_, said, text) => {
    expect(await makingSaying(writing(text), [said])).toMatchObject({ kind: 'appliable' })
  })

  it.each([
    ['a number', (n: number) => JSON.stringify({ rss: 43_929_600 + n }), String(43_929_600), '43929605'],
    ['how long ago', (n: number) => `a.txt, changed ${n + 3} seconds ago`, '3 seconds ago', '8 seconds ago'],
  ])(
    'is followed where it is long and alike in each copy, as what is said then: %s',
    async (_, said, was, is) => {
      const making = await makingSaying(
        (call) =>
          void [call('list', {}), call('write', { path: 'x', text: `holds ${was}` }), call('list', {})],
        [alike(said(0)), alike(said(0))],
      )
      if (making.kind !== 'appliable') throw new Error(JSON.stringify(making))
      const followed = followSequence(making.sequence)
      const whys = [followed.answered(1, resultOf(said(5)))]
      const ready = followed.argumentsOf(2)
      whys.push(followed.answered(2, resultOf('written')), followed.answered(3, resultOf(said(6))))

      expect(whys).toEqual([undefined, undefined, undefined])
      expect(ready).toMatchObject({ arguments: { text: `holds ${is}` } })
    },
  )

  it.each([
    ['their mean', '44.36 MB'],
    ['their sum', 'together 88.7'],
    ['how far apart they are', 'grew by 852 kB'],
  ])('is computed from where several are one number: %s', async (_, text) => {
    const figure = (bytes: number) => JSON.stringify({ rss: bytes })
    const agent: ImaginedAgent = (call) =>
      void [call('list', {}), call('list', {}), call('write', { path: 'x', text })]
    const making = await makingSaying(agent, [
      [43_929_600, 44_912_640, 44_888_064].map(figure),
      [44_781_568, 44_756_992, 44_789_760].map(figure),
    ])

    expect(making).toMatchObject({ reasons: [{ call: 3, what: 'computed' }] })
  })

  it('is no id where it is written down: for real it may be the same in two answers, or not', async () => {
    const figure = (bytes: number) => JSON.stringify({ rss: bytes })
    const rss = [43929600, 44781568, 44756992].map(figure)
    const making = await makingSaying(
      (call) =>
        void [call('list', {}), call('write', { path: 'x', text: 'holds 43929600' }), call('list', {})],
      [rss, rss],
    )
    if (making.kind !== 'appliable') throw new Error(JSON.stringify(making))
    const followed = followSequence(making.sequence)
    const said = [resultOf(figure(50_000_000)), resultOf('written'), resultOf(figure(51_000_000))]

    expect(said.map((each, i) => followed.answered(i + 1, each))).toEqual([undefined, undefined, undefined])
  })

  it('is none of the session where one world rounds it as the session did, and another one does not', async () => {
    const status = (rss: number) => JSON.stringify({ rss, line: `up 0 s, ${(rss / 1e6).toFixed(1)} MB` })
    const worlds = [
      [43704320, 43704320, 43749376],
      [44040192, 44040192, 44040192],
      [43474944, 43597824, 43728896],
    ]
    const making = await makingSaying(
      (call) => void [call('list', {}), call('list', {}), call('list', {})],
      [0, 1, 2].map((n) => worlds.map((world) => status(world[n] ?? 0))),
    )
    if (making.kind !== 'appliable') throw new Error(JSON.stringify(making))
    const followed = followSequence(making.sequence)

    const whys = [43839488, 43900928, 43999232].map((rss, i) =>
      followed.answered(i + 1, resultOf(status(rss))),
    )

    expect(whys).toEqual([undefined, undefined, undefined])
  })

  it.each([
    'loaded in 12 ms',
    'up 3 s',
    '{"cpu":0.2}',
    'a.txt: changed 2 minutes ago',
    'just now',
    '{"rss":43929600,"line":"pid none, 43.9 MB"}',
  ])('may be any for real where nobody wrote it down, though all copies say it alike: %s', async (said) => {
    const making = await makingSaying(
      (call) => void [call('list', {}), call('read', { path: 'a.txt' })],
      [alike(said)],
    )
    if (making.kind !== 'appliable') throw new Error(JSON.stringify(making))
    const other =
      said === 'just now'
        ? '5 seconds ago'
        : said.replace('43.9', '44.8').replace(/\d+(?:\.\d+)?/, '49000000')

    expect(followSequence(making.sequence).answered(1, resultOf(other))).toBeUndefined()
  })

  it.each<[string, ImaginedAgent, number, string]>([
    ['the agent', (call) => void [call('write', { path: 'x', text: 'uptime: 99' }), call('list', {})], 2, ''],
    ['a file of before', (call) => void call('list', {}), 1, 'a service, uptime: 99 %'],
  ])('has to be as it was where it comes from %s', async (_, agent, n, file) => {
    const isInWorld = (text: string): boolean => file.includes(text)
    const making = await makingSaying(agent, [alike('uptime: 99')], { isInWorld })
    if (making.kind !== 'appliable') throw new Error(JSON.stringify(making))
    const followed = followSequence(making.sequence)
    if (n > 1) followed.answered(1, resultOf('written'))

    expect(followed.answered(n, resultOf('uptime: 98'))).toMatch(/"98" instead of "99"/)
  })
})
