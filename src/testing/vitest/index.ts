/** The door for vitest. Importing it registers the matchers: the one thing of this package that happens on import. */
import {
  type Combination,
  type DescribeOptions,
  describeEach,
  type ServerUnderTest,
} from './describe-server.js'
import { withHintsToldAtOnce } from './failure-hints.js'
import { type McpTestOptions, planOf, scopeOf } from './mcp-test.js'
import { registerMatchers } from './register-matchers.js'
import { type McpTest, stagedTest } from './staged-test.js'
import { type CassetteTest, cassetteTest, type UseCassetteOptions } from './use-cassette.js'

const vacuity = registerMatchers()

/**
 * Makes a `test` whose fixtures are a client of the server (`mcp`), its folder (`project`) and more clients (`startClient`).
 * Servers are started when a test first asks for one, and are gone when the test, or the file, is over.
 */
export function mcpTest(options: McpTestOptions): McpTest {
  return withHintsToldAtOnce(() => stagedTest(planOf(options), scopeOf(options), vacuity))
}

/**
 * Makes a `test` whose `mcp` is a client of the server the first time, and of a recording of it from then on: a cassette for each
 * test, kept beside the test file. A test that asks for what was not recorded fails.
 */
export function useCassette(options: UseCassetteOptions): CassetteTest {
  return withHintsToldAtOnce(() => cassetteTest(options))
}

/**
 * Runs the same tests in every era and over every transport that is asked for, titled `weather · modern · stdio`.
 * @throws UsageError USAGE for a transport that the server gives no way to
 */
export function describeServer(
  server: ServerUnderTest,
  options: DescribeOptions,
  body: (test: McpTest, combination: Combination) => void,
): void {
  withHintsToldAtOnce(() =>
    describeEach((plan, scope) => stagedTest(plan, scope, vacuity), server, options, body),
  )
}

export type {
  Combination,
  DescribeOptions,
  HttpAddress,
  HttpCommand,
  ServerTransport,
  ServerUnderTest,
} from './describe-server.js'
export type { LivenessMode } from './liveness-watch.js'
export type { AssertionMethods, AsyncAssertion, Chained } from './matcher-types.js'
export type { McpTestOptions, ProjectCommand, ProjectContainer, WorkOptions } from './mcp-test.js'
export type { SnapshotOptions, SnapshotSubject } from './normalised-snapshot.js'
export type { McpFixtures, McpTest, ScopeOptions } from './staged-test.js'
export type { CassetteFixtures, CassetteTest, RecordMode, UseCassetteOptions } from './use-cassette.js'
