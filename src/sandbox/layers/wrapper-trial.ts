/** Which commands can stand before the guest's command here; found out by trying them. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Layer, Wrapper } from './layer.js'
import { findTool } from './system-tool.js'

export interface WrapperTrial {
  /** Stands before the guest's command; adds every layer that works. */
  readonly wrapper: readonly string[]
  /** Why the other layers do not work. */
  readonly reasons: ReadonlyMap<Layer, string>
}

/** Whether something starts behind a wrapper. */
export type Starts = (wrapper: readonly string[]) => Promise<boolean>

/**
 * Tries whether `denoPath` can be executed behind the wrappers: behind all of them at once, else behind one more each time, and then
 * something harmless is tried. What worked whole is not tried again in this process: a guest that could not start behind it says so, and
 * is never started behind less.
 * @param starts tries all of them at once. Default: something harmless.
 */
export async function tryWrappers(
  wrappers: readonly Wrapper[],
  denoPath: string,
  searchPath: string,
  starts: Starts = async (wrapper) => (await whyNotBehind(wrapper, denoPath, searchPath)) === undefined,
): Promise<WrapperTrial> {
  const best = wrappers.flatMap(({ commands: [first] }) => (first === undefined ? [] : [first]))
  const all = resolveAll(best, searchPath)
  if (all === undefined) return addOneByOne(wrappers, denoPath, searchPath)
  const trial = JSON.stringify([...all, denoPath])
  if (!worked.has(trial) && !(await starts(all))) return addOneByOne(wrappers, denoPath, searchPath)
  worked.add(trial)
  return { wrapper: all, reasons: new Map() }
}

/** Whole commands, as JSON. */
const worked = new Set<string>()

async function addOneByOne(
  wrappers: readonly Wrapper[],
  denoPath: string,
  searchPath: string,
): Promise<WrapperTrial> {
  const reasons = new Map<Layer, string>()
  let wrapper: readonly (readonly string[])[] = []
  for (const { layer, commands } of wrappers) {
    for (const command of commands) {
      const more = resolveAll([...wrapper, command], searchPath)
      const why =
        more === undefined
          ? `${command[0]} (util-linux) is not installed`
          : await whyNotBehind(more, denoPath, searchPath)
      if (why !== undefined) reasons.set(layer, why)
      else {
        reasons.delete(layer)
        wrapper = [...wrapper, command]
        break
      }
    }
  }
  return { wrapper: resolveAll(wrapper, searchPath) ?? [], reasons }
}

/** The commands one behind the other, with the full paths of their programs; undefined when one is not installed. */
function resolveAll(
  commands: readonly (readonly string[])[],
  searchPath: string,
): readonly string[] | undefined {
  const parts = commands.map(([program = '', ...rest], i) => {
    // The one before goes on with these options, too: one process less to start.
    if (program === commands[i - 1]?.[0]) return rest
    const path = findTool(program, searchPath)
    return path === undefined ? undefined : [path, ...rest]
  })
  return parts.every((part) => part !== undefined) ? parts.flat() : undefined
}

async function whyNotBehind(
  wrapper: readonly string[],
  denoPath: string,
  searchPath: string,
): Promise<string | undefined> {
  const [program, ...rest] = [...wrapper, findTool('test', searchPath) ?? 'test', '-x', denoPath]
  if (program === undefined) return undefined
  try {
    await promisify(execFile)(program, rest, { timeout: TRIAL_LIMIT_MS })
    return undefined
  } catch (failure) {
    // What `execFile` rejects with has the standard error of the command.
    const { stderr = '' } = failure as { readonly stderr?: string }
    return stderr.trim().split('\n')[0] || `${denoPath} may not be executed behind ${wrapper.join(' ')}`
  }
}

const TRIAL_LIMIT_MS = 10_000
