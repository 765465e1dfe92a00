/** What the matchers are to the compiler: `expect` knows them, in a chain too, and on answers alone. */
import type { Assertion } from 'vitest'
import type { DEFINITIONS } from '../matchers/definitions.js'
import type { Matcher } from '../matchers/matcher.js'
import type { SnapshotOptions, SnapshotSubject } from './normalised-snapshot.js'

type Name = keyof typeof DEFINITIONS
type SubjectOf<N extends Name> =
  (typeof DEFINITIONS)[N] extends Matcher<infer Subject, infer _> ? Subject : never
type ArgumentsOf<N extends Name> =
  (typeof DEFINITIONS)[N] extends Matcher<infer _, infer Arguments> ? Arguments : never

/**
 * The matchers behind `expect` of a value of the type `Received`. One that cannot look at such a value asks for an argument that
 * nobody can give.
 */
export type AssertionMethods<Received> = {
  [N in Name]: (...args: Fitting<Received, SubjectOf<N>, ArgumentsOf<N>>) => Chained<Received>
} & {
  /** As `toMatchSnapshot`, with names in place of what differs from run to run: times, ids, temporary folders, ports, durations. */
  toMatchNormalisedSnapshot: (
    ...args: Fitting<Received, SnapshotSubject, [options?: SnapshotOptions]>
  ) => Chained<Received>
}

type Fitting<Received, Subject, Arguments> = [Received] extends [Subject | PromiseLike<Subject>]
  ? Arguments
  : [cannotLookAt: NeverGiven<Received>]

interface NeverGiven<Received> {
  readonly cannotLookAt: Received
  readonly [NEVER_GIVEN]: never
}
declare const NEVER_GIVEN: unique symbol

/** What an assertion returns: of a value, the assertion for more; of a promise, a chain that must be awaited. */
export type Chained<Received> = [Received] extends [PromiseLike<unknown>]
  ? AsyncAssertion<Received>
  : Assertion<Received>

/**
 * `await expect(mcp.callTool('echo')).toSucceed().toContainText('x')`: resolves with the answer, and `.not` counts for the next
 * matcher alone.
 */
export interface AsyncAssertion<Received> extends Promise<Awaited<Received>>, AssertionMethods<Received> {
  readonly not: AssertionMethods<Received>
}

declare module 'vitest' {
  interface Matchers<T> extends AssertionMethods<T> {}
}
