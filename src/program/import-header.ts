/** Where the imports at the top of a program end. */

/** The length of the beginning of `source` that holds nothing but imports, comments and spaces; 0 when there is no import. */
export function importHeaderLength(source: string): number {
  let end = 0
  for (let at = skipTrivia(source, 0); ; at = skipTrivia(source, end)) {
    const statement = matchAt(IMPORT, source, at)
    if (statement === undefined) return end
    end = at + statement.length
  }
}

// One import with its clause and the module's name; an import that looks otherwise ends the header and is refused where it stands.
const IMPORT =
  /import\b(?!\s*[(.])[^"'`;(){}=]*(?:\{[^"'`;(){}=]*\}[^"'`;(){}=]*)?(?:"[^"\n\r]*"|'[^'\n\r]*')(?:\s*with\s*\{[^{}]*\})?[^\S\n\r]*;?/y
const TRIVIA = /\s+|\/\/.*|\/\*[\s\S]*?\*\//y

function skipTrivia(source: string, start: number): number {
  let at = start
  for (let trivia = matchAt(TRIVIA, source, at); trivia !== undefined; trivia = matchAt(TRIVIA, source, at))
    at += trivia.length
  return at
}

function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  const sticky = new RegExp(pattern)
  sticky.lastIndex = at
  return sticky.exec(text)?.[0]
}
