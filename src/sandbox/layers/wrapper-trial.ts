/** Which commands can stand before the guest's command here; found out by trying them, on something harmless. */
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

/**
 * Tries whether `denoPath` can be executed behind the wrappers: behind all of them at once, else behind one more each time. What worked
 * whole is not tried again in this process: a guest that could not start behind it says so, and is never started behind less.
 */
export async function tryWrappers(
  wrappers: readonly Wrapper[],
  denoPath: string,
  searchPath: string,
): Promise<WrapperTrial> {
  const best = wrappers.flatMap(({ commands: [first] }) => (first === undefined ? [] : [first]))
  const all = await resolveAll(best, searchPath)
  if (all === undefined) return addOneByOne(wrappers, denoPath, searchPath)
  const trial = JSON.stringify([...all, denoPath])
  if (!worked.has(trial) && (await whyNotBehind(all, denoPath, searchPath)) !== undefined)
    return addOneByOne(wrappers, denoPath, searchPath)
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
  let wrapper: readonly string[] = []
  for (const { layer, commands } of wrappers) {
    for (const command of commands) {
      const resolved = await resolveAll([command], searchPath)
      const why =
        resolved === undefined
          ? `${command[0]} (util-linux) is not installed`
          : await whyNotBehind([...wrapper, ...resolved], denoPath, searchPath)
      if (why !== undefined) reasons.set(layer, why)
      else {
        reasons.delete(layer)
        wrapper = [...wrapper, ...(resolved ?? [])]
        break
      }
    }
  }
  return { wrapper, reasons }
}

/** The commands one behind the other, with the full paths of their programs; undefined when one is not installed. */
async function resolveAll(
  commands: readonly (readonly string[])[],
  searchPath: string,
): Promise<string[] | undefined> {
  const parts = await Promise.all(
    commands.map(async ([program = '', ...rest]) => {
      const path = await findTool(program, searchPath)
      return path === undefined ? undefined : [path, ...rest]
    }),
  )
  return parts.every((part) => part !== undefined) ? parts.flat() : undefined
}

async function whyNotBehind(
  wrapper: readonly string[],
  denoPath: string,
  searchPath: string,
): Promise<string | undefined> {
  const [program, ...rest] = [...wrapper, (await findTool('test', searchPath)) ?? 'test', '-x', denoPath]
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
