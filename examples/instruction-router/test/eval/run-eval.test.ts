/** The command on folders of its own: what it prints, keeps and answers. */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { verifies } from '../../../../test/verifies.js'
import { runEval } from '../../src/eval/run-eval.js'

verifies('router:eval')

const BACKUP = `---
title: Backups
description: How backups are made and restored
routing: { triggers: { keywords: [backup, restore], nlp: "Make or restore a backup of the database" } }
---
# Backups
Restore one each month.
`
const PARKING = `---
title: Rules of the house
description: Where guests park their cars
routing: { triggers: { keywords: [parking, cars], nlp: "Find a place for the car of a guest" } }
---
# Parking
Behind the house.
`
const PROMPTS = `format: routing-prompts/1
prompts:
  - { id: restore, kind: explicit, message: how do I restore a backup, expect: [ops/backups] }
  - { id: park, kind: explicit, message: where can guests park their cars, expect: [house/rules] }
  - { id: fine, kind: approval, message: "yes, go ahead", expect: [] }
`
const FILES = {
  'kb/ops/backups.instructions.md': BACKUP,
  'kb/house/rules.instructions.md': PARKING,
  'prompts.yaml': PROMPTS,
}

describe('the command eval', () => {
  it('prints the figures of both engines, and fits 80 columns', async () => {
    await using folder = await filled(FILES)

    const { code, printed, noted } = await folder.eval()

    expect(code).toBe(0)
    expect(noted).toMatch(/^Routing 3 prompts by \S+ and \S+$/)
    expect(printed.split('\n').filter((line) => line.length > 80)).toEqual([])
    expect(printed).toMatch(/^3 prompts, 2 instructions\./)
    expect(printed.match(/0 of 3 prompts not flawless/g)).toHaveLength(2)
  })
  it('prints the same as JSON, twice the same', async () => {
    await using folder = await filled(FILES)

    const [first, second] = [await folder.eval('--format', 'json'), await folder.eval('--format', 'json')]

    expect(second).toEqual(first)
    const { engines, ...rest } = JSON.parse(first.printed)
    expect(rest).toEqual({ format: 'routing-eval/1', instructions: 2, prompts: 3, limit: 5 })
    expect(engines).toHaveLength(2)
    for (const { slices } of engines)
      expect(slices[0].figures).toMatchObject({
        first: { value: 1, low: 1, high: 1, prompts: 2 },
        recall: { value: 1, low: 1, high: 1, prompts: 2 },
        mrr: { value: 1, low: 1, high: 1, prompts: 2 },
        silence: { value: 1, low: 1, high: 1, prompts: 1 },
      })
  })
  it('lists wrong routes when asked', async () => {
    const wrong = PROMPTS.replace('[house/rules]', '[ops/backups]')
    await using folder = await filled({ ...FILES, 'prompts.yaml': wrong })

    const { printed } = await folder.eval('--flaws', 'all')

    expect(printed).toContain(
      '  park (explicit, test)\n    "where can guests park their cars"\n    expected  ops/backups\n',
    )
  })
  it('explains itself', async () => {
    await using folder = await filled({})

    expect((await folder.run('--help')).printed).toMatch(/^Usage: npm run eval -- \[options\]\n/)
  })
})

describe('the baseline', () => {
  const WORSE = PARKING.replaceAll(/park(ing)?|cars?|guests?/gi, 'nothing')

  it('is written once, and holds as long as nothing gets worse', async () => {
    await using folder = await filled(FILES)

    expect((await folder.eval('--baseline', folder.path('b.json'), '--update-baseline')).code).toBe(0)
    expect((await folder.eval('--baseline', folder.path('b.json'))).code).toBe(0)
  })
  it('fails a figure that falls, tells it, and is not lowered by an update', async () => {
    await using folder = await filled(FILES)
    const baseline = ['--baseline', folder.path('b.json')]
    await folder.eval(...baseline, '--update-baseline')
    const before = await readFile(folder.path('b.json'), 'utf8')
    await folder.write({ 'kb/house/rules.instructions.md': WORSE })

    const held = await folder.eval(...baseline)
    const updated = await folder.eval(...baseline, '--update-baseline')

    expect(held.code).toBe(1)
    expect(held.noted).toMatch(/Below the baseline .*\n {2}\S+, all, first: 1 before, 0\.5 now\n/)
    expect(updated.code).toBe(1)
    expect(updated.noted).toContain('Not updated: figures may only rise')
    expect(await readFile(folder.path('b.json'), 'utf8')).toBe(before)
  })
  it('rises when told to, and then fails what it allowed before', async () => {
    await using folder = await filled({ ...FILES, 'kb/house/rules.instructions.md': WORSE })
    const baseline = ['--baseline', folder.path('b.json')]
    await folder.eval(...baseline, '--update-baseline')
    await folder.write({ 'kb/house/rules.instructions.md': PARKING })

    const risen = await folder.eval(...baseline)
    const updated = await folder.eval(...baseline, '--update-baseline')
    await folder.write({ 'kb/house/rules.instructions.md': WORSE })

    expect([risen.code, updated.code]).toEqual([0, 0])
    expect(risen.noted).toContain('rose above the baseline: --update-baseline keeps what rose')
    expect((await folder.eval(...baseline)).code).toBe(1)
  })
  it('fails for other prompts until it is measured anew', async () => {
    await using folder = await filled(FILES)
    const baseline = ['--baseline', folder.path('b.json')]
    await folder.eval(...baseline, '--update-baseline')
    await folder.write({ 'prompts.yaml': PROMPTS.replace('where can', 'where may') })

    const held = await folder.eval(...baseline)

    expect(held.code).toBe(1)
    expect(held.noted).toContain('was measured on other prompts\nHint: --update-baseline measures it anew')
    expect((await folder.eval(...baseline, '--update-baseline')).code).toBe(0)
    expect((await folder.eval(...baseline)).code).toBe(0)
  })
  it('of our own prompts holds', async () => {
    await using folder = await filled({})

    const { code, noted } = await folder.run('--resamples', '1')

    expect({ code, noted }).toEqual({ code: 0, noted: expect.not.stringContaining('Warning') })
  })
})

describe('what cannot be measured is told with its place', () => {
  it.each([
    {
      title: 'a label that names no file',
      files: { 'prompts.yaml': PROMPTS.replace('ops/backups', 'ops/backup') },
      error:
        /^Error: Labels name files that are not in ".*kb":\n {2}.*prompts\.yaml:3: "ops\/backup"\nHint: /,
    },
    {
      title: 'a label whose file is broken, beside the reason',
      files: { 'kb/ops/backups.instructions.md': '---\ntitle: [\n---\n' },
      error: /^Warning: ops\/backups\.instructions\.md: .*; it is left out\nError: Labels name files/,
    },
    {
      title: 'a prompt of an unknown kind',
      files: { 'prompts.yaml': PROMPTS.replace('approval', 'consent') },
      error: /^Error: Prompts do not have their form:\n {2}.*prompts\.yaml:5: "\/prompts\/2\/kind" /,
    },
    {
      title: 'an empty set',
      files: { 'prompts.yaml': 'format: routing-prompts/1\nprompts: []\n' },
      error: /^Error: Cannot measure with ".*prompts\.yaml": it holds no prompts$/,
    },
    {
      title: 'prompts that are no YAML',
      files: { 'prompts.yaml': `${PROMPTS}  - { id: [` },
      error: /^Error: Cannot read prompts: .*prompts\.yaml:6: /,
    },
    {
      title: 'prompts that are not UTF-8',
      files: { 'prompts.yaml': Buffer.from([0x61, 0xff, 0xfe]) },
      error: /^Error: Cannot read ".*prompts\.yaml": it is not UTF-8$/,
    },
    {
      title: 'a baseline that is none',
      files: { 'b.json': '{}' },
      error:
        /Error: Cannot use the baseline ".*b\.json": it is not of the format routing-baseline\/1\nHint: /,
    },
  ])('$title', async ({ files, error }) => {
    await using folder = await filled({ ...FILES, ...files })

    const { code, noted } = await folder.eval('--baseline', folder.path('b.json'))

    expect(code).toBe(2)
    expect(noted).toMatch(error)
  })
  it('a folder or a file that is not there', async () => {
    await using folder = await filled({ 'prompts.yaml': PROMPTS })

    const missing = await folder.run(
      '--instructions',
      folder.path('kb'),
      '--prompts',
      folder.path('prompts.yaml'),
    )
    await mkdir(folder.path('kb'))
    const empty = await folder.run(
      '--instructions',
      folder.path('kb'),
      '--prompts',
      folder.path('prompts.yaml'),
    )
    const none = await folder.run('--instructions', folder.path('kb'), '--prompts', folder.path('none.yaml'))

    expect([missing, empty, none].map(({ code }) => code)).toEqual([2, 2, 2])
    expect(missing.noted).toMatch(/^Error: Cannot read instructions in ".*kb": /)
    expect(empty.noted).toMatch(/^Error: Cannot measure with ".*kb": it holds no files \*\.instructions\.md$/)
    expect(none.noted).toMatch(/^Error: Cannot read ".*none\.yaml": /)
  })
  it('a baseline that is not there', async () => {
    await using folder = await filled(FILES)

    const { code, noted } = await folder.eval('--baseline', folder.path('b.json'))

    expect(code).toBe(2)
    expect(noted).toMatch(/there is no such file\nHint: --update-baseline writes it$/)
  })
})

type Files = Readonly<Record<string, string | Uint8Array>>

/** A folder with files, removed at the end, and the command in it. */
async function filled(files: Files) {
  const root = await mkdtemp(join(tmpdir(), 'routing-eval-'))
  const path = (name: string) => join(root, name)
  const write = async (more: Files) => {
    for (const [name, content] of Object.entries(more)) {
      await mkdir(dirname(path(name)), { recursive: true })
      await writeFile(path(name), content)
    }
  }
  const run = async (...argv: string[]) => {
    const printed: string[] = []
    const noted: string[] = []
    const code = await runEval(argv, {
      print: (text) => printed.push(text),
      note: (text) => noted.push(text),
    })
    return { code, printed: printed.join('\n'), noted: noted.join('\n') }
  }
  await write(files)
  return {
    path,
    write,
    run,
    eval: (...argv: string[]) =>
      run('--instructions', path('kb'), '--prompts', path('prompts.yaml'), ...argv),
    [Symbol.asyncDispose]: () => rm(root, { recursive: true, force: true }),
  }
}
