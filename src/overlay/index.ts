/**
 * `overlay.ts` notes calls and asks a law; `files/`, `graph/` and `records/` are laws, pure but for the readers they are handed;
 * `models/` are data, held against the real servers by `test/overlay`.
 */
export { modelSource } from './footprints.js'
export type { DeclaredTool } from './model.js'
export { type AskBelow, createOverlay, type Overlay } from './overlay.js'
export { type Recognised, recogniseTools } from './recognise.js'
