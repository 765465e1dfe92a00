/** Has the keeper's shell run a script, and hears when it has. */
import type { Keeper } from './keeper.js'
import { worldHasEnded } from './world-has-ended.js'

/** Resolves with what follows the note that the script makes. @throws TransportError CONNECTION_CLOSED when the world has ended */
export function noted(keeper: Keeper, note: string, script: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const stop = keeper.hear((line) => {
      if (!line.startsWith(`${note} `)) return
      stop()
      resolve(line.slice(note.length + 1))
    })
    void keeper.over.then(() => {
      stop()
      reject(worldHasEnded())
    })
    keeper.tell(script)
  })
}
