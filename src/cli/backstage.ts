/** What a rehearsal of a program needs and what takes time to start: begun at once, while everything else is still being read. */
import type { TypeStripper } from '../program/index.js'
import type { Sandbox } from '../sandbox/index.js'

export interface Backstage extends AsyncDisposable {
  /**
   * The parts that the plan needs: none for a workflow, no stripper for JavaScript.
   * @throws SandboxError when there is no sandbox to be had, or not with the required layers
   */
  ready(): Promise<{ readonly sandbox?: Sandbox; readonly stripper?: TypeStripper }>
}

/** Begins to start the parts. Disposing waits for what was begun and closes it. */
export function openBackstage(plan: {
  readonly fileName: string
  readonly requireLayers: readonly string[]
}): Backstage {
  const isWorkflow = /\.(json|ya?ml)$/i.test(plan.fileName)
  const parts: { readonly sandbox?: Promise<Sandbox>; readonly stripper?: Promise<TypeStripper> } = {
    ...(isWorkflow ? {} : { sandbox: startSandbox(plan.requireLayers) }),
    ...(isWorkflow || /\.[cm]?js$/i.test(plan.fileName) ? {} : { stripper: startStripper() }),
  }
  for (const part of Object.values(parts)) {
    part.catch(() => {
      // Whoever asks whether it is ready learns it.
    })
  }
  return {
    async ready() {
      const [sandbox, stripper] = await Promise.all([parts.sandbox, parts.stripper])
      return {
        ...(sandbox === undefined ? {} : { sandbox }),
        ...(stripper === undefined ? {} : { stripper }),
      }
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(Object.values(parts).map(close))
    },
  }
}

async function startSandbox(requireLayers: readonly string[]): Promise<Sandbox> {
  const { createDenoSandbox } = await import('../sandbox/index.js')
  return createDenoSandbox({ poolSize: 1, runs: 1, requireLayers })
}

async function startStripper(): Promise<TypeStripper> {
  const { createTypeStripper } = await import('../program/index.js')
  return createTypeStripper()
}

async function close(part: Promise<AsyncDisposable>): Promise<void> {
  const opened = await part.catch(() => undefined)
  await opened?.[Symbol.asyncDispose]()
}
