/** The command as npm starts it: in the folder of the package, called from elsewhere. */
import { spawn } from 'node:child_process'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const member = fileURLToPath(new URL('../../', import.meta.url))

it('eval reads paths from where npm was called, prints the result alone, and ends with its code', async () => {
  await using elsewhere = await folderWith('eval-other-domain')
  const argv = ['--instructions', 'instructions', '--prompts', 'prompts.yaml', '--format', 'json']

  const [fine, wrong] = await Promise.all([
    evalFrom(elsewhere.path, ...argv),
    evalFrom(elsewhere.path, ...argv, '--baseline', 'none.json'),
  ])

  expect([fine.code, wrong.code]).toEqual([0, 2])
  expect(JSON.parse(fine.printed)).toMatchObject({ format: 'routing-eval/1', instructions: 26, prompts: 81 })
  expect(fine.noted).toMatch(/^Routing 81 prompts by \S+ and \S+\n$/)
  expect(wrong.noted).toContain('Error: Cannot hold figures against "none.json": there is no such file\n')
})

async function evalFrom(folder: string, ...argv: string[]) {
  const child = spawn(process.execPath, ['dist/eval/main.js', ...argv], {
    cwd: member,
    env: { ...process.env, npm_lifecycle_event: 'eval', INIT_CWD: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const code = new Promise((resolve, reject) => child.once('close', resolve).once('error', reject))
  const [printed, noted] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { printed, noted, code: await code }
}

/** A copy of a folder of the member, removed at the end. */
async function folderWith(name: string) {
  const path = await mkdtemp(join(tmpdir(), 'routing-eval-'))
  await cp(join(member, name), path, { recursive: true })
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}
