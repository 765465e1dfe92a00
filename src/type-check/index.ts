export { createTypeChecker, noTypeChecker, type TypeCheckerOptions } from './create-type-checker.js'
export { type CompilerSearch, findCompiler } from './find-compiler.js'
