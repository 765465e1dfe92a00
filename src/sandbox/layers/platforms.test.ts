import { describe, expect, it } from 'vitest'
import { LAYERS } from './layer.js'
import { parsePsUsage } from './platform-darwin.js'
import { parseProcUsage } from './platform-linux.js'
import { parseTasklistUsage } from './platform-windows.js'
import { platformOf } from './this-platform.js'

describe('platformOf', () => {
  it.each([
    ['linux', 'x64', '@deno/linux-x64-glibc', 'deno'],
    ['linux', 'arm64', '@deno/linux-arm64-glibc', 'deno'],
    ['darwin', 'arm64', '@deno/darwin-arm64', 'deno'],
    ['darwin', 'x64', '@deno/darwin-x64', 'deno'],
    ['win32', 'x64', '@deno/win32-x64', 'deno.exe'],
  ] as const)('knows the package for %s %s', (system, arch, name, binary) => {
    expect(platformOf(system, arch).denoPackage).toEqual({ name, binary })
  })

  it.each([
    ['linux', 'riscv64'],
    ['linux', 'constructor'],
    ['darwin', 'ppc'],
    ['win32', 'arm64'],
    ['freebsd', 'ia32'],
  ] as const)('knows no package for %s %s', (system, arch) => {
    expect(platformOf(system, arch).denoPackage).toBeUndefined()
  })

  it('puts the limits of Linux around the command, the network outermost and the user last', () => {
    const commands = platformOf('linux', 'x64').wrappers.map(({ layer, commands: [best] }) => [
      layer,
      best?.join(' '),
    ])

    expect(commands).toEqual([
      ['netns', 'unshare --net'],
      ['rlimits', 'prlimit --data=805306368 --cpu=300 --fsize=0 --core=0 --nofile=64'],
      ['nobody', 'setpriv --reuid=65534 --regid=65534 --clear-groups --inh-caps=-all --bounding-set=-all'],
      ['no-new-privs', 'setpriv --no-new-privs --pdeathsig=KILL'],
    ])
  })

  it('puts nothing around the command on macOS and Windows, and says so layer by layer', () => {
    for (const system of ['darwin', 'win32'] as const) {
      const platform = platformOf(system, 'x64')
      expect(platform.wrappers).toEqual([])
      expect(LAYERS.filter((layer) => platform.whyNever(layer) === undefined)).toEqual([
        'deno-permissions',
        'watchdog',
      ])
    }
    expect(LAYERS.filter((layer) => platformOf('linux', 'x64').whyNever(layer) === undefined)).toEqual([
      ...LAYERS,
    ])
  })
})

describe('usage is read', () => {
  it('from /proc, whatever the command is called', () => {
    const stat = '42 (a) b (c) S 1 42 42 0 -1 4194304 9 0 0 0 150 25 0 0 20 0 6 0 99 1 2'

    expect(parseProcUsage(stat, 'Name:\tx\nVmRSS:\t   2048 kB\nThreads:\t6\n')).toEqual({
      cpuSeconds: 1.75,
      residentBytes: 2_097_152,
    })
    expect(parseProcUsage(stat, 'Name:\tx\nState:\tZ (zombie)\n')).toBeUndefined()
  })

  it('from ps', () => {
    expect(parsePsUsage('  31204   1:02.50\n')).toEqual({ cpuSeconds: 62.5, residentBytes: 31_952_896 })
    expect(parsePsUsage(' 10 1:00:00.00')?.cpuSeconds).toBe(3600)
    expect(parsePsUsage('')).toBeUndefined()
  })

  it('from tasklist, in any number format', () => {
    const memory = 31_204 * 1024
    for (const column of ['31,204 K', '31.204 K', '31\u00a0204 Ko']) {
      expect(parseTasklistUsage(`"deno.exe","42","Console","1","${column}"\r\n`)).toEqual({
        cpuSeconds: undefined,
        residentBytes: memory,
      })
    }
    expect(
      parseTasklistUsage('INFO: No tasks are running which match the specified criteria.'),
    ).toBeUndefined()
  })
})
