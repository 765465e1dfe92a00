/** The first and the last lines of a process's standard error. */
import { StringDecoder } from 'node:string_decoder'

export interface StderrTail {
  push(chunk: Uint8Array): void
  /** Tells the stream's end: what stands after the last line feed is the last line. */
  end(): void
  /** The first lines and the last ones, oldest first. */
  lines(): readonly string[]
}

/**
 * Creates a tail that keeps `maxLines` lines, a twentieth of which are the first ones; a line longer than `maxLength` characters is told
 * in pieces.
 */
export function createStderrTail(
  onLine: (line: string) => void,
  { maxLines = 100, maxLength = 8192 }: { readonly maxLines?: number; readonly maxLength?: number } = {},
): StderrTail {
  const decoder = new StringDecoder('utf8')
  const first: string[] = []
  const maxFirst = Math.floor(maxLines / 20)
  const maxLast = maxLines - maxFirst
  let kept: string[] = []
  let rest = ''

  function add(line: string): void {
    if (first.length < maxFirst) first.push(line)
    else kept.push(line)
    // Cut in batches: shifting an array at every line is slow when a server floods.
    if (kept.length > 2 * maxLast) kept = kept.slice(-maxLast)
    onLine(line)
  }

  function addText(text: string): void {
    const lines = (rest + text).split(/\r?\n/)
    rest = lines.pop() ?? ''
    for (const line of lines) for (const piece of piecesOf(line, maxLength)) add(piece)
    while (rest.length > maxLength) {
      add(rest.slice(0, maxLength))
      rest = rest.slice(maxLength)
    }
  }

  return {
    push: (chunk) => addText(decoder.write(chunk)),
    end() {
      addText(decoder.end())
      if (rest !== '') add(rest)
      rest = ''
    },
    lines: () => [...first, ...kept.slice(-maxLast)],
  }
}

function piecesOf(line: string, maxLength: number): string[] {
  if (line.length <= maxLength) return [line]
  return Array.from({ length: Math.ceil(line.length / maxLength) }, (_, i) =>
    line.slice(i * maxLength, (i + 1) * maxLength),
  )
}
