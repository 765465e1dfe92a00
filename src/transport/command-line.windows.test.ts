import { describe, expect, it } from 'vitest'
import { windowsCommandLine } from './command-line.windows.js'

const ENV = { Path: 'C:\\a;C:\\node', PATHEXT: '.EXE;.CMD', ComSpec: 'C:\\cmd.exe' }

describe('windowsCommandLine', () => {
  it('starts a program as it is', () => {
    expect(windowsCommandLine('node', ['a b'], ENV, only('C:\\node\\node.EXE'))).toEqual({
      file: 'C:\\node\\node.EXE',
      args: ['a b'],
      isVerbatim: false,
    })
  })

  it('leaves a command that is not found to fail under its own name', () => {
    expect(windowsCommandLine('nodee', [], ENV, only())).toEqual({
      file: 'nodee',
      args: [],
      isVerbatim: false,
    })
  })

  it('starts a script through cmd.exe, and lets no argument out of its quotes', () => {
    expect(windowsCommandLine('npx', ['-y', 'a b', '"&calc'], ENV, only('C:\\node\\npx.CMD'))).toEqual({
      file: 'C:\\cmd.exe',
      args: ['/d', '/s', '/c', '"C:\\node\\npx.CMD ^^^"-y^^^" ^^^"a^^^ b^^^" ^^^"\\^^^"^^^&calc^^^""'],
      isVerbatim: true,
    })
  })

  it('finds a path without looking along PATH, and doubles the backslashes before a quote', () => {
    const { args } = windowsCommandLine('.\\run.cmd', ['a\\', 'b\\"'], ENV, only('run.cmd'))

    expect(args.at(-1)).toBe('"run.cmd ^^^"a\\\\^^^" ^^^"b\\\\\\^^^"^^^""')
  })
})

function only(...files: readonly string[]): (path: string) => boolean {
  return (path) => files.includes(path)
}
