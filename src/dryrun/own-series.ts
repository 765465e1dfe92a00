/** Where a program runs again and again: in the guest of a series, unless a run leaves something behind for those after it. */
import type { Program } from '../program/index.js'
import type { GuestSeries, Sandbox } from '../sandbox/index.js'

/** Undefined where each run takes a guest of its own: what the first one puts there once, the others would never see otherwise. */
export function openOwnSeries(
  { leaves }: Pick<Program, 'leaves'>,
  sandbox: Sandbox,
): GuestSeries | undefined {
  return leaves() === 'something' ? undefined : sandbox.openSeries?.()
}
