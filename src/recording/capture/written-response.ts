/** What of an answer is lost when it is read as values of JavaScript: kept as its server wrote it. */
import { type JsonObject, textMembers } from '../../base/index.js'
import type { WrittenResponse } from '../recording.js'

/** Undefined where nothing is lost: the value, written again, has the same text, and nothing stands beside it. */
export function writtenResponse(message: JsonObject, text: string | undefined): WrittenResponse | undefined {
  const bodyKey = 'error' in message ? 'error' : 'result'
  const value = message[bodyKey]
  if (text === undefined || value === undefined || isPlain(message, text)) return undefined
  const members = textMembers(text)
  const body = members.findLast(({ key }) => key === bodyKey)
  if (body === undefined) return undefined
  const bodyText = text.slice(body.start, body.end)
  const beside = members
    .filter(({ key }) => !ENVELOPE.has(key))
    .map(({ keyText, start, end }) => `${keyText}:${text.slice(start, end)}`)
  const written = {
    ...(bodyText === JSON.stringify(value) ? {} : { body: bodyText }),
    ...(beside.length === 0 ? {} : { beside: `{${beside.join(',')}}` }),
  }
  return Object.keys(written).length === 0 ? undefined : written
}

/** Most servers write as we would. */
function isPlain(message: JsonObject, text: string): boolean {
  for (const key in message) if (!ENVELOPE.has(key)) return false
  return JSON.stringify(message) === text
}

const ENVELOPE: ReadonlySet<string> = new Set(['jsonrpc', 'id', 'result', 'error'])
