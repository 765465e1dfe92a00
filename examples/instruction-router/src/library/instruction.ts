/** One instruction file, read: what it says about itself, and its text. */

/** How urgent an instruction is: P0 is the most urgent. */
export type Priority = 'P0' | 'P1' | 'P2' | 'P3'

export interface Instruction {
  /** `category/name`, unique in a library. */
  readonly id: string
  readonly category: string
  /** The file's name without `.instructions.md`. */
  readonly name: string
  /** Other names that find it, such as `core:name`; not unique. */
  readonly aliases: readonly string[]
  /** From the folder of instructions, with slashes. */
  readonly file: string
  readonly dialect: 'user' | 'core'
  /** A core file that no other may stand in for. */
  readonly isProtected: boolean
  readonly version: string
  readonly title: string
  readonly description: string
  readonly tags: readonly string[]
  /** The folder first, then the domains that the file names. */
  readonly categories: readonly string[]
  readonly priority: Priority
  /** Globs of project files that it is about. */
  readonly appliesTo: readonly string[]
  /** Phrases of prompts that it is for. */
  readonly patterns: readonly string[]
  /** Single words, or several joined by underscores. */
  readonly keywords: readonly string[]
  /** A sentence about when it applies. */
  readonly sentence: string
  /** Slash commands that it answers, such as `/retro`. */
  readonly commands: readonly string[]
  /** Names of others, as the file writes them. */
  readonly related: readonly string[]
  readonly includes: readonly string[]
  /** What a project must have for it to apply, such as an issue tracker; told to the agent, who knows. */
  readonly requires: readonly string[]
  readonly signals: { readonly success: readonly string[]; readonly failure: readonly string[] }
  /** The Markdown text below the front matter. */
  readonly body: string
}

/** The headings of the text, without its title and without comments of code. */
export function sectionsOf({ body, title }: Instruction): string[] {
  const text = body.replace(/^(`{3,9}|~{3,9})[\s\S]*?^\1/gm, '')
  return headingsOf(text, 4).filter((heading) => heading !== title)
}

/** Headings down to a depth. */
export function headingsOf(text: string, depth: number): string[] {
  // The length is limited because what is trimmed at the end of a hostile line is looked for at every place of it.
  return [...text.matchAll(/^(#{1,4})[ \t]+(.{1,200})/gm)]
    .filter(([, marks = '']) => marks.length <= depth)
    .map(([, , heading = '']) => heading.replace(/[\s#]+$/, ''))
    .filter((heading) => heading !== '')
}
