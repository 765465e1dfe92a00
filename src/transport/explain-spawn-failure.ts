/** Why a process could not be started, as a sentence, and what to do about it. */
import { statSync } from 'node:fs'
import { basename, delimiter, dirname, resolve } from 'node:path'
import {
  codeOf,
  defined,
  didYouMean,
  messageOf,
  namesInFolder,
  nearestNames,
  TransportError,
} from '../base/index.js'
import type { ServerEnvironment } from './inherited-environment.js'
import { describeLaunch, type Launch } from './launch.js'

/** Looks at the folder, the command and PATH to tell what is missing. `env` is what the process would have got. */
export function explainSpawnFailure(launch: Launch, env: ServerEnvironment, cause: unknown): TransportError {
  const { reason, hint } = explain(launch, env, cause)
  return new TransportError('SPAWN_FAILED', `Cannot start "${describeLaunch(launch)}": ${reason}`, {
    cause,
    ...defined({ hint }),
    data: { command: launch.command, args: launch.args ?? [], cwd: launch.cwd ?? null },
  })
}

interface Explanation {
  readonly reason: string
  readonly hint?: string
}

function explain({ command, cwd }: Launch, env: ServerEnvironment, cause: unknown): Explanation {
  const code = codeOf(cause)
  if (cwd !== undefined && !isFolder(cwd))
    return {
      reason: `its working folder "${cwd}" is not a folder that exists`,
      hint: 'create it, or correct cwd',
    }
  if (code === 'ENOENT') return explainMissing(command, cwd ?? '.', env)
  if (code === 'EACCES')
    return {
      reason: `"${command}" may not be executed`,
      hint: `make it executable (chmod +x), or name the program that runs it, such as node ${command}`,
    }
  return { reason: messageOf(cause) }
}

function explainMissing(command: string, cwd: string, env: ServerEnvironment): Explanation {
  if (/\s/.test(command.trim()))
    return {
      reason: `there is no program named "${command}"`,
      hint: 'give the program and its arguments apart, each as a string of its own',
    }
  const isPath = /[/\\]/.test(command)
  const folders = isPath ? [dirname(resolve(cwd, command))] : searchPath(env)
  const similar = nearestNames(basename(command), new Set(folders.flatMap(namesInFolder)))
  return {
    reason: isPath ? `there is no file "${resolve(cwd, command)}"` : `there is no "${command}" on the PATH`,
    hint:
      didYouMean(similar.map((name) => `"${name}"`)) ??
      (isPath
        ? 'correct the path; it is taken relative to the working folder of the server'
        : 'install it, or give its full path'),
  }
}

function searchPath(env: ServerEnvironment): string[] {
  const path = Object.entries(env).find(([name]) => name.toUpperCase() === 'PATH')?.[1] ?? ''
  return path.split(delimiter).filter((folder) => folder !== '')
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
}
