/**
 * `npm run soak:applied`: one rehearsed session, through the command line, applied in many worlds. `-- kills 60`: `rehearsals apply` is killed
 * at a moment of its own, and its run resumed; `-- moved 30`: the world moved before the yes, and nothing may be done; `-- underway 10`: it
 * moves during the run, which has to stop; `-- harmless 30`: moves that no call looks at, and it has to be done; `-- rehearsing 20`: the dry
 * gateway is killed, and no process is left, and no answered call is lost. Several at once, and without a word all of them. Ends with 1 where
 * one came to anything else.
 */
import { execFileSync } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const WHOLE = ['kills', '60', 'moved', '30', 'underway', '10', 'harmless', '30', 'rehearsing', '20']
const given = process.argv.slice(2)
const folder = mkdtempSync(join(tmpdir(), 'applied-'))
const script = fileURLToPath(new URL('apply-in-worlds.mjs', import.meta.url))
const isRoot = process.getuid() === 0
if (isRoot) chownSync(folder, 12345, 12345)
const drop = isRoot ? ['setpriv', '--reuid=12345', '--regid=12345', '--clear-groups'] : ['env']
const { PATH, UNDERSTUDY_DENO } = process.env
try {
  execFileSync(
    drop[0],
    [...drop.slice(1), process.execPath, script, folder, ...(given.length > 0 ? given : WHOLE)],
    {
      env: { PATH, HOME: folder, ...(UNDERSTUDY_DENO === undefined ? {} : { UNDERSTUDY_DENO }) },
      stdio: ['ignore', 'inherit', 'inherit'],
    },
  )
} catch {
  // It told what was wrong.
  process.exitCode = 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
