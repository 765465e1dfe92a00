/**
 * How to start a command on Windows. Node starts .exe files; `npx` and most commands that npm installs are .cmd scripts,
 * which only cmd.exe can run, and cmd.exe reads its line by rules of its own.
 */
import { statSync } from 'node:fs'
import { win32 } from 'node:path'
import type { ServerEnvironment } from './inherited-environment.js'

export interface CommandLine {
  readonly file: string
  readonly args: readonly string[]
  /** True when the arguments are quoted already. */
  readonly isVerbatim: boolean
}

/** Finds the command along PATH and PATHEXT, and puts cmd.exe before a script. */
export function windowsCommandLine(
  command: string,
  args: readonly string[],
  env: ServerEnvironment,
  isFile: (path: string) => boolean = isExistingFile,
): CommandLine {
  const file = findCommand(command, env, isFile)
  if (file === undefined || !/\.(cmd|bat)$/i.test(file))
    return { file: file ?? command, args, isVerbatim: false }
  const line = [
    escapeForShell(file),
    ...args.map((arg) => escapeForShell(escapeForShell(quotedForWindows(arg)))),
  ].join(' ')
  return {
    file: variable(env, 'COMSPEC') ?? 'cmd.exe',
    args: ['/d', '/s', '/c', `"${line}"`],
    isVerbatim: true,
  }
}

function findCommand(
  command: string,
  env: ServerEnvironment,
  isFile: (path: string) => boolean,
): string | undefined {
  const endings = (variable(env, 'PATHEXT') ?? '.COM;.EXE;.BAT;.CMD').split(';')
  const names = win32.extname(command) === '' ? endings.map((ending) => command + ending) : [command]
  const folders = /[/\\]/.test(command) ? [''] : (variable(env, 'PATH') ?? '').split(';')
  return folders.flatMap((folder) => names.map((name) => win32.join(folder, name))).find(isFile)
}

/** An argument as the C runtime reads it: backslashes double before a quote and at the end. */
function quotedForWindows(argument: string): string {
  return `"${argument.replace(/(?<!\\)(\\*)"/g, '$1$1\\"').replace(/(?<!\\)(\\+)$/, '$1$1')}"`
}

/** A caret before whatever means something to cmd.exe. Arguments need it twice: the script hands them to a second line. */
function escapeForShell(text: string): string {
  return text.replace(/[()%!^"<>&|;, *?[\]`]/g, '^$&')
}

function variable(env: ServerEnvironment, name: string): string | undefined {
  return Object.entries(env).find(([key]) => key.toUpperCase() === name)?.[1]
}

function isExistingFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false
}
