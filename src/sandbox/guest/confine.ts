/** Takes from the program's reach what it has no use for. The boundary is the process, not this: see SECURITY.md. */

/**
 * Removes the runtime's own doors from the global object.
 * `Worker` goes because under the kernel's memory limit a worker crashes the process; `close` because it ends it.
 */
export function confineGlobals(): void {
  for (const name of HIDDEN) Reflect.deleteProperty(globalThis, name)
  Reflect.deleteProperty(Object.getPrototypeOf(navigator), 'gpu')
}

declare const navigator: object

const HIDDEN = [
  'Deno',
  'Worker',
  'alert',
  'close',
  'closed',
  'confirm',
  'global',
  'onbeforeunload',
  'onload',
  'onunload',
  'process',
  'prompt',
]
