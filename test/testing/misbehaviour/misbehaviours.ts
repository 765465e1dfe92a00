/** Every misbehaviour that one connection to one server shows. */
import { ANSWERS } from './answers.js'
import { CONTENT } from './content.js'
import { HTTP } from './http.js'
import { LISTS } from './lists.js'
import type { Misbehaviour } from './misbehaviour.js'
import { MODERN } from './modern.js'
import { OUTPUT } from './output.js'
import { TURNS } from './turns.js'

export const MISBEHAVIOURS: readonly Misbehaviour[] = [
  ...ANSWERS,
  ...CONTENT,
  ...LISTS,
  ...OUTPUT,
  ...TURNS,
  ...MODERN,
  ...HTTP,
]
