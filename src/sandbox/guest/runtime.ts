/** What of Deno the guest itself uses; taken before the program can see it, and hidden from the program. */

interface DenoRuntime {
  readonly stdin: { readSync(buffer: Uint8Array): number | null }
  readonly stdout: { writeSync(bytes: Uint8Array): number }
  exit(code: number): never
  inspect(value: unknown, options: { readonly colors: boolean; readonly depth: number }): string
}
declare const Deno: DenoRuntime

const { stdin, stdout } = Deno

export const readBytes: (buffer: Uint8Array) => number | null = stdin.readSync.bind(stdin)
export const writeBytes: (bytes: Uint8Array) => number = stdout.writeSync.bind(stdout)
export const exitProcess: (code: number) => never = Deno.exit
export const inspect: DenoRuntime['inspect'] = Deno.inspect
/** Runs after the microtasks and the work that is due: one turn of the real event loop. */
export const nextTurn: (step: () => void) => unknown = setImmediate
/** Real time, used to wait for real work and in a real world. */
export const afterRealMs: (step: () => void, ms: number) => unknown = setTimeout
export const realNow: () => number = Date.now
export const realMonotonic: () => number = performance.now.bind(performance)
