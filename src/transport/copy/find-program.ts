/** Whether a command is there to be started, asked before the copy would say so on its standard error. */
import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, resolve } from 'node:path'
import { codeOf } from '../../base/index.js'
import { explainSpawnFailure } from '../explain-spawn-failure.js'
import type { ServerEnvironment } from '../inherited-environment.js'
import type { Launch } from '../launch.js'

/** @throws TransportError SPAWN_FAILED, as a start outside a copy would */
export function findProgram(launch: Launch & { readonly cwd: string }, env: ServerEnvironment): string {
  const { command, cwd } = launch
  const paths = command.includes('/')
    ? [resolve(cwd, command)]
    : (env.PATH ?? '/usr/bin:/bin').split(delimiter).map((folder) => resolve(cwd, folder, command))
  let code = 'ENOENT'
  if (statSync(cwd, { throwIfNoEntry: false })?.isDirectory() === true && command !== '')
    for (const path of paths) {
      try {
        if (!statSync(path).isFile()) continue
        accessSync(path, constants.X_OK)
        return path
      } catch (cause) {
        if (codeOf(cause) === 'EACCES') code = 'EACCES'
      }
    }
  throw explainSpawnFailure(launch, env, Object.assign(new Error(`spawn ${command} ${code}`), { code }))
}
