/** How a process ended. Of the two one is there: Node has null for the other. */
export interface ProcessEnd {
  readonly code?: number | null | undefined
  readonly signal?: string | null | undefined
}

/** Goes on from the name of the process: `exited with code 1`, `was ended by SIGKILL`. */
export function processEndText({ code, signal }: ProcessEnd): string {
  if (typeof signal === 'string') return `was ended by ${signal}`
  return typeof code === 'number' ? `exited with code ${code}` : 'ended'
}
