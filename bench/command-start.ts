/** Commands and imports as whole processes, against the bare start of Node, and a call against the least client that there can be. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Figure } from './figure.js'
import { type ComparedProcesses, compareProcesses } from './processes.js'

const UNDERSTUDY = fileOf('dist/joined/cli/main.js')
const SERVER = fileOf('test/fixtures/servers/echo.mjs')
const NOTHING = { args: ['-e', '0'] }
const PROGRAM = `const { content } = await mcp.filesystem.read_text_file({ path: 'a.md' })
await mcp.filesystem.write_file({ path: 'b.md', content })
return content.length
`
/** Newer Nodes start in as little, and load scripts more slowly. */
const HELP_AT_MOST = Number.parseInt(process.versions.node, 10) < 24 ? 1.5 : 2

export async function run(): Promise<readonly Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'understudy-bench-'))
  try {
    writeFileSync(join(folder, 'plan.ts'), PROGRAM)
    return [
      times('understudy --help over node -e 0', HELP_AT_MOST, help()),
      // A compiler that lies beside would be asked too.
      times('dry-run --tools FILE over node -e 0', 3.5, dryRun(folder)),
      times('call over a raw client, with the same server', 1.3, call()),
      importing('testing'),
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function help(): ComparedProcesses {
  return compareProcesses({ args: [UNDERSTUDY, '--help'] }, NOTHING, 25)
}

function dryRun(cwd: string): ComparedProcesses {
  const tools = fileOf('test/fixtures/data/tools/filesystem.json')
  const options = ['--tools', tools, '--format', 'json', '--types', 'never']
  return compareProcesses({ args: [UNDERSTUDY, 'dry-run', 'plan.ts', ...options], cwd }, NOTHING, 11)
}

function call(): ComparedProcesses {
  const server = [process.execPath, SERVER]
  return compareProcesses(
    { args: [UNDERSTUDY, 'call', 'echo', 'message=hi', '--', ...server] },
    { args: [fileOf('bench/raw-client.mjs'), 'echo', '{"message":"hi"}', ...server] },
    15,
  )
}

function importing(door: string): Figure {
  const code = `import ${JSON.stringify(fileOf(`dist/joined/${door}/index.js`))}`
  const { moreMs, detail } = compareProcesses({ args: ['--input-type=module', '-e', code] }, NOTHING, 15)
  return {
    name: `importing mcp-understudy/${door}, processor beyond node -e 0`,
    value: moreMs,
    unit: 'ms',
    target: { atMost: 150 },
    detail,
  }
}

function times(name: string, atMost: number, { ratio, detail }: ComparedProcesses): Figure {
  return { name, value: ratio, unit: '×', target: { atMost }, detail }
}

function fileOf(path: string): string {
  return fileURLToPath(new URL(`../${path}`, import.meta.url))
}
