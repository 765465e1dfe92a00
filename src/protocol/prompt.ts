/** Prompts as servers list and give them (specification: schema.ts, Prompt, GetPromptResult). */
import type { JsonObject } from '../base/index.js'
import type { ContentBlock } from './content.js'

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
