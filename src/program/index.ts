export { findTestCalls, type TestCall } from './find-test-calls.js'
export { type PrepareOptions, prepareProgram } from './prepare-program.js'
export type { Preparation, Program, ResultRead, StaticArguments, StaticCall } from './program.js'
export { createTypeStripper, type Stripping, type TypeStripper } from './type-stripper.js'
