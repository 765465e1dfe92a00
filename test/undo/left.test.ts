/** What an undo leaves and names, and that all else is put back: by a user to whom things may be closed, as root they never are. */
import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestUser, testUser, whyNoCopies } from '../copy/disposable-world.js'
import { verifies } from '../verifies.js'

interface KeptCase {
  /** Of the run, and of its folder. */
  readonly name: string
  readonly prepare?: string
  readonly calls: readonly string[]
  /** As a copy would show them; paths in the folder. `text`: what a file holds then. */
  readonly changes: readonly {
    readonly change: 'made' | 'changed' | 'removed' | 'renamed'
    readonly path: string
    readonly from?: string
    readonly kind?: 'folder' | 'link'
    readonly call: number
    readonly text?: string
  }[]
  /** Killed while its last call was under way. */
  readonly open?: boolean
  /** What somebody does once the run is over. */
  readonly meanwhile?: string
  /** A first undo ends after so many steps. */
  readonly cutOff?: number
}

interface Undone {
  /** By path: why. */
  readonly left: Readonly<Record<string, string>>
  readonly unshown: readonly string[]
  readonly stands: Readonly<Record<string, string>>
}

const reason = whyNoCopies()

describe.skipIf(reason !== undefined)(`an undo${reason === undefined ? '' : ` (${reason})`}`, () => {
  verifies('undo:bytes')
  let user: TestUser
  beforeAll(async () => {
    user = await testUser()
  })
  afterAll(() => user[Symbol.asyncDispose]())

  function keptRuns(cases: readonly KeptCase[], act: 'run' | 'undo'): Readonly<Record<string, Undone>> {
    const [command, args] = user.node('../undo/kept-run.mjs', act, user.folder, JSON.stringify(cases))
    return JSON.parse(execFileSync(command, args, { cwd: user.folder, encoding: 'utf8' })) as Record<
      string,
      Undone
    >
  }

  test('of a run that stopped half-way puts back what was done, and names what nobody knows to be its work', () => {
    const changes = [
      { change: 'changed', path: 'f', call: 1, text: 'two\n' },
      { change: 'made', path: 'new', call: 1, text: 'new\n' },
      { change: 'changed', path: 'g', call: 2, text: 'two\n' },
      { change: 'removed', path: 'h', call: 2 },
      { change: 'changed', path: 'i', call: 3, text: 'two\n' },
    ] as const
    const prepare = 'for f in f g h i; do echo one > $f; done'
    const first = 'echo two > f; echo new > new'
    const cases: readonly KeptCase[] = [
      { name: 'stopped', prepare, changes, calls: [first] },
      // The second call did a part of what it was to do, and something else.
      { name: 'killed', prepare, changes, calls: [first, 'rm h; echo half > g'], open: true },
      { name: 'twice', prepare, changes, calls: [first, 'rm h; echo half > g'], open: true, cutOff: 1 },
      { name: 'somebody', prepare, changes, calls: [first], meanwhile: 'echo mine > i; echo mine > f' },
    ]
    keptRuns(cases, 'run')
    const { stopped, killed, twice, somebody } = keptRuns(cases, 'undo')

    const before = { f: 'one', g: 'one', h: 'one', i: 'one' }
    expect(stopped).toEqual({ left: {}, unshown: [], stands: before })
    expect(killed).toEqual({
      left: { g: 'it was changed while the run was on, and not as the copy had shown' },
      unshown: [],
      stands: { ...before, g: 'half' },
    })
    expect(twice).toEqual(killed)
    expect(somebody).toEqual({
      left: { f: 'it has been changed since' },
      unshown: [],
      stands: { ...before, f: 'mine', i: 'mine' },
    })
  })

  test('names and leaves what is otherwise than the run left it, whatever stands there now', () => {
    const files = ['text', 'folder', 'link', 'gone', 'closed', 'again', 'still']
    const meanwhile = [
      'echo mine > text; rm folder; mkdir folder; echo mine > folder/x',
      'echo out > ../out; rm link; ln -s ../out link; rm gone; chmod 400 closed',
      'rm made; mkdir made; rm made2; ln -s ../out made2; echo mine > removed; mkdir removed2',
    ].join('; ')
    const each: KeptCase = {
      name: 'otherwise',
      prepare: `for f in ${files.join(' ')} removed removed2; do echo one > $f; done`,
      calls: [
        `for f in ${files.join(' ')}; do echo two > $f; done; echo new > made; echo new > made2; echo new > made3; rm removed removed2`,
      ],
      changes: [
        ...files.map((path) => ({ change: 'changed', path, call: 1 }) as const),
        ...['made', 'made2', 'made3'].map((path) => ({ change: 'made', path, call: 1 }) as const),
        ...['removed', 'removed2'].map((path) => ({ change: 'removed', path, call: 1 }) as const),
      ],
      // Written anew with equal bytes it is as the run left it.
      meanwhile: `${meanwhile}; rm again; echo two > again`,
    }
    keptRuns([each], 'run')
    const { otherwise } = keptRuns([each], 'undo')

    const since = 'it has been changed since'
    expect(otherwise?.left).toEqual({
      ...{ text: since, folder: since, link: since, closed: since, made: since, made2: since },
      ...{ gone: 'it has been removed since', removed: 'it has been made anew since' },
      removed2: 'it has been made anew since',
    })
    expect(otherwise?.stands).toEqual({
      ...{ text: 'mine', folder: 'a folder', 'folder/x': 'mine', link: '-> ../out', closed: 'two' },
      ...{ made: 'a folder', made2: '-> ../out', removed: 'mine', removed2: 'a folder' },
      ...{ again: 'one', still: 'one' },
    })
    expect(user.sh('cat out')).toBe('out\n')
  })

  test('names and leaves what is closed to it, half of nothing is written, and puts the rest back', () => {
    const changes = [
      { change: 'changed', path: 'f', call: 1 },
      { change: 'changed', path: 'd/f', call: 1 },
      { change: 'made', path: 'd/new', call: 1 },
    ] as const
    const prepare = 'mkdir d; echo one > f; echo one > d/f; echo one > d/beside'
    const calls = ['echo two > f; echo two > d/f; echo new > d/new']
    const cases: readonly KeptCase[] = [
      { name: 'read-only', prepare, calls, changes, meanwhile: 'chmod 555 d' },
      { name: 'shut', prepare, calls, changes, meanwhile: 'chmod 000 d' },
      // By the run itself.
      { name: 'shut-by-it', prepare, calls: [`${calls[0]}; chmod 000 d`], changes },
      { name: 'not-writable', prepare, calls: [`${calls[0]}; chmod 400 f`], changes },
    ]
    keptRuns(cases, 'run')
    const undone = keptRuns(cases, 'undo')

    const before = { f: 'one', d: 'a folder', 'd/f': 'one', 'd/beside': 'one' }
    const half = { ...before, 'd/f': 'two', 'd/new': 'new' }
    const refused = expect.stringMatching(/^the system refused it \(EACCES/)
    const unseen = 'it is closed to us'
    expect(undone['read-only']).toEqual({
      ...{ left: { 'd/f': refused, 'd/new': refused }, unshown: [], stands: half },
    })
    const shut = { left: { 'd/f': unseen, 'd/new': unseen }, unshown: [], stands: half }
    expect(undone.shut).toEqual(shut)
    expect(undone['shut-by-it']).toEqual({ ...shut, unshown: ['d'] })
    expect(undone['not-writable']).toEqual({ left: {}, unshown: [], stands: before })
  })

  test.skipIf(process.getuid?.() !== 0)('names and leaves what belongs to another user', () => {
    const each: KeptCase = {
      name: 'owners',
      prepare: 'echo one > f; echo one > since',
      calls: ['echo two > f; echo two > since; echo two > theirs'],
      changes: ['f', 'since', 'theirs'].map((path) => ({ change: 'changed', path, call: 1 }) as const),
    }
    // Its server belongs to another user, who alone may take away there what is his.
    const sticky: KeptCase = {
      ...{ name: 'sticky', prepare: 'echo one > f', calls: ['true'], open: true },
      changes: [{ change: 'changed', path: 'f', call: 1, text: 'two\n' }],
    }
    const folder = join(user.folder, each.name)
    const shared = join(user.folder, sticky.name)
    mkdirSync(shared)
    chmodSync(shared, 0o1777)
    mkdirSync(folder, { mode: 0o777 })
    writeFileSync(join(folder, 'theirs'), 'one\n')
    execFileSync('chmod', ['a+rwX', folder, join(folder, 'theirs')])
    keptRuns([each, sticky], 'run')
    rmSync(join(shared, 'f'))
    writeFileSync(join(shared, 'f'), 'two\n')
    chownSync(join(folder, 'since'), 0, 0)
    const { owners, sticky: served } = keptRuns([each, sticky], 'undo')

    expect(owners).toEqual({
      unshown: [],
      left: {
        since: 'it belongs to another user or group since',
        theirs: expect.stringContaining('belongs to another user'),
      },
      stands: { f: 'one', since: 'two', theirs: 'two' },
    })
    expect(served).toEqual({
      left: { f: expect.stringMatching(/^the system refused it \(EPERM/) },
      ...{ unshown: [], stands: { f: 'two' } },
    })
  })
})
