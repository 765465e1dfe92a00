/** A section that is a list of sentences, the same in every format. */
import type { Sentence } from './sentence.js'

export interface ListSection {
  readonly title: string
  /** Behind the title: how many, and what becomes of them. */
  readonly count: string
  readonly items: readonly Sentence[]
  /** What is listed, in the plural. */
  readonly noun: string
}
