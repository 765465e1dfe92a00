/** The command that starts a guest: everything Deno can forbid is forbidden. */

const ENGINE_FLAGS = [
  '--max-old-space-size=64',
  // The program is what was read before it runs; code that is made of text would have a loader of modules, too.
  '--disallow-code-generation-from-strings',
  // The engine's own chance starts from one number.
  '--random-seed=1',
  // When code is compiled anew decides how deep the stack is: not by how busy other threads are.
  '--no-concurrent-recompilation',
  '--liftoff-only',
  // Where code stands is noted as it is compiled. Else the guest is compiled once more at its first stack, which each call asks for.
  '--no-enable-lazy-source-positions',
]

const FLAGS = [
  'run',
  '--no-prompt',
  '--no-config',
  '--no-lock',
  '--no-remote',
  // Without these two `import('npm:…')` reaches the network with no permission at all.
  '--no-npm',
  '--cached-only',
  '--no-check',
  '--deny-import',
  `--v8-flags=${ENGINE_FLAGS.join(',')}`,
]

/**
 * Reads one line from standard input, a JSON string, and runs it: the guest comes over the pipe, so that nothing of the file
 * system needs to be readable inside.
 */
const BOOT = `
const buffer = new Uint8Array(65536), decoder = new TextDecoder()
let line = '', count
while (!line.includes('\\n') && (count = Deno.stdin.readSync(buffer)) !== null)
  line += decoder.decode(buffer.subarray(0, count), { stream: true })
if (line.includes('\\n')) {
  // The number binds no loader to the script: import() in it fails.
  const [, failure] = Deno[Deno.internal].core.evalContext(JSON.parse(line), 'understudy:guest', [1])
  if (failure !== null) throw failure.thrown
}
`

/** The guest's command line. */
export function denoCommand(path: string): string[] {
  return [path, ...FLAGS, `data:application/javascript;base64,${Buffer.from(BOOT).toString('base64')}`]
}

/**
 * The guest's whole environment.
 * DENO_DIR points nowhere, or `localStorage` and `caches` would outlive the run without any permission.
 */
export function denoEnvironment(audit: boolean): Record<string, string> {
  return {
    DENO_DIR: '/dev/null/x',
    DENO_NO_UPDATE_CHECK: '1',
    NO_COLOR: '1',
    TZ: 'UTC',
    ...(audit ? { DENO_AUDIT_PERMISSIONS: '/proc/self/fd/3' } : {}),
  }
}
