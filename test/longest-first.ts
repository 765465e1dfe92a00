/** The order of test files: one that takes long must not be the last one that the others wait for. */
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Those that take more than ten seconds of a processor, the longest first. */
const LONG: readonly string[] = [
  ...['docs/documents', 'containers/containers', 'package/tarball', 'postgres/postgres', 'e2e/init'],
  ...['proxy/record-stdio', 'sandbox/bombs', 'schema/compare/hostile-comparisons', 'schema/compare/suite'],
  ...['e2e/bad-input', 'sandbox/attacks', 'torture/client', 'e2e/probe', 'replay/official-clients'],
  ...['torture/rows', 'testing/misbehaviour/misbehaviours', 'schema/compare/soundness', 'e2e/interruptions'],
  ...['recording/several-processes', 'e2e/demo'],
].map((name) => `/test/${name}.test.ts`)

/** Vitest orders by the times of its last run, of which a fresh checkout has none. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const others = await super.sort(files)
    return [...others].sort((a, b) => rank(a) - rank(b))
  }
}

function rank({ moduleId }: TestSpecification): number {
  const at = LONG.findIndex((name) => moduleId.endsWith(name))
  return at === -1 ? LONG.length : at
}
