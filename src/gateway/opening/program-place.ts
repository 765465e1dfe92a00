/** What only programs need: made for the first of them, since workflows need none of it. */
import { createTypeStripper, type TypeStripper } from '../../program/index.js'
import type { Sandbox } from '../../sandbox/index.js'

export interface ProgramPlace {
  readonly sandbox: Sandbox
  readonly stripper: TypeStripper
}

export interface LazyProgramPlace extends AsyncDisposable {
  /** Nothing for a workflow. A start that failed is tried again the next time. @throws SandboxError */
  for(fileName: string): Promise<ProgramPlace | Record<never, never>>
}

/** A sandbox that is given stays open. */
export function createProgramPlace(given: Sandbox | undefined): LazyProgramPlace {
  let sandbox: Promise<Sandbox> | undefined
  let stripper: TypeStripper | undefined

  async function startSandbox(): Promise<Sandbox> {
    const { createDenoSandbox } = await import('../../sandbox/index.js')
    return createDenoSandbox({ poolSize: 1 })
  }

  return {
    async for(fileName) {
      if (!fileName.endsWith('.ts')) return {}
      stripper ??= createTypeStripper()
      if (given !== undefined) return { sandbox: given, stripper }
      sandbox ??= startSandbox()
      try {
        return { sandbox: await sandbox, stripper }
      } catch (failure) {
        sandbox = undefined
        throw failure
      }
    },
    async [Symbol.asyncDispose]() {
      const started = await sandbox?.catch(() => undefined)
      await Promise.all([started?.[Symbol.asyncDispose](), stripper?.[Symbol.asyncDispose]()])
    },
  }
}
