/** `understudy dry-run --tools FILE` as a whole process, against the bare start of Node. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { comparePaired, type Figure } from './figure.js'

const CLI = fileURLToPath(new URL('../dist/joined/cli/main.js', import.meta.url))
const TOOLS = fileURLToPath(new URL('../test/fixtures/data/tools/filesystem.json', import.meta.url))
const PROGRAM = `const { content } = await mcp.filesystem.read_text_file({ path: 'a.md' })
await mcp.filesystem.write_file({ path: 'b.md', content })
return content.length
`

export async function run(): Promise<readonly Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'understudy-bench-'))
  try {
    writeFileSync(join(folder, 'plan.ts'), PROGRAM)
    const start = (...args: string[]) => {
      const { status, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' })
      if (status !== 0) throw new Error(`exit ${status}: ${stderr}`)
    }
    const { ratio, oursMs, floorMs } = await comparePaired(
      () => start(CLI, 'dry-run', 'plan.ts', '--tools', TOOLS, '--format', 'json'),
      () => start('-e', '0'),
      { pairs: 11, warmUps: 2 },
    )
    const detail = `dry-run ${oursMs.toFixed(0)} ms, node -e 0 ${floorMs.toFixed(0)} ms`
    return [
      {
        name: 'dry-run --tools FILE, whole process, over node -e 0',
        value: ratio,
        unit: '×',
        target: { atMost: 6 },
        detail,
      },
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
