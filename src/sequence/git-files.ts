/** Files of a git repository as text that can be compared: objects unpacked, the index without its times. */
import { inflateSync } from 'node:zlib'
import { byText, indexEntries } from '../base/index.js'

/** The path with an object's hash in one piece, so that it is one word. */
export function plainPath(path: string): string {
  return path.replace(/(\.git\/objects\/[0-9a-f]{2})\/([0-9a-f]{38})$/, '$1$2')
}

/** Folders that git sorts its objects into: which of them are there hangs on hashes. */
export function isObjectFolder(path: string): boolean {
  return /\.git\/objects\/[0-9a-f]{2}$/.test(path)
}

/** The text of a file's contents; undefined for what can only be compared as it is. */
export function comparableText(path: string, content: Uint8Array): string | undefined {
  const bytes = Buffer.from(content)
  if (/\.git\/objects\/[0-9a-f]{40}$/.test(plainPath(path))) return objectText(bytes)
  if (/(?:^|\/)\.git\/(?:.*\/)?index$/.test(path)) return indexText(bytes)
  const text = bytes.toString('utf8')
  return text.includes('\ufffd') ? bytes.toString('latin1') : text
}

/** gitformat-loose: `KIND SIZE\0`, then what the kind has. A tree holds hashes as bytes. */
function objectText(bytes: Buffer): string | undefined {
  try {
    const whole = inflateSync(bytes, { maxOutputLength: MOST_BYTES })
    const end = whole.indexOf(0)
    const [kind] = whole.toString('latin1', 0, end).split(' ')
    const body = whole.subarray(end + 1)
    return kind === 'tree' ? treeText(body) : `${kind}\n${body.toString('utf8')}`
  } catch {
    // What is no loose object is compared as it is.
    return undefined
  }
}

/** Whoever may write files may write some that grow without end. */
const MOST_BYTES = 64 * 1_048_576

/** Undefined for what only says that it is a tree. */
function treeText(body: Buffer): string | undefined {
  const lines: string[] = ['tree']
  for (let at = 0; at < body.length; ) {
    const end = body.indexOf(0, at)
    if (end === -1 || end + 21 > body.length) return undefined
    lines.push(`${body.toString('utf8', at, end)} ${body.toString('hex', end + 1, end + 21)}`)
    at = end + 21
  }
  return lines.join('\n')
}

/** Lines of an index or a tree in the order of the names that another world has in place of these: git sorts by name. */
export function sortedByName(text: string, render: (name: string) => string = (name) => name): string {
  const [kind, ...lines] = text.split('\n')
  if (kind !== 'index' && kind !== 'tree') return text
  const name = kind === 'index' ? /^\d+ \S+ \d (.*)$/ : /^\d+ (.*) \S+$/
  const keyed = lines.map((line) => ({ line, key: render(name.exec(line)?.[1] ?? line) }))
  return [kind, ...keyed.sort((a, b) => byText(a.key, b.key)).map(({ line }) => line)].join('\n')
}

/** gitformat-index, versions 2 and 3: mode, hash, stage and name of each entry. */
export function indexText(bytes: Buffer): string | undefined {
  const lines = indexEntries(bytes)?.map(
    ({ mode, object, stage, path }) => `${mode.toString(8)} ${object} ${stage} ${path}`,
  )
  return lines && ['index', ...lines].join('\n')
}
