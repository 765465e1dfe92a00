/** What a matcher is, apart from any test framework. */
import type { SchemaCompiler } from '../../schema/index.js'
import type { MCPResponse } from '../client/mcp-response.js'

/**
 * What vitest and jest want of `expect.extend`. `message` says why the assertion failed: why it does not match where `pass` is
 * false, why it should not have matched where it is true.
 */
export interface MatcherResult {
  readonly pass: boolean
  readonly message: () => string
}

/** What a matcher may use: the first two are lent by the test framework (`this` of `expect.extend`), where there is one. */
export interface MatcherContext {
  /** True behind `.not`. */
  readonly isNot: boolean
  /** Deep equality that knows the framework's asymmetric matchers, such as `expect.any(Number)`. */
  readonly equals: (actual: unknown, expected: unknown) => boolean
  /** Compiles each schema once for all assertions. */
  readonly compiler: SchemaCompiler
}

/**
 * Answers that say nothing, on which a matcher that proves something fails (see `controlAnswers`):
 * `empty` (no content, and structured content without members), `other-tool` (what the other tools answered),
 * `blanked` (this answer with every text empty), `other-kind` (a success for a failure and the other way round),
 * `silent` (this answer without progress, notifications and questions of the server).
 */
export type ControlKind = 'empty' | 'other-tool' | 'blanked' | 'other-kind' | 'silent'

/** A matcher as data. `Arguments` is what a test writes between the parentheses. */
export interface Matcher<Subject, Arguments extends readonly unknown[]> {
  /** Narrows what `expect` was given. @throws UsageError USAGE for what this matcher cannot look at */
  readonly read: (received: unknown, name: string) => Subject
  /**
   * The controls that it must not pass on, with these arguments. Empty where passing on them would prove nothing against it.
   */
  readonly controls: (...args: Arguments) => readonly ControlKind[]
  /** Pure. @throws UsageError USAGE for arguments that no answer could be held against */
  readonly judge: (subject: Subject, args: Arguments, context: MatcherContext) => MatcherResult
}

export type ResponseMatcher<Arguments extends readonly unknown[]> = Matcher<MCPResponse, Arguments>
