/** The files of a rehearsal that are read anew for each one. */
import { counted, inOneLine, readUserFile, readUserText } from '../../base/index.js'
import type { Stub } from '../../call/index.js'
import type { Policy } from '../../policy/index.js'
import type { DiscreetIo } from '../discreet-io.js'
import type { DryRunSettings } from '../dry-run-settings.js'

export interface RehearsalInputs {
  readonly plan: Uint8Array
  readonly stubs: readonly Stub[]
  readonly policy: Policy | undefined
}

/** @throws UsageError for what cannot be read, or says nothing that can be used */
export async function readInputs(
  { file, stubs, policy }: DryRunSettings,
  io: DiscreetIo,
): Promise<RehearsalInputs> {
  return {
    plan: file === '-' ? await io.stdin() : readUserFile(file, 'the plan', io.cwd),
    stubs: stubs === undefined ? [] : await readStubs(stubs, io),
    policy: policy === undefined ? undefined : await readPolicy(policy, io),
  }
}

async function readPolicy(file: string, io: DiscreetIo): Promise<Policy> {
  const { readPolicyFile } = await import('../../config/index.js')
  return readPolicyFile(file, io.cwd)
}

async function readStubs(file: string, io: DiscreetIo): Promise<readonly Stub[]> {
  const { parseStubsFile } = await import('../../config/index.js')
  const { createSchemaCompiler } = await import('../../schema/index.js')
  const text = readUserText(file, 'the stubs', io.cwd)
  let drafts = 0
  const stubs = parseStubsFile(text, file, createSchemaCompiler(), () => {
    drafts++
  })
  if (drafts > 0)
    io.stderr(
      `${counted(drafts, 'stub')} of ${inOneLine(file, 200)} ${drafts === 1 ? 'is a draft and answers' : 'are drafts and answer'} nothing: where the answer is what the tool says, remove "draft"\n`,
    )
  return stubs
}
