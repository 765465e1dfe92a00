/** The router as a library: read a folder, route messages, serve it. */
export { createCatalogue, type Instruction, parseInstruction } from './library/index.js'
export { createRouter, ENGINES } from './routing/index.js'
export { createHttpHandler, openDesk, readSettings, serveConnection } from './server/index.js'
