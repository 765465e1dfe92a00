/** The answer to one call, for a person. */
import { printable } from '../../base/index.js'
import { type Answer, outcomeText, outcomeValue } from '../../call/index.js'

export function renderAnswer({ outcome }: Answer): string {
  if (outcome.kind === 'rpc-error') return `Protocol error ${outcome.code}: ${printable(outcome.message)}\n`
  const value = outcomeValue(outcome)
  const text = outcomeText(outcome)
  const shown = text === '' ? JSON.stringify(value, null, 2) : text
  return `${outcome.kind === 'tool-error' ? 'Tool error: ' : ''}${printable(shown)}\n`
}
