/** Names as code may hold them. */

const IDENTIFIER = /^[A-Za-z_$][A-Za-z0-9_$]*$/

export function isIdentifier(name: string): boolean {
  return IDENTIFIER.test(name)
}

/** Of any text, in the way types are named: `write_file result` becomes `WriteFileResult`. Empty where nothing can be kept. */
export function typeName(text: string): string {
  const words = text.slice(0, MAX_LENGTH).split(/[^A-Za-z0-9$]+/)
  const name = words.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join('')
  return /^[0-9]/.test(name) ? `_${name}` : name
}

const MAX_LENGTH = 120

/** Gives each name that is asked for once as it is, and then with a number. */
export function uniqueNames(): (wanted: string) => string {
  const given = new Map<string, number>()
  return (wanted) => {
    for (;;) {
      const times = (given.get(wanted) ?? 0) + 1
      given.set(wanted, times)
      const name = times === 1 ? wanted : `${wanted}${times}`
      if (times === 1 || !given.has(name)) {
        given.set(name, given.get(name) ?? 1)
        return name
      }
    }
  }
}

/** A text as a literal that every reader takes: line separators are written as escapes too. */
export function textLiteral(text: string): string {
  return JSON.stringify(text).replace(/[\u007f-\u00a0\u2028\u2029]/g, escaped)
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}

/** The name of a member of an object as code has it: quoted where it is no name. */
export function memberName(name: string): string {
  return isIdentifier(name) ? name : textLiteral(name)
}

/** How code reads a member: `.path`, or `["a b"]` where it is no name. */
export function memberAccess(name: string): string {
  return isIdentifier(name) ? `.${name}` : `[${textLiteral(name)}]`
}
