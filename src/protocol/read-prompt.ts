/** Reads prompts as servers list and give them (specification: server/prompts). */
import { isJsonObject, type JsonObject, type JsonValue } from '../base/index.js'
import type { Reading } from './codec.js'
import { type ContentBlock, isContentBlock } from './content.js'
import { isText, shown, wellTyped } from './well-typed.js'

/** None without a name. */
export function readPrompt(item: JsonValue, complaints: string[]): Prompt[] {
  if (isJsonObject(item) && typeof item.name === 'string' && item.name !== '') {
    const prompt = wellTyped(item, MEMBERS, `prompt "${item.name}"`, complaints)
    if (isPrompt(prompt)) return [prompt]
  }
  complaints.push(`a prompt without a name was left out: ${shown(item)}`)
  return []
}

/** Prompts as servers list and give them (specification: schema.ts, Prompt, GetPromptResult). */
export interface Prompt {
  readonly name: string
  readonly title?: string
  readonly description?: string
  readonly arguments?: readonly PromptArgument[]
  readonly _meta?: JsonObject
}

export interface PromptArgument {
  readonly name: string
  readonly title?: string
  readonly description?: string
  readonly required?: boolean
}

export interface PromptMessage {
  readonly role: 'user' | 'assistant'
  readonly content: ContentBlock
}

/** What a prompt becomes with its arguments filled in. */
export interface FilledPrompt {
  readonly description?: string
  readonly messages: readonly PromptMessage[]
}

/** A message that is none is left out and complained about. */
export function readFilledPrompt(result: JsonValue): Reading<FilledPrompt> {
  if (!isJsonObject(result) || !Array.isArray(result.messages))
    return { kind: 'unusable', reason: 'the result has no array "messages"' }
  const complaints: string[] = []
  const messages = result.messages.flatMap((item: JsonValue) => {
    if (isMessage(item)) return [item]
    complaints.push(`a prompt message was left out, it is none of the protocol: ${shown(item)}`)
    return []
  })
  const { description } = result
  if (description !== undefined && typeof description !== 'string')
    complaints.push(`description is ${shown(description)}, and was left out`)
  return {
    kind: 'read',
    value: { ...(typeof description === 'string' ? { description } : {}), messages },
    complaints,
  }
}

const MEMBERS = {
  title: isText,
  description: isText,
  arguments: (value: JsonValue) => Array.isArray(value) && value.every(isArgument),
  _meta: isJsonObject,
}

/** The optional members have been checked before. */
function isPrompt(value: JsonObject): value is JsonObject & Prompt {
  return typeof value.name === 'string'
}

function isArgument(value: JsonValue): value is JsonObject & PromptArgument {
  return (
    isJsonObject(value) &&
    typeof value.name === 'string' &&
    (value.title === undefined || isText(value.title)) &&
    (value.description === undefined || isText(value.description)) &&
    (value.required === undefined || typeof value.required === 'boolean')
  )
}

function isMessage(value: JsonValue): value is JsonObject & PromptMessage {
  return (
    isJsonObject(value) &&
    (value.role === 'user' || value.role === 'assistant') &&
    value.content !== undefined &&
    isContentBlock(value.content)
  )
}
