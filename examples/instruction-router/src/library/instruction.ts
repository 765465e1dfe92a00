/** One instruction file, read: what it says about itself, and its text. */
export interface Instruction {
  /** `category/name`, unique in a catalogue. */
  readonly id: string
  /** The folder it stands in. */
  readonly category: string
  /** The file's name without `.instructions.md`. */
  readonly name: string
  /** Other names that find it, such as `core:name`; not unique. */
  readonly aliases: readonly string[]
  /** From the folder of instructions, with slashes. */
  readonly file: string
  /** A core file that no other may stand in for. */
  readonly isProtected: boolean
  readonly version: string
  readonly title: string
  readonly description: string
  readonly tags: readonly string[]
  /** The folder first, then the domains that the file names. */
  readonly categories: readonly string[]
  /** P0 is the most urgent: of two that fit alike it comes first. */
  readonly priority: 'P0' | 'P1' | 'P2' | 'P3'
  /** Globs of project files that it is about. */
  readonly appliesTo: readonly string[]
  /** Words and phrases of prompts that it is for, without underscores. */
  readonly keywords: readonly string[]
  /** A sentence about when it applies. */
  readonly sentence: string
  /** Slash commands that it answers, such as `/retro`, in lower case. */
  readonly commands: readonly string[]
  /** Names of others that go with it, as the file writes them. */
  readonly related: readonly string[]
  /** What a project must have for it to apply; told to the agent, who knows. */
  readonly requires: readonly string[]
  /** How to see that it was followed, or was not. */
  readonly signals: readonly string[]
  /** The Markdown text below the front matter. */
  readonly body: string
}

/** What is wrong with a file: a value, told beside the instructions that can be used. */
export interface Problem {
  readonly file: string
  readonly code:
    | 'UNREADABLE'
    | 'TOO_LARGE'
    | 'NO_FRONT_MATTER'
    | 'YAML_INVALID'
    | 'FIELD_INVALID'
    | 'ID_TAKEN'
    | 'PROTECTED'
    | 'REFERENCE_UNKNOWN'
    | 'LINK_OUTSIDE'
  /** One sentence. */
  readonly message: string
  /** `left-out`: the file is not used; `used`: it is, without the part that is wrong. */
  readonly effect: 'left-out' | 'used'
}

/** The headings of a text, without those in code. Lines are cut, so that a hostile one is not searched from each of its places. */
export function headingsOf(body: string): string[] {
  const text = body.replace(/^(`{3,9}|~{3,9})[\s\S]*?^\1/gm, '')
  return [...text.matchAll(/^#{1,4}[ \t]+(\S.{0,200})/gm)].map(([, heading = '']) => heading.trim())
}

/** Paragraphs and items, without their marks. */
export function passagesOf(body: string): string[] {
  return body
    .split(/\n\s*\n|\n(?=\s*(?:[-*+]|\d+\.)\s)/)
    .map((passage) => passage.replace(/^\s*(?:[-*+]|\d+\.|#+)\s+(?:\[.\]\s*)?|[*_`]{1,3}/g, ''))
    .map((passage) => passage.replace(/\s+/g, ' ').trim())
    .filter((passage) => passage.length > 15)
}
