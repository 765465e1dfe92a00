/** A line of a server's output becomes a message or is told as noise. */
import { isJsonObject, type JsonValue, parseJson, UsageError } from '../base/index.js'
import type { DecodedLine } from '../protocol/index.js'
import type { TransportReceiver } from './transport.js'

/** Tells `to` what the line is: a JSON object or array is a message, everything else noise with its reason. */
export function deliverLine(
  { text, isUtf8, isFinished }: DecodedLine,
  to: Pick<TransportReceiver, 'message' | 'noise'>,
  maxBytes: number,
): void {
  if (!isUtf8) to.noise({ line: text, reason: 'it is not UTF-8' })
  else if (!isFinished) to.noise({ line: text, reason: 'the output ended before its line feed' })
  else deliverText(text, to, maxBytes)
}

function deliverText(text: string, to: Pick<TransportReceiver, 'message' | 'noise'>, maxBytes: number): void {
  let value: JsonValue
  try {
    value = parseJson(text, 'a line', { maxBytes })
  } catch (failure) {
    // Servers print banners: what is not JSON is noise. An error without a cause is a limit of ours.
    const isLimit = failure instanceof UsageError && failure.cause === undefined
    if (isLimit) to.noise({ line: text, reason: 'it is nested too deep', isBeyondUs: true })
    else to.noise({ line: text, reason: 'it is not JSON' })
    return
  }
  if (Array.isArray(value) && value.length > MAX_BATCH)
    to.noise({
      ...{ line: text, isBeyondUs: true },
      reason: `it is a batch of ${value.length} messages, more than ${MAX_BATCH}`,
    })
  else if (isJsonObject(value) || Array.isArray(value)) to.message(value, text)
  else to.noise({ line: text, reason: 'it is JSON, but no object' })
}

/** A batch is read in one go, so that no timer has its turn before its end: a line of a few megabytes could hold half a million. */
const MAX_BATCH = 10_000
