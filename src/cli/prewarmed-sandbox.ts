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
  /** Where PATH is read from. */
  readonly env: CliIo['env']
}

/** Begins to start the sandbox. Disposing waits for what was begun and closes it. */
export function prewarmSandbox(plan: PlanNeeds): PrewarmedSandbox {
  const isWorkflow = /\.(json|ya?ml)$/i.test(plan.fileName)
  const starting = isWorkflow ? Promise.resolve(undefined) : startSandbox(plan)
  starting.catch(() => {
    // Whoever asks whether it is ready learns it.
  })
  return {
    ready: () => starting,
    async [Symbol.asyncDispose]() {
      const sandbox = await starting.catch(() => undefined)
      await sandbox?.[Symbol.asyncDispose]()
    },
  }
}

async function startSandbox({ requireLayers, runs, env }: PlanNeeds): Promise<Sandbox> {
  const { createDenoSandbox } = await import('../sandbox/index.js')
  return createDenoSandbox({ poolSize: 1, runs, requireLayers, env })
}
