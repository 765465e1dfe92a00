/** The formats that are checked. Any other is an annotation and counts as unchecked. */

import type { Format } from 'ajv'
import { fullFormats } from 'ajv-formats/dist/formats.js'

/** Checkers by name; own entries only, so that a format named "constructor" is unknown. */
export const KNOWN_FORMATS: ReadonlyMap<string, Format> = new Map(Object.entries(fullFormats))
