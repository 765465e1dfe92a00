export { createRegistry } from './create-registry.js'
export { parseToolsFile } from './parse-tools-file.js'
export type { RegisteredTool, ServerTools, ToolLookup, ToolRegistry } from './registry.js'
