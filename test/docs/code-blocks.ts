/** The fenced code blocks of a Markdown document, with what the comment before each says about it. */

export interface CodeBlock {
  /** `README.md:12`, for error messages. */
  readonly place: string
  /** The first word after the fence; empty when there is none. */
  readonly language: string
  readonly text: string
  /** `<!-- not run: reason -->`: nothing is done with it. */
  readonly notRun?: string
  /** `<!-- file: NAME -->`: it is saved under this name, for the blocks after it. */
  readonly file?: string
  /** `<!-- exit: N -->`: a shell block ends with this code; 0 when absent. */
  readonly exit?: number
  /** `<!-- serves: WHOM -->`: each line of a shell block goes on until it is interrupted. */
  readonly serves?: string
  /** `<!-- prints: the block above -->`: that block said this, but for its figures. */
  readonly prints?: string
}

/** A reason of blocks that are tried after all: by the container tests, where there is an engine. */
export const NEEDS_ENGINE = 'needs a container engine'

/** The same, by the tests of PostgreSQL. */
export const NEEDS_POSTGRES = 'needs a PostgreSQL server'

/** The same, by the tests of copies. */
export const NEEDS_COPIES = 'needs copies of this machine'

/** All blocks in order. A comment counts for the block that follows it, blank lines aside; several comments may. */
export function codeBlocks(document: string, text: string): CodeBlock[] {
  const lines = text.split('\n')
  const blocks: CodeBlock[] = []
  let said: Directives = {}
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i] ?? ''
    const fence = /^(\s*)(`{3,}|~{3,})\s*([\w-]*)/.exec(line)
    if (fence !== null) {
      const [, indent = '', marks = '', language = ''] = fence
      const end = lines.findIndex(
        (other, at) => at > i && other.trim().startsWith(marks) && /^[`~]+$/.test(other.trim()),
      )
      if (end < 0) throw new Error(`${document}:${i + 1}: a code block does not end`)
      const body = lines
        .slice(i + 1, end)
        .map((each) => (each.startsWith(indent) ? each.slice(indent.length) : each))
      blocks.push({ place: `${document}:${i + 1}`, language, text: `${body.join('\n')}\n`, ...said })
      said = {}
      i = end
    } else if (line.trim() !== '') said = { ...said, ...directiveOf(line, `${document}:${i + 1}`) }
    if (fence === null && line.trim() !== '' && !line.trim().startsWith('<!--')) said = {}
  }
  return blocks
}

type Directives = Pick<CodeBlock, 'notRun' | 'file' | 'exit' | 'serves' | 'prints'>

function directiveOf(line: string, place: string): Directives {
  const [, key, value = ''] =
    /^\s*<!--\s*(not run|file|exit|serves|prints):\s*(.*?)\s*-->\s*$/.exec(line) ?? []
  if (key !== undefined && value === '') throw new Error(`${place}: the comment "${key}" says nothing`)
  switch (key) {
    case 'not run':
      return { notRun: value }
    case 'file':
      return { file: value }
    case 'exit':
      return { exit: Number(value) }
    case 'serves':
      return { serves: value }
    case 'prints':
      return { prints: value }
    default:
      return {}
  }
}
