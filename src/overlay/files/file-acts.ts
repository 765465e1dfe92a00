/** What a call did to files. */
import type { Act } from '../law.js'
import { parseEdits, type TextEdit } from './edit-text.js'
import { type FilePath, parsePath } from './paths.js'

export type FileAct =
  | { readonly kind: 'write'; readonly path: FilePath; readonly text: string }
  | { readonly kind: 'edit'; readonly path: FilePath; readonly edits: readonly TextEdit[] }
  | { readonly kind: 'make'; readonly path: FilePath }
  | { readonly kind: 'move'; readonly path: FilePath; readonly to: FilePath }
  /** Nobody knows what is at these paths since; without any, nor anywhere. */
  | { readonly kind: 'blur'; readonly paths: readonly FilePath[] }

/** Undefined for what changes nothing. */
export function fileAct(act: Act): FileAct | undefined {
  const { role, args, isDone } = act
  const [path, to] = [parsePath(args.path), parsePath(args.to)]
  if (role === 'edit' && args.dryRun === true) return undefined
  const isPlaced = path !== undefined && (role !== 'move' || to !== undefined)
  if (!isPlaced) return { kind: 'blur', paths: [] }
  if (!isDone) return { kind: 'blur', paths: to === undefined ? [path] : [path, to] }
  switch (role) {
    case 'write':
      return typeof args.text === 'string'
        ? { kind: 'write', path, text: args.text.toWellFormed() }
        : { kind: 'blur', paths: [path] }
    case 'edit': {
      const edits = parseEdits(args.edits)
      return edits === undefined ? { kind: 'blur', paths: [path] } : { kind: 'edit', path, edits }
    }
    case 'make':
      return { kind: 'make', path }
    case 'move':
      return to === undefined ? { kind: 'blur', paths: [] } : { kind: 'move', path, to }
    default:
      return { kind: 'blur', paths: [] }
  }
}
