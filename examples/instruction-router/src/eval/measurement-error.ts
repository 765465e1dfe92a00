/** Why nothing can be measured: a sentence for the person at the screen, and what to do. */
export class MeasurementError extends Error {
  override readonly name = 'MeasurementError'
  readonly hint: string | undefined

  constructor(message: string, options: { readonly hint?: string; readonly cause?: unknown } = {}) {
    super(message, { cause: options.cause })
    this.hint = options.hint
  }
}
