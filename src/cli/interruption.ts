/** The user, or the system, wants the command to end. */
export class Interruption extends Error {
  override readonly name = 'Interruption'
  readonly signal: NodeJS.Signals

  constructor(signal: NodeJS.Signals) {
    super(`Interrupted by ${signal}`)
    this.signal = signal
  }
}
