/** Whether a process of the command line uses code that is kept, and which. */
import { basename, dirname, join } from 'node:path'
import type { Environment } from '../../base/index.js'
import type { KeptPlace } from './load-kept.js'

/** What has to be known of a process. */
export interface StartedProcess {
  readonly argv: readonly string[]
  readonly execArgv: readonly string[]
  readonly env: Environment
  readonly arch: string
  readonly version: string
  readonly versions: { readonly v8: string }
  /** Missing where files have no owners. */
  geteuid?(): number
}

/**
 * Undefined for a process that loads everything as Node does: one that names no command, as help does; one to which more of Node was said
 * (maps to sources, an inspector, coverage: those want the scripts as Node loads them); and where nobody tells whose a file is.
 * @param root the folder of the scripts, in `dist/joined/` of the package
 */
export function keptPlace(root: string, process: StartedProcess): KeptPlace | undefined {
  const { argv, execArgv, env } = process
  const [, , name = ''] = argv
  const user = process.geteuid?.()
  const isMoreSaid = execArgv.length > 0 || OF_NODE.some((variable) => (env[variable] ?? '') !== '')
  if (!KEPT_COMMANDS.includes(name) || isMoreSaid || user === undefined) return undefined
  return {
    root,
    folder: keptFolderOf(dirname(dirname(dirname(root)))),
    // Another V8 has other code.
    name: `${name}-${process.arch}-${process.version}-v8-${process.versions.v8}`,
    user,
  }
}

/** Below the `node_modules` that the package lies in, or has itself where it lies in none. */
function keptFolderOf(packageFolder: string): string {
  const above = dirname(packageFolder)
  const modules = basename(above) === 'node_modules' ? above : join(packageFolder, 'node_modules')
  return join(modules, '.cache', 'mcp-understudy')
}

/** Variables by which more is said to Node. The last two are Node's own way to keep code, and to keep none. */
export const OF_NODE = [
  'NODE_OPTIONS',
  'NODE_V8_COVERAGE',
  'NODE_COMPILE_CACHE',
  'NODE_DISABLE_COMPILE_CACHE',
]

/** All of them, here without what their list loads. Whatever else somebody types is the name of no file. */
export const KEPT_COMMANDS: readonly string[] = [
  ...[
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
  ],
  ...[
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
  ],
  ...['skill', 'completion'],
]
