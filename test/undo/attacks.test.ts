/** Undo among people who do not mean well, and undo that is killed. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { whyNoCopies } from '../copy/disposable-world.js'
import { oneSandbox } from '../dryrun/one-sandbox.js'
import { verifies } from '../verifies.js'
import { scripts } from './undo-plans.js'
import { otherThan, runAndKeep } from './undone-runs.js'

const reason = whyNoCopies()
const MANY =
  'for i in $(seq 12); do mkdir d$i; echo one > d$i/f; echo gone > d$i/g; done; mkdir tree; echo x > tree/x'
const CHANGES = 'for i in $(seq 12); do echo two > d$i/f; rm d$i/g; echo new > d$i/n; done; mv tree moved'

describe.skipIf(reason !== undefined)(`an undo${reason === undefined ? '' : ` (${reason})`}`, () => {
  verifies('undo:safe')

  test('that is killed after any of its steps goes on when it is asked for again', async () => {
    for (const steps of [1, 13, 25, 36]) {
      await using run = await runAndKeep(scripts('many files', MANY, CHANGES), await oneSandbox())

      const { signal, out } = await killedUndo(run.receipt.journal, run, steps)
      const half = otherThan(run.before, run.look())
      const undo = await run.undo()
      const left = undo.perform(undo.decide())

      expect([signal, out]).toEqual(['SIGKILL', ''])
      expect(half.length).toBeGreaterThan(0)
      expect([left, otherThan(run.before, run.look())]).toEqual([[], []])
    }
  })

  test('follows no link that somebody has laid in the place of a folder, and names it', async () => {
    await using run = await runAndKeep(
      scripts(
        'a file in a folder',
        'mkdir d ../out; echo one > d/f; echo one > ../out/f',
        'echo two > d/f; echo new > d/n',
      ),
      await oneSandbox(),
    )
    run.sh('echo two > ../out/f; echo new > ../out/n; mv d elsewhere; ln -s ../out d')

    const undo = await run.undo()
    const left = undo.perform(undo.decide())

    expect(readFileSync(join(run.folder, '../out/f'), 'utf8')).toBe('two\n')
    expect(existsSync(join(run.folder, '../out/n'))).toBe(true)
    expect(left.map(({ path }) => path.slice(run.folder.length + 1))).toContain('d/f')
  })

  test('lays what it puts back in the place of a link, and never through it', async () => {
    await using run = await runAndKeep(
      scripts('a file', 'echo one > f; echo mine > ../out', 'rm f'),
      await oneSandbox(),
    )
    const undo = await run.undo()
    const decision = undo.decide()
    run.sh('ln -s ../out f')

    const left = undo.perform(decision)

    expect(left).toEqual([{ path: join(run.folder, 'f'), why: expect.stringContaining('changed meanwhile') }])
    expect(readFileSync(join(run.folder, '../out'), 'utf8')).toBe('mine\n')
  })

  test.skipIf(process.getuid?.() !== 0)(
    'leaves what was given to another user once it was decided',
    async () => {
      await using run = await runAndKeep(
        scripts('a file', 'echo one > f', 'echo two > f'),
        await oneSandbox(),
      )
      const undo = await run.undo()
      const decision = undo.decide()
      chownSync(join(run.folder, 'f'), 12_345, 12_345)

      expect(undo.perform(decision).map(({ why }) => why)).toEqual(['it has been changed meanwhile'])
      expect(readFileSync(join(run.folder, 'f'), 'utf8')).toBe('two\n')
    },
  )

  test('gives nothing back to whom the bytes were changed, and keeps them closed to others', async () => {
    await using run = await runAndKeep(
      scripts('a file', 'echo a-very-own-word > f', 'echo two > f'),
      await oneSandbox(),
    )
    const kept = readdirSync(run.vault).flatMap((name) =>
      readdirSync(join(run.vault, name)).map((file) => join(run.vault, name, file)),
    )

    expect(kept.map((file) => (statSync(file).mode & 0o777).toString(8))).toEqual(kept.map(() => '600'))
    expect(kept.filter((file) => /a-very-own-word|\bdata\b|"f"/.test(readFileSync(file, 'latin1')))).toEqual(
      [],
    )
    run.sh(
      `for f in ${run.vault}/*/bytes; do printf xxxxxxxx | dd of=$f bs=1 seek=40 conv=notrunc 2>/dev/null; done`,
    )
    const undo = await run.undo()
    expect(undo.perform(undo.decide())).toEqual([
      { path: join(run.folder, 'f'), why: expect.stringContaining('an entry was changed') },
    ])
    expect(readdirSync(run.folder)).toEqual(['f'])
    expect(readFileSync(join(run.folder, 'f'), 'utf8')).toBe('two\n')
  })

  test('takes nothing back of what somebody changed between two calls of the run', async () => {
    await using run = await runAndKeep(
      {
        ...scripts('two calls', 'echo one > f', 'echo two >> f; echo g > g', 'echo three >> f'),
        between: 'echo mine >> f',
      },
      await oneSandbox(),
    )

    const undo = await run.undo()
    const left = undo.perform(undo.decide())

    expect(left).toEqual([
      { path: join(run.folder, 'f'), why: expect.stringContaining('somebody else changed it') },
    ])
    expect(readFileSync(join(run.folder, 'f'), 'utf8')).toBe('one\ntwo\nmine\nthree\n')
    expect(existsSync(join(run.folder, 'g'))).toBe(false)
  })
})

async function killedUndo(
  _: string,
  run: Awaited<ReturnType<typeof runAndKeep>>,
  steps: number,
): Promise<{ readonly signal: string | null; readonly out: string }> {
  const script = join(import.meta.dirname, 'killed-undo.mjs')
  const child = spawn(
    process.execPath,
    [script, JSON.stringify({ ...run.place, run: run.report.run_id, steps })],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: run.env,
    },
  )
  const pieces: Buffer[] = []
  child.stdout.on('data', (piece: Buffer) => pieces.push(piece))
  const [, signal] = (await once(child, 'close')) as [number | null, string | null]
  return { signal, out: Buffer.concat(pieces).toString('utf8') }
}
