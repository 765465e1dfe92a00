/** The router as a library: read a folder, route messages, serve it. */
export {
  type Catalogue,
  createCatalogue,
  type Instruction,
  type Library,
  type LibraryState,
  openLibrary,
  type Problem,
  parseInstruction,
} from './library/index.js'
export {
  createRouter,
  ENGINES,
  type Match,
  type RouteOptions,
  type Router,
  type Routing,
  type RoutingContext,
  type RoutingEngine,
} from './routing/index.js'
export { createHttpHandler, openDesk, readSettings, type Settings, serveConnection } from './server/index.js'
