/** The sandbox of a rehearsal: it takes time to start, and is begun at once, while everything else is still being read. */
import type { Sandbox } from '../sandbox/index.js'
import type { CliIo } from './cli-io.js'

export interface PrewarmedSandbox extends AsyncDisposable {
  /**
   * The sandbox; undefined for a workflow, which needs none.
   * @throws SandboxError when there is none to be had, or not with the required layers
   */
  ready(): Promise<Sandbox | undefined>
}

/** What is known of the plan before it is read. */
export interface PlanNeeds {
  readonly fileName: string
  readonly requireLayers: readonly string[]
  /** How often it will be run. */
  readonly runs: number
}

/** Begins to start the sandbox, unless one is given. Disposing waits for what was begun and closes it. */
export function prewarmSandbox(plan: PlanNeeds, io: Pick<CliIo, 'env' | 'sandbox'>): PrewarmedSandbox {
  const isWorkflow = /\.(json|ya?ml)$/i.test(plan.fileName)
  // What was found out of a given one may be less than the plan requires.
  const given = plan.requireLayers.length === 0 ? io.sandbox : undefined
  const starting = isWorkflow || given !== undefined ? undefined : startSandbox(plan, io.env)
  starting?.catch(() => {
    // Whoever asks whether it is ready learns it.
  })
  return {
    ready: async () => (isWorkflow ? undefined : (given ?? (await starting))),
    async [Symbol.asyncDispose]() {
      const sandbox = await starting?.catch(() => undefined)
      await sandbox?.[Symbol.asyncDispose]()
    },
  }
}

async function startSandbox({ requireLayers, runs }: PlanNeeds, env: CliIo['env']): Promise<Sandbox> {
  const { createDenoSandbox } = await import('../sandbox/index.js')
  return createDenoSandbox({ poolSize: 1, runs, requireLayers, env })
}
