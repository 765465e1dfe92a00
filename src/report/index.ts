export { renderText, type TextOptions } from './render-text.js'
export { formatTable } from './table.js'
