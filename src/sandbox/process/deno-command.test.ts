import { describe, expect, it } from 'vitest'
import { denoCommand, denoEnvironment } from './deno-command.js'

describe('denoCommand', () => {
  it('forbids everything and grants nothing', () => {
    const [path, ...rest] = denoCommand('/opt/deno')
    const main = rest.pop()

    expect(path).toBe('/opt/deno')
    expect(rest).toEqual([
      'run',
      '--no-prompt',
      '--no-config',
      '--no-lock',
      '--no-remote',
      '--no-npm',
      '--cached-only',
      '--no-check',
      '--deny-import',
      '--v8-flags=--max-old-space-size=64,--disallow-code-generation-from-strings,--random-seed=1,--no-concurrent-recompilation,--liftoff-only,--no-enable-lazy-source-positions',
    ])
    expect(main).toMatch(/^data:application\/javascript;base64,/)
    // Windows allows 32,767 characters for a whole command line.
    expect(main?.length).toBeLessThan(2_000)
  })
})

describe('denoEnvironment', () => {
  it('holds what Deno must be told, and nothing of ours', () => {
    expect(denoEnvironment(false)).toEqual({
      DENO_DIR: '/dev/null/x',
      DENO_NO_UPDATE_CHECK: '1',
      NO_COLOR: '1',
      TZ: 'UTC',
    })
    expect(denoEnvironment(true)).toEqual({
      ...denoEnvironment(false),
      DENO_AUDIT_PERMISSIONS: '/proc/self/fd/3',
    })
  })
})
