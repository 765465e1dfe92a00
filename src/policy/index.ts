export { parsePolicy } from './parse-policy.js'
export { type Decision, decide, isDecidedByDoubt, type Policy, type PolicyRule } from './policy.js'
