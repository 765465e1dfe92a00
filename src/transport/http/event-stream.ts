/** Reads a stream of server-sent events (WHATWG HTML, "interpreting an event stream") and hides nothing of it. */
import { defined } from '../../base/index.js'
import { type Body, decodeBody } from './read-body.js'

export interface StreamEvent {
  /** What the field `event` says; `message` when it says nothing. */
  readonly type: string
  readonly data: Body
  /** The id that stands in this event itself. */
  readonly id?: string
  /** How long to wait before a reconnection, where this event says it; milliseconds. */
  readonly retryMs?: number
}

export interface EventStreamDecoder {
  /** False as soon as one event is longer than the limit; what comes after that is not read. */
  push(chunk: Uint8Array): boolean
  /** Tells the stream's end. Returns the data of an event that its blank line never ended: such an event does not count. */
  end(): Body
}

/** Creates a decoder. `onEvent` is told every event that has data, an id or a time to wait. */
export function createEventStreamDecoder(options: {
  readonly maxBytes: number
  readonly onEvent: (event: StreamEvent) => void
  /** Is told a line that looks like JSON and is no field: a body that is no stream of events, whatever its type says. */
  readonly onStray?: (line: string) => void
}): EventStreamDecoder {
  const { maxBytes, onEvent, onStray } = options
  const lines = createLineSplitter()
  let event = emptyEvent()
  let eventBytes = 0
  let isFirstLine = true
  let isTooLong = false

  function readLine(bytes: string): void {
    const line =
      isFirstLine && bytes.startsWith(BYTE_ORDER_MARK) ? bytes.slice(BYTE_ORDER_MARK.length) : bytes
    isFirstLine = false
    if (line === '') {
      dispatch()
      return
    }
    const colon = line.indexOf(':')
    const field = colon < 0 ? line : line.slice(0, colon)
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '')
    if (field === 'data') event.data.push(value)
    else if (field === 'event') event.type = value
    else if (field === 'id' && !value.includes('\0')) event.id = value
    else if (field === 'retry' && /^\d+$/.test(value)) event.retryMs = Number(value)
    else if (/^\s*[[{]/.test(line)) onStray?.(textOf(line).text)
  }

  function dispatch(): void {
    const ended = event
    event = emptyEvent()
    eventBytes = 0
    const { data, id, retryMs } = ended
    if (data.length > 0 || id !== undefined || retryMs !== undefined) onEvent(eventOf(ended))
  }

  return {
    push(chunk) {
      for (const line of lines.wholeOnes(chunk)) {
        // Comments keep a quiet connection alive, for hours; nothing is kept of them.
        if (!line.startsWith(':')) eventBytes += line.length
        if (isTooLong || eventBytes > maxBytes) {
          isTooLong = true
          break
        }
        readLine(line)
      }
      isTooLong ||= eventBytes + lines.rest.length > maxBytes
      return !isTooLong
    },
    end() {
      if (lines.rest !== '') readLine(lines.rest)
      return textOf(event.data.join('\n'))
    },
  }
}

/** Lines end with ASCII characters, so the bytes are split as they are, one character each, and decoded event by event. */
function createLineSplitter() {
  let rest = ''
  let endedWithReturn = false
  return {
    /** What stands after the last end of a line. */
    get rest() {
      return rest
    },
    /** The lines that are whole. A carriage return ends one at once; the line feed that may follow it belongs to it. */
    wholeOnes(chunk: Uint8Array): string[] {
      const received = Buffer.from(chunk).toString('latin1')
      const text = endedWithReturn && received.startsWith('\n') ? received.slice(1) : received
      if (received !== '') endedWithReturn = received.endsWith('\r')
      if (!/[\r\n]/.test(text)) {
        rest += text
        return []
      }
      const lines = (rest + text).split(/\r\n|\n|\r/)
      rest = lines.pop() ?? ''
      return lines
    },
  }
}

const BYTE_ORDER_MARK = '\u00ef\u00bb\u00bf'

interface OpenEvent {
  type: string
  readonly data: string[]
  id: string | undefined
  retryMs: number | undefined
}

function emptyEvent(): OpenEvent {
  return { type: '', data: [], id: undefined, retryMs: undefined }
}

function eventOf({ type, data, id, retryMs }: OpenEvent): StreamEvent {
  return {
    type: type === '' ? 'message' : textOf(type).text,
    data: textOf(data.join('\n')),
    ...(id === undefined ? {} : { id: textOf(id).text }),
    ...defined({ retryMs }),
  }
}

function textOf(bytes: string): Body {
  return decodeBody(Buffer.from(bytes, 'latin1'))
}
