/**
 * `create-registry.ts` looks tools up and suggests, `contract-of.ts` is what one promises; `lock/` compares contracts over time:
 * `launch-of.ts` tells servers apart; `lock/compare-contracts.ts` decides what breaks, `lock/model-orders.ts` finds orders to a model in descriptions.
 */
export { contractOf, type ToolContract } from './contract-of.js'
export { createRegistry } from './create-registry.js'
export { launchOf } from './launch-of.js'
export { compareContracts } from './lock/compare-contracts.js'
export {
  CHANGE_CLASSES,
  type ChangeClass,
  type ContractChange,
} from './lock/contract-change.js'
export { type ContractLock, type LockedServer, type LockedTool, toolsOfLock } from './lock/contract-lock.js'
export { createLock } from './lock/create-lock.js'
export { loadComparison } from './lock/load-comparison.js'
export { parseLock } from './lock/parse-lock.js'
export { parseToolLists, parseToolsFile } from './parse-tools-file.js'
export type { RegisteredTool, ServerTools, ToolLookup, ToolRegistry } from './registry.js'
export { type UndeclaredMember, undeclaredMembers } from './undeclared-members.js'
