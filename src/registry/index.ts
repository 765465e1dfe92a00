export type { RegisteredTool, ServerTools, ToolLookup, ToolRegistry } from './registry.js'
