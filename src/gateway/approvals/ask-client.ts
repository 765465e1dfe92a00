/** Asks the person at the client, by elicitation. */
import {
  firstLine,
  inOneLine,
  isJsonObject,
  type JsonObject,
  printable,
  SessionError,
} from '../../base/index.js'
import type { Requester } from '../requester.js'
import type { Approval, ApprovalQuestion, Approve } from './approve.js'
import { foresightText } from './foresight.js'

/** Only a plain yes is one: whoever declines, cancels, or accepts without saying yes has not approved. */
export function askClient(requester: Requester): Approve {
  return async (question) => {
    const { signal = requester.signal } = question.call
    signal.throwIfAborted()
    if (!canFillForms(requester.capabilities)) return NOBODY
    try {
      return approvalIn(await requester.ask('elicitation/create', formFor(question)))
    } catch (failure) {
      signal.throwIfAborted()
      // The client's word is data: it refuses, and that is told.
      if (failure instanceof SessionError)
        return { approved: false, why: printable(firstLine(failure.message), { oneLine: true }) }
      throw failure
    }
  }
}

export const NOBODY: Approval = {
  approved: false,
  why: 'this client cannot be asked, since it does not support elicitation. Use one that does, or let the policy allow this tool',
}

/** Specification, Elicitation: a client that declares no mode has the form. */
export function canFillForms({ elicitation }: JsonObject): boolean {
  if (!isJsonObject(elicitation)) return false
  return elicitation.form !== undefined || elicitation.url === undefined
}

/** Arguments are shown whole: what a person does not see he does not approve (OWASP AISVS 9.2.2). */
function formFor({ tool, arguments: args, effect, certain, why, foresight }: ApprovalQuestion): JsonObject {
  const given = printable(JSON.stringify(args), { oneLine: true })
  const name = inOneLine(tool, 200)
  const seen =
    foresight === undefined
      ? ''
      : `
${foresightText(foresight)}`
  return {
    message: `May ${name} be called? Effect: ${effect}${certain ? '' : ', which is claimed and not certain'}. Asked because ${why}.\nArguments: ${given}${seen}`,
    requestedSchema: {
      type: 'object',
      properties: {
        approve: {
          type: 'boolean',
          title: 'Call it',
          description: 'Yes: this one call is made',
          default: false,
        },
      },
      required: ['approve'],
    },
  }
}

export function approvalIn({ action, content }: JsonObject): Approval {
  if (action === 'accept' && isJsonObject(content) && content.approve === true) return { approved: true }
  return {
    approved: false,
    why: action === 'accept' ? 'the answer was no' : `the question was answered by ${shownChoice(action)}`,
  }
}

function shownChoice(action: JsonObject[string] | undefined): string {
  return action === 'decline' || action === 'cancel' ? action : 'neither yes nor no'
}
