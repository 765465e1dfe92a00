/** Which words of a command are the program itself, behind interpreters and runners: `npx -y tsx server.ts ./data`. */
import { basename } from 'node:path'

export interface LaunchedProgram {
  /** The commands that lead to the program, outermost first, without folder and ending: `['npx', 'tsx']`. Never empty. */
  readonly chain: readonly string[]
  /** Which arguments name what is run: packages, modules, scripts. The words before the last of them are for `chain`. */
  readonly own: ReadonlySet<number>
  /** Where the arguments of the program itself begin. */
  readonly firstArgument: number
}

/**
 * Follows wrappers (`env`, `timeout`), runners (`npx`, `uv run`) and interpreters (`node`, `python`) to what they start.
 * `isFile` says whether an argument names a file that exists, as the program would find it.
 */
export function launchedProgram(
  command: string,
  args: readonly string[],
  isFile: (argument: string) => boolean,
): LaunchedProgram {
  const chain = [commandName(command)]
  const own = new Set<number>()
  let at = 0
  while (true) {
    const leader = LEADERS[chain.at(-1)?.replace(/^(python|pypy|ruby|php|perl|lua)[\d.]+$/, '$1') ?? '']
    if (leader === undefined) return { chain, own, firstArgument: at }
    const next = wordAfterOptions(args, at, leader, isFile)
    if (next.module) own.add(next.at)
    if (next.at >= args.length || next.module || next.code)
      return { chain, own, firstArgument: Math.min(next.at + 1, args.length) }
    own.add(next.at)
    at = next.at + 1
    const word = args[next.at] ?? ''
    if (leader.starts === 'file') return { chain, own, firstArgument: at }
    // Where a runner can start scripts too (`bun x.ts`, `uv run server.py`), a file is the end of the way.
    if (isFile(word) && SCRIPT.test(word)) return { chain, own, firstArgument: at }
    chain.push(commandName(word))
  }
}

/** `@scope/name@1.2` is `name`, `/usr/bin/python3` is `python3`, `C:\node.exe` is `node`. */
function commandName(word: string): string {
  const [name = word] = basename(word.replaceAll('\\', '/')).split('@').filter(Boolean)
  return name.replace(/\.(?:exe|cmd|bat|ps1)$/i, '').toLowerCase()
}

/** What starts something else. */
interface Leader {
  /** `file`: a script. `command`: a program or a package, which may lead on. */
  readonly starts: 'file' | 'command'
  /** Options that take the next word. */
  readonly valued?: readonly string[]
  /** Words before what is started: `uv run`, `npm exec`. */
  readonly verbs?: readonly string[]
  /** Options whose value is what is started: `python -m`, `java -jar`. */
  readonly modules?: readonly string[]
  /** Options whose value is program text: `node -e`, `sh -c`. */
  readonly codes?: readonly string[]
  /** Words that stand before the program whatever they look like: `timeout 5 …`, `env A=1 …`. */
  readonly skips?: RegExp
}

const NODE_VALUED = [
  '-r',
  '--require',
  '--import',
  '--loader',
  '--experimental-loader',
  '--env-file',
  '-C',
  '--conditions',
]
const node: Leader = { starts: 'file', valued: NODE_VALUED, codes: ['-e', '--eval', '-p', '--print'] }
const tsx: Leader = { ...node, valued: [...NODE_VALUED, '--tsconfig', '--project', '-P'], verbs: ['watch'] }
const shell: Leader = { starts: 'file', codes: ['-c', '-lc', '-ic'], valued: ['-o'] }
const uv: Leader = {
  starts: 'command',
  verbs: ['run', 'tool'],
  valued: [
    '--with',
    '--from',
    '--python',
    '-p',
    '--directory',
    '--project',
    '--index-url',
    '--with-editable',
    '--with-requirements',
    '--extra',
    '--group',
    '--env-file',
    '--package',
  ],
  modules: ['-m', '--module'],
}
const npx: Leader = {
  starts: 'command',
  verbs: ['exec', 'x', 'dlx'],
  valued: [
    '-p',
    '--package',
    '--prefix',
    '-w',
    '--workspace',
    '--cache',
    '--registry',
    '-C',
    '--dir',
    '--cwd',
  ],
  codes: ['-c', '--call'],
}
const python: Leader = { starts: 'file', valued: ['-W', '-X'], modules: ['-m'], codes: ['-c'] }

const LEADERS: Readonly<Record<string, Leader>> = {
  node,
  nodejs: node,
  tsx,
  'ts-node': tsx,
  deno: {
    starts: 'file',
    verbs: ['run', 'serve'],
    valued: ['-c', '--config', '--import-map', '--lock', '-L'],
    codes: ['eval'],
  },
  bun: {
    starts: 'command',
    verbs: ['run', 'x'],
    valued: ['--preload', '-r', '--cwd', '-c', '--config'],
    codes: ['-e', '--eval'],
  },
  python,
  pypy: python,
  py: python,
  ruby: { starts: 'file', valued: ['-r', '-I'], codes: ['-e'] },
  perl: { starts: 'file', codes: ['-e'] },
  php: { starts: 'file', valued: ['-d', '-c'], codes: ['-r'] },
  java: {
    starts: 'file',
    valued: ['-cp', '-classpath', '--class-path'],
    modules: ['-jar', '-m', '--module'],
  },
  dotnet: { starts: 'file', verbs: ['run', 'exec'], modules: ['--project'] },
  go: { starts: 'file', verbs: ['run'] },
  lua: { starts: 'file' },
  rscript: { starts: 'file', codes: ['-e'] },
  sh: shell,
  bash: shell,
  zsh: shell,
  dash: shell,
  npx,
  bunx: npx,
  npm: npx,
  pnpm: npx,
  pnpx: npx,
  yarn: npx,
  uv,
  uvx: { ...uv, verbs: ['run'] },
  pipx: { starts: 'command', verbs: ['run'], valued: ['--spec', '--python'] },
  env: { starts: 'command', valued: ['-u', '--unset', '-C', '--chdir', '-S'], skips: /^[A-Za-z_]\w*=/ },
  timeout: { starts: 'command', valued: ['-s', '--signal', '-k', '--kill-after'], skips: /^[\d.]+[smhd]?$/ },
  nice: { starts: 'command', valued: ['-n', '--adjustment'] },
  stdbuf: { starts: 'command', valued: ['-i', '-o', '-e'] },
  nohup: { starts: 'command' },
  setsid: { starts: 'command' },
  exec: { starts: 'command' },
  sudo: { starts: 'command', valued: ['-u', '-g'] },
  cmd: { starts: 'command', skips: /^\/[a-z]$/i },
}

const SCRIPT = /\.(?:[cm]?[jt]sx?|py|pyz|rb|pl|php|sh|bash|lua|r|jar|dll|go)$/i

interface Word {
  readonly at: number
  /** It is a module or an archive, and ends the way. */
  readonly module: boolean
  /** It is program text. */
  readonly code: boolean
}

function wordAfterOptions(
  args: readonly string[],
  start: number,
  { starts, valued = [], verbs = [], modules = [], codes = [], skips }: Leader,
  isFile: (argument: string) => boolean,
): Word {
  for (let at = start; at < args.length; at++) {
    const word = args[at] ?? ''
    if (modules.includes(word)) return { at: at + 1, module: true, code: false }
    if (codes.includes(word)) return { at: at + 1, module: false, code: true }
    if (word === '--') return { at: at + 1, module: false, code: false }
    if (valued.includes(word)) at++
    else if (word.startsWith('-') && word !== '-') continue
    else if (verbs.includes(word) || skips?.test(word)) continue
    // An option that is not known here may take a value: what is started by name as a file must be one.
    else if (starts === 'command' || isFile(word)) return { at, module: false, code: false }
  }
  return { at: args.length, module: false, code: false }
}
