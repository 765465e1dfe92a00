/** Reads a text from left to right, a code point at a time. The first failure is kept, and ends the reading. */
export interface TextCursor {
  position: number
  readonly failure: string | undefined
  atEnd(): boolean
  /** The next character, or an empty text at the end. */
  peek(): string
  /** Takes the next character, whatever it is. */
  next(): string
  /** Takes the character if it comes next. */
  take(character: string): boolean
  /** Takes what a sticky expression matches here. */
  takeMatch(expression: RegExp): RegExpExecArray | undefined
  fail(reason: string): void
}

/** Creates a cursor at the start of the text. */
export function createTextCursor(text: string): TextCursor {
  let failure: string | undefined
  const cursor: TextCursor = {
    position: 0,
    get failure() {
      return failure
    },
    atEnd: () => cursor.position >= text.length,
    peek: () => {
      const code = text.codePointAt(cursor.position)
      return code === undefined ? '' : String.fromCodePoint(code)
    },
    next: () => {
      const character = cursor.peek()
      cursor.position += character.length
      return character
    },
    take: (character) => {
      if (cursor.peek() !== character || character === '') return false
      cursor.position += character.length
      return true
    },
    takeMatch: (expression) => {
      expression.lastIndex = cursor.position
      const match = expression.exec(text)
      if (match === null) return undefined
      cursor.position += match[0].length
      return match
    },
    fail: (reason) => {
      failure ??= reason
      cursor.position = text.length
    },
  }
  return cursor
}
