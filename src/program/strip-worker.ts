/**
 * The worker thread that takes types off: JavaScript as text, because a thread needs a file or a text to start from.
 * `workerData` is the file of @swc/wasm-typescript. The first message out says that it is
 * ready; then each message in is a source, each message out a StripReply.
 */
export const STRIP_WORKER = `
const { parentPort, workerData } = require('node:worker_threads')
const { transformSync } = require(workerData)
parentPort.on('message', (source) => parentPort.postMessage(strip(source)))
parentPort.postMessage('ready')
function strip(source) {
  try {
    return { kind: 'stripped', code: transformSync(source, { mode: 'strip-only', module: true }).code }
  } catch (error) {
    const { code, message, startLine, startColumn } = error
    return typeof startLine === 'number'
      ? { kind: 'refused', unsupported: code === 'UnsupportedSyntax', message, line: startLine, column: startColumn }
      : { kind: 'trapped' }
  }
}
`

/** What the worker answers. */
export type StripReply =
  | { readonly kind: 'stripped'; readonly code: string }
  | {
      readonly kind: 'refused'
      /** TypeScript that is no mere annotation, such as an enum. */
      readonly unsupported: boolean
      readonly message: string
      /** One-based. */
      readonly line: number
      /** Zero-based, in cells of a terminal: see display-column. */
      readonly column: number
    }
  /** The stripper broke, most likely on its stack; it cannot be used any more. */
  | { readonly kind: 'trapped' }
