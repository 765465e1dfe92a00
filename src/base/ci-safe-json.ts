/** JSON in which nothing is that a CI system or a terminal obeys, or that a reader does not see. */

/**
 * The same JSON: what CI systems take for a command in a log, and what nobody sees, can stand in strings alone, where each has an
 * escape. No line of JSON starts with a colon.
 */
export function escapeCiCommandsInJson(json: string): string {
  return json.replace(/##(?=\w*\[)/g, '#\\u0023').replace(UNSEEN, (character) =>
    unitsOf(character)
      .map((unit) => `\\u${unit}`)
      .join(''),
  )
}

/** What JSON.stringify leaves as it is, though a terminal obeys it or a reader does not see it. */
const UNSEEN = /[\u007f-\u009f\p{Cf}\p{Zl}\p{Zp}]|(?![\ufe0e\ufe0f])\p{Default_Ignorable_Code_Point}/gu

function unitsOf(character: string): string[] {
  return character.split('').map((unit) => unit.charCodeAt(0).toString(16).padStart(4, '0'))
}
