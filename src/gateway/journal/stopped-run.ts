/** A run of the journal that does not go on by itself. */
import type { JournaledRun } from '../../journal/index.js'

/** It cannot go on before a person has said something. */
export interface StoppedRun {
  readonly kind: 'waiting' | 'doubt'
  readonly run: JournaledRun
}
