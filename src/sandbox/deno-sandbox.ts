/** The sandbox whose guests are Deno processes. */
import {
  type Clock,
  didYouMean,
  type Environment,
  nearestNames,
  SandboxError,
  systemClock,
  UsageError,
} from '../base/index.js'
import { completeBudgets } from './budgets.js'
import type { DenoSearch } from './layers/deno-binary.js'
import { denoSearch } from './layers/deno-search.js'
import { LAYERS, type Layer, type LayerStatus } from './layers/layer.js'
import { probeSandbox, type SandboxProbe } from './layers/probe.js'
import { findTool } from './layers/system-tool.js'
import { type AuditPipes, createAuditPipes } from './process/audit-pipe.js'
import { createGuestPool } from './process/guest-pool.js'
import { type GuestProcess, type GuestRecipe, startGuest } from './process/guest-process.js'
import { readGuestSource } from './process/guest-source.js'
import { runInGuest } from './run/guest-run.js'
import { createSeries } from './run/series.js'
import type { GuestJob, GuestRun, Sandbox } from './sandbox.js'

export interface DenoSandboxOptions {
  /** The Deno to use; otherwise the optional package's, else the one on PATH. */
  readonly denoPath?: string
  /** Guests started ahead; default 2. With 0 each run starts its own. */
  readonly poolSize?: number
  /** How many programs will be run: no guest is started ahead beyond that. Default: any number. */
  readonly runs?: number
  /** Refuse to work without these layers. */
  readonly requireLayers?: readonly string[]
  /** Where PATH is read from; default the environment of this process. Nothing of it reaches a guest. */
  readonly env?: Environment
  readonly clock?: Clock
}

/**
 * Finds Deno, tries which layers of isolation this machine gives, and starts guests ahead.
 * @throws SandboxError SANDBOX_MISSING without a usable Deno, SANDBOX_ALTERED for another one than was published, SANDBOX_LAYER_MISSING without a required layer;
 *   UsageError USAGE for a layer that does not exist and for a pool size that is no number.
 */
export async function createDenoSandbox(options: DenoSandboxOptions = {}): Promise<Sandbox> {
  const { poolSize = 2, runs = Number.POSITIVE_INFINITY, requireLayers = [], clock = systemClock } = options
  checkPoolSize(poolSize)
  checkLayerNames(requireLayers)
  const search = denoSearch(options.env ?? process.env, options.denoPath)
  const { layers, recipe, first } = await findRecipe(search, requireLayers, poolSize > 0)
  const pool = createGuestPool({ size: poolSize, most: runs, first }, () => startGuest(recipe))
  const closed = new AbortController()
  const running = new Set<Promise<unknown>>()
  let openSeries = 0
  let holders = 0

  return {
    layers,
    run: (job) => followed(running, runOne(job)),
    openSeries() {
      openSeries++
      return createSeries({
        take: () => pool.take(),
        run: (guest, job) => followed(running, runIn(guest, job, true)),
        done() {
          openSeries--
          refillSoon()
        },
      })
    },
    holdStarts() {
      holders++
      const letGo = (): void => {
        holders--
        refillSoon()
      }
      return { [Symbol.dispose]: letGo }
    },
    async [Symbol.asyncDispose]() {
      closed.abort(new UsageError('ALREADY_CLOSED', 'Cannot finish the program: the sandbox has been closed'))
      await Promise.all([pool[Symbol.asyncDispose](), Promise.allSettled(running)])
      recipe.audits?.close()
    },
  }

  async function runOne(job: GuestJob): Promise<GuestRun> {
    completeBudgets(job.budgets, job.world.kind)
    job.signal?.throwIfAborted()
    const guest = await pool.take()
    try {
      return await runIn(guest, job, false)
    } finally {
      refillSoon()
    }
  }

  /**
   * Starting a process holds this one up: not when the caller closes now, and not while a program waits for its answers. What comes last
   * refills; until then one guest that waits is enough.
   */
  function refillSoon(): void {
    setImmediate(() => {
      const isBusy = running.size > 0 || openSeries > 0
      if (holders === 0 && (!isBusy || !pool.hasOne())) pool.refill()
    })
  }

  /** A guest that is kept lives on when its program was over by itself. */
  function runIn(guest: GuestProcess, job: GuestJob, isKept: boolean): Promise<GuestRun> {
    const budgets = completeBudgets(job.budgets, job.world.kind)
    const signal = job.signal === undefined ? closed.signal : AbortSignal.any([closed.signal, job.signal])
    return runInGuest(guest, job, budgets, { platform: search.platform, clock, signal, isKept })
  }
}

interface FoundRecipe {
  readonly layers: readonly Layer[]
  readonly recipe: GuestRecipe
  /** Started already. */
  readonly first: GuestProcess | undefined
}

/** How guests are started here. Where one is wanted anyway, it is the trial of its layers. */
async function findRecipe(
  search: DenoSearch,
  requireLayers: readonly string[],
  isOneWanted: boolean,
): Promise<FoundRecipe> {
  const ingredients = { source: await readGuestSource(), audits: auditsOf(search) }
  let first: GuestProcess | undefined
  const starts = async (denoPath: string, wrapper: readonly string[]): Promise<boolean> => {
    first = await startGuest({ ...ingredients, denoPath, wrapper }).catch(() => undefined)
    return first !== undefined
  }
  const { deno, wrapper, layers } = await probeSandbox(search, isOneWanted ? starts : undefined)
  const missing = layers.filter(({ layer, active }) => !active && requireLayers.includes(layer))
  if (missing.length > 0) {
    first?.kill()
    await first?.over
    ingredients.audits?.close()
    throw missingError(missing)
  }
  return {
    layers: layers.filter(({ active }) => active).map(({ layer }) => layer),
    recipe: { ...ingredients, denoPath: deno.path, wrapper },
    first,
  }
}

function auditsOf({ platform, searchPath }: DenoSearch): AuditPipes | undefined {
  const mkfifo = platform.whyNever('audit') === undefined ? findTool('mkfifo', searchPath) : undefined
  return mkfifo === undefined ? undefined : createAuditPipes(mkfifo)
}

function followed(running: Set<Promise<unknown>>, run: Promise<GuestRun>): Promise<GuestRun> {
  running.add(run)
  const forget = () => running.delete(run)
  run.then(forget, forget)
  return run
}

/**
 * What the sandbox has to work with here: which Deno, and which layers with the reasons of those that are missing.
 * @throws SandboxError SANDBOX_MISSING without a usable Deno, SANDBOX_ALTERED for another one than was published
 */
export async function sandboxLayers(
  options: Pick<DenoSandboxOptions, 'denoPath' | 'env'> = {},
): Promise<SandboxProbe> {
  const { denoPath, env = process.env } = options
  return probeSandbox(denoSearch(env, denoPath))
}

function checkPoolSize(poolSize: number): void {
  if (Number.isSafeInteger(poolSize) && poolSize >= 0) return
  throw new UsageError('USAGE', `Cannot create a sandbox with a pool of ${poolSize} guests`, {
    hint: 'poolSize is a whole number, 0 or more',
  })
}

function checkLayerNames(names: readonly string[]): void {
  for (const name of names) {
    if (LAYERS.some((layer) => layer === name)) continue
    const near = nearestNames(name, LAYERS).slice(0, 1)
    throw new UsageError(
      'USAGE',
      `Cannot require the layer ${JSON.stringify(name)}: there is none of that name`,
      {
        hint: didYouMean(near.map((layer) => `"${layer}"`)) ?? `the layers are ${LAYERS.join(', ')}`,
      },
    )
  }
}

function missingError(missing: readonly LayerStatus[]): SandboxError {
  const names = missing.map(({ layer }) => `"${layer}"`).join(', ')
  return new SandboxError(
    'SANDBOX_LAYER_MISSING',
    `Cannot start the sandbox: required layers are missing here: ${names}`,
    {
      evidence: missing.map(({ layer, why = 'unknown reason' }) => `${layer}: ${why}`),
      hint: 'require fewer layers, or run on Linux with util-linux installed',
      data: { missing: missing.map(({ layer }) => layer) },
    },
  )
}
