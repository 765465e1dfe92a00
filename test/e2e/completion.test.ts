/** The completion scripts, loaded by the shells that they are for. */
import { spawnSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { createProject } from './project.js'

describe('the completion script for bash', () => {
  test.each([
    [
      '',
      1,
      [
        'dry-run',
        'run',
        'tools',
        'types',
        'stubs',
        'call',
        'lock',
        'verify',
        'mock',
        'probe',
        'init',
        'record',
        'replay',
        'gateway',
        'connect',
        'torture',
        'runs',
        'rehearsals',
        'calibration',
        'store',
        'copy',
        'doctor',
        'skill',
        'completion',
        'help',
      ],
    ],
    ['d', 1, ['dry-run', 'doctor']],
    ['dry-run --se', 2, ['--server', '--seed', '--settings']],
    ['completion ', 2, ['bash', 'zsh', 'fish']],
    ['tools -- --se', 3, []],
  ])('completes "understudy %s"', async (words, at, completions) => {
    const script = await scriptFor('bash')
    const ask = `COMP_WORDS=(understudy ${words}); [ ${at} -lt "\${#COMP_WORDS[@]}" ] || COMP_WORDS+=(''); COMP_CWORD=${at}; _understudy; printf '%s\\n' "\${COMPREPLY[@]}"`

    const { status, stdout, stderr } = spawnSync('bash', ['--norc', '-c', `${script}\n${ask}`], {
      encoding: 'utf8',
    })

    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(stdout.split('\n').filter((line) => line !== '')).toEqual(completions)
  })
})

describe.each(['bash', 'zsh', 'fish'])('the completion script for %s', (shell) => {
  const isInstalled = spawnSync(shell, ['-c', 'exit 0']).status === 0

  test.skipIf(!isInstalled)('is read without an error', async () => {
    using project = createProject()
    project.write('script', await scriptFor(shell))

    const read = spawnSync(shell, ['-n', `${project.folder}/script`], { encoding: 'utf8' })

    expect(read).toMatchObject({ status: 0, stderr: '' })
  })
})

async function scriptFor(shell: string): Promise<string> {
  using project = createProject()
  const { exit, stdout } = await project.understudy('completion', shell)
  expect(exit).toBe(0)
  return stdout
}
