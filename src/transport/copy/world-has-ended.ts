/** What cannot be done any more. */
import { TransportError } from '../../base/index.js'

export function worldHasEnded(): TransportError {
  return new TransportError(
    'CONNECTION_CLOSED',
    'Cannot go on in a copy of this machine: the copy has ended',
    {
      hint: 'make a new copy',
    },
  )
}
