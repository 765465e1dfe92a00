/** Foreign text in XML 1.0 (sections 2.2 and 2.4 of its specification). */

/** Character data for the content of an element or an attribute in double quotes: no markup, no character that XML forbids. */
export function xmlText(text: string): string {
  return text
    .toWellFormed()
    .replace(FORBIDDEN, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .replace(/[&<>"'\t\r]/g, (character) => `&#${character.charCodeAt(0)};`)
}

/** Not even as a reference may these stand in XML. */
const FORBIDDEN = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g
