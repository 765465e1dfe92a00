/** Carries a problem of a text out of its parser; it never leaves this folder. */
export class DocumentProblem extends Error {
  readonly offset: number

  constructor(message: string, offset: number) {
    super(message)
    this.offset = offset
  }
}
