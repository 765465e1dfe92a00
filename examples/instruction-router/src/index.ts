/** The router as a library: read a folder, route messages, serve it. */
export { type Instruction, parseInstruction } from './instruction.js'
export { createCatalogue } from './library.js'
export { createRouter, ENGINES } from './router.js'
export { serveConnection } from './serve.js'
export { openService, readSettings } from './service.js'
