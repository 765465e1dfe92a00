export { modelSource } from './footprints.js'
export type { DeclaredTool } from './model.js'
export { type AskBelow, createOverlay, type Overlay } from './overlay.js'
export { type Recognised, recogniseTools } from './recognise.js'
