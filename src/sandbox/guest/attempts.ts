/** What the program tries and does not get, told to the host where Deno itself would not tell it. */
import type { CapabilityMessage } from '../bridge.js'
import type { Channel } from './channel.js'
import { jsonText } from './primordials.js'

export interface Attempts {
  /** Tells of an attempt. After many there is nothing new to tell. */
  note(kind: CapabilityMessage['kind'], target: string): void
}

export function createAttempts(channel: Channel): Attempts {
  let noted = 0
  return {
    note(kind, target) {
      if (noted >= MOST_NOTED) return
      noted++
      channel.send(`"type":"capability","kind":"${kind}","target":${jsonText(target)}`)
    },
  }
}

const MOST_NOTED = 200
