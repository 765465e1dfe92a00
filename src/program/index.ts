/**
 * `prepare-program.ts` makes what a guest can run of what somebody wrote: types stripped, calls found, conditions and values
 * watched. The `find-` files each look for one thing, `scope.ts` and `walk-scopes.ts` say what a name means where it stands.
 */
export { findTestCalls, type TestCall } from './find-test-calls.js'
export type { Test } from './find-tests.js'
export type { Wait, Waits } from './find-waits.js'
export type { MarkedProgram, TextPart } from './mark-texts.js'
export type { ModuleText } from './module-text.js'
export type { ParamsUses, ParamUse } from './params-uses.js'
export { type PrepareOptions, prepareProgram } from './prepare-program.js'
export type { Preparation, Program, ResultRead, StaticArguments, StaticCall } from './program.js'
export { isReachable } from './tool-path.js'
export type { TypeCheck, TypeChecker, TypedText, TypeProblem } from './type-checker.js'
export { createTypeStripper, type Stripping, type TypeStripper } from './type-stripper.js'
export type { Condition, WatchedProgram } from './watch-conditions.js'
