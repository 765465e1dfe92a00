/** Whether copies can be made here, found out by making one: settings that look allowed often are not. */
import { type Clock, processEndText, systemClock, TransportError } from '../../base/index.js'
import { createCopiedWorld } from './copied-world.js'

export type CopyTrial =
  | { readonly kind: 'works'; readonly tookMs: number }
  /** `act` is the first that was refused; `hint` says what allows it. */
  | { readonly kind: 'refused'; readonly act: string; readonly why: string; readonly hint?: string }

/** Performs every act, in a child that ends afterwards, and runs a command in the copy. */
export async function tryCopies(denoPath: string, clock: Clock = systemClock): Promise<CopyTrial> {
  if (process.platform !== 'linux')
    return { kind: 'refused', act: 'platform', why: `copies need Linux, and this is ${process.platform}` }
  const startedAtMs = clock.monotonic()
  try {
    await using world = await createCopiedWorld({ denoPath, clock })
    const { process: child } = await world.run({ command: 'true', env: { PATH: '/usr/bin:/bin' }, cwd: '/' })
    if (child.exitCode === null && child.signalCode === null)
      await new Promise<void>((resolve) => child.once('exit', () => resolve()))
    if (child.exitCode !== 0)
      return {
        kind: 'refused',
        act: 'second unshare',
        why: `a command ${processEndText({ code: child.exitCode, signal: child.signalCode })}`,
      }
    return { kind: 'works', tookMs: clock.monotonic() - startedAtMs }
  } catch (error) {
    if (!(error instanceof TransportError)) throw error
    const { act } = error.data
    return {
      kind: 'refused',
      act: typeof act === 'string' ? act : 'start',
      why: error.message,
      ...(error.hint === undefined ? {} : { hint: error.hint }),
    }
  }
}
