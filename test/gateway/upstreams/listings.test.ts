/** The servers of a gateway that may call none. */
import { writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { manualClock } from '../../../src/base/index.js'
import { createStarts } from '../../../src/gateway/copies/starts.js'
import { createListings } from '../../../src/gateway/upstreams/create-listings.js'
import { createLock } from '../../../src/registry/index.js'
import { isRunning } from '../../../src/transport/index.js'
import { fixture } from '../../fixtures/start-server.js'
import { verifies } from '../../verifies.js'
import { call, createNotebook, createRequester, openUpstreams, PATIENT } from './set-up.js'

verifies('gateway:listed-in-copies', 'gateway:listings-cannot-call', 'gateway:upstreams-on-demand')

describe('listings', () => {
  test.each(['legacy', 'auto', 'modern'] as const)(
    'list the tools of a server, which is gone before they are given (%s)',
    async (era) => {
      using notebook = createNotebook()
      const server = era === 'modern' ? 'modern-echo' : 'many-moods'
      const entry = notebook.entry('one', server, { STARTS: notebook.path('pids') })
      await using listings = createListings({ entries: [entry], ...PATIENT, era })

      const { registry, unavailable } = await listings.catalogue()

      expect(notebook.pids().length).toBeGreaterThan(0)
      expect(notebook.pids().filter(isRunning)).toEqual([])
      expect(registry.tools.map(({ name }) => name)).toContain('echo')
      expect(unavailable).toEqual([])
      expect(listings.health()).toEqual([{ server: 'one', state: 'ready', sessions: 0, failures: 0 }])
      expect(notebook.calls()).toEqual([])
    },
  )

  test('ask each server once, and know nothing that could be called', async () => {
    using notebook = createNotebook()
    await using listings = createListings({ entries: [notebook.entry('one')], ...PATIENT })

    await Promise.all([listings.catalogue(), listings.catalogue()])
    await listings.catalogue()

    expect(notebook.pids()).toHaveLength(1)
    expect(Object.keys(listings)).toEqual(['servers', 'catalogue', 'onChange', 'health', 'close'])
  })

  test('name the server that cannot be asked, and leave nothing of it behind', async () => {
    using notebook = createNotebook()
    const entries = [notebook.entry('refuses', 'list-error'), notebook.entry('one')]
    await using listings = createListings({ entries, ...PATIENT })

    const { registry, unavailable } = await listings.catalogue()

    expect(registry.servers.map(({ server }) => server)).toEqual(['one'])
    expect(unavailable).toMatchObject([{ server: 'refuses' }])
    expect(listings.health()).toMatchObject([{ state: 'waiting', failures: 1 }, { state: 'ready' }])
    expect(notebook.pids().filter(isRunning)).toEqual([])
  })

  test('end the server that they are just asking when they are closed', async () => {
    using notebook = createNotebook()
    const entry = notebook.entry('silent', 'silent')
    const listings = createListings({ entries: [entry], ...PATIENT })
    const reading = expect(listings.catalogue()).rejects.toMatchObject({ code: 'ALREADY_CLOSED' })
    await expect.poll(() => listings.health()).toMatchObject([{ state: 'starting' }])

    await listings.close()

    await reading
  })
})

describe('a server that starts in a copy', () => {
  test('is not started outside for what it lists there, and did not tell it itself', async () => {
    using notebook = createNotebook()
    const starts = createStarts()
    await using listings = createListings({ entries: [notebook.entry('one')], ...PATIENT, starts })
    const tools = [{ name: 'copied', inputSchema: { type: 'object' as const } }]

    const reading = listings.catalogue()
    using copy = starts.inCopy(['one'], true)
    copy.onListed('one', { server: 'one', tools })
    const { registry, asked } = await reading

    expect(registry.tools.map(({ name }) => name)).toEqual(['copied'])
    expect([asked, notebook.pids()]).toEqual([[], []])
    expect(copy.wasBeside).toBe(false)
  })

  test.each(['it lists nothing there', 'takes too long there'])(
    'is started outside where %s, which the copy hears of',
    async (why) => {
      using notebook = createNotebook()
      const [starts, clock] = [createStarts(), manualClock()]
      const listed = { entries: [notebook.entry('one')], ...PATIENT, clock, starts }
      await using listings = createListings(listed)
      using copy = starts.inCopy(['one'], true)

      const reading = listings.catalogue()
      if (why === 'it lists nothing there') copy.onListed('one', undefined)
      else await expect.poll(() => clock.advance(listed.listPatienceMs / 10) ?? copy.wasBeside).toBe(true)
      const { asked } = await reading

      expect([asked, notebook.pids().length, copy.wasBeside]).toEqual([['one'], 1, true])
    },
  )

  test('is started nowhere else once the gateway is closed', async () => {
    using notebook = createNotebook()
    const starts = createStarts()
    const listings = createListings({ entries: [notebook.entry('one')], ...PATIENT, starts })
    const copy = starts.inCopy(['one'], true)
    const reading = expect(listings.catalogue()).rejects.toMatchObject({ code: 'ALREADY_CLOSED' })

    const closing = listings.close()
    copy[Symbol.dispose]()
    await closing

    await reading
    expect(notebook.pids()).toEqual([])
  })
})

describe('a contract lock', () => {
  async function lockedFixture(notebook: ReturnType<typeof createNotebook>, name = 'many-moods') {
    const entry = notebook.entry('one', name)
    await using listings = createListings({ entries: [entry], ...PATIENT })
    const { registry } = await listings.catalogue()
    const lock = createLock(registry.servers)
    writeFileSync(notebook.path('pids'), '')
    return { entry, lock }
  }
  const started = (notebook: ReturnType<typeof createNotebook>) => notebook.pids().filter((pid) => pid > 0)

  test('that is fresh is read in place of starting anybody', async () => {
    using notebook = createNotebook()
    const { entry, lock } = await lockedFixture(notebook)
    await using listings = createListings({ entries: [entry], ...PATIENT, lock })

    const { registry } = await listings.catalogue()

    expect(registry.find('one', 'echo')).toMatchObject({
      ...{ kind: 'found', tool: { definition: { description: 'Says what it is told' } } },
    })
    expect(started(notebook)).toEqual([])
  })

  test('of a server that is launched in another way now is not fresh', async () => {
    using notebook = createNotebook()
    const { entry, lock } = await lockedFixture(notebook)
    const launch = { ...entry.launch, ...fixture('many-moods', ['--more']) }
    await using listings = createListings({ entries: [{ name: 'one', launch }], ...PATIENT, lock })

    await listings.catalogue()

    expect(started(notebook)).toHaveLength(1)
  })

  test('gives way to what the server says once it was started, and that is told', async () => {
    using notebook = createNotebook()
    const { entry, lock } = await lockedFixture(notebook)
    const [locked] = lock.servers
    if (locked === undefined) throw new Error('one was locked')
    const older = { ...lock, servers: [{ ...locked, tools: locked.tools.slice(0, 1) }] }
    await using upstreams = openUpstreams(notebook, [entry], { lock: older })
    const before = await upstreams.catalogue()
    const told = new Promise((resolve) => upstreams.onChange(resolve))

    await call(upstreams, 'one', createRequester('anybody'), 'echo')

    expect(await told).toEqual({ server: 'one', what: 'tools' })
    const after = await upstreams.catalogue()
    expect([before, after].map(({ registry }) => registry.tools.length)).toEqual([1, 11])
    expect(after.registry.find('one', 'echo')).toMatchObject({
      tool: { definition: { description: 'Says what it is told' } },
    })
  })
})
