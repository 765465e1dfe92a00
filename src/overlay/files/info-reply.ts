/** What the official filesystem server says of one file or folder: whether it is there is known, and no more. */
import { type Told, textResult } from '../law.js'
import type { FileNode, Found } from './file-history.js'
import { noSuchFile, told } from './link-free.js'
import type { FilePath } from './paths.js'

export function infoReply(path: FilePath, { value, isSupposed }: Found<FileNode>): Told | undefined {
  switch (value.kind) {
    case 'unknown':
    // Of a link that leads nowhere nothing is said.
    case 'entry':
      return undefined
    case 'absent':
      return told(noSuchFile('stat', path), isSupposed)
    default:
      // Sizes and times stand in one text: all of it is invented.
      return { ...told(textResult(infoText(value)), isSupposed), inventedAt: ['/content'] }
  }
}

function infoText(node: FileNode): string {
  const isFolder = node.kind === 'folder'
  const size = node.kind === 'file' && node.text !== undefined ? Buffer.byteLength(node.text) : 4096
  const times = ['created', 'modified', 'accessed'].map((each) => `${each}: ${SOME_TIME}`)
  const kinds = [`isDirectory: ${isFolder}`, `isFile: ${!isFolder}`]
  return [`size: ${size}`, ...times, ...kinds, `permissions: ${isFolder ? 755 : 644}`].join('\n')
}

const SOME_TIME = 'Thu Jan 01 1970 00:00:00 GMT+0000 (Coordinated Universal Time)'
