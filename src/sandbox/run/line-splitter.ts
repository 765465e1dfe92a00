/** Cuts a stream of bytes into lines. */

/** Returns a function that takes bytes and gives each complete line, without its line feed, to `onLine` until that says stop. */
export function splitLines(onLine: (line: string) => 'go on' | 'stop'): (bytes: Buffer) => void {
  let parts: Buffer[] = []
  let stopped = false
  return (bytes) => {
    let start = 0
    for (let end = bytes.indexOf(LINE_FEED); end >= 0 && !stopped; end = bytes.indexOf(LINE_FEED, start)) {
      parts.push(bytes.subarray(start, end))
      const line = Buffer.concat(parts).toString('utf8')
      parts = []
      start = end + 1
      stopped = onLine(line) === 'stop'
    }
    if (!stopped) parts.push(bytes.subarray(start))
  }
}

const LINE_FEED = 0x0a
