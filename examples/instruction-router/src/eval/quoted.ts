/** Text of others on a terminal: on one line, without characters that steer it. */

/** Between quotation marks, and shortened. */
export function quoted(text: string, most = 70): string {
  const characters = [...text]
  return printable(
    JSON.stringify(characters.length <= most ? text : `${characters.slice(0, most - 1).join('')}…`),
  )
}

export function printable(text: string): string {
  return text.replace(STEERING, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`)
}

/** Controls, marks of format and separators of lines. */
const STEERING = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu
