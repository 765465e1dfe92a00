/** Puts the one question about a rehearsal to the person at the client, by elicitation. */
import { firstLine, type JsonObject, printable, SessionError } from '../../base/index.js'
import type { Approval } from '../approvals/approve.js'
import { approvalIn, canFillForms, NOBODY } from '../approvals/ask-client.js'
import { changedFileLines } from '../approvals/foresight.js'
import type { Requester } from '../requester.js'
import type { RehearsalReport } from './rehearsal-report.js'

/** Only a plain yes is one. What stands in files goes to the person alone: it is no answer to the agent. */
export async function askToApply(
  report: RehearsalReport,
  by: Requester,
  signal: AbortSignal,
): Promise<Approval> {
  if (!canFillForms(by.capabilities)) return NOBODY
  try {
    return approvalIn(await by.ask('elicitation/create', formFor(report)))
  } catch (failure) {
    signal.throwIfAborted()
    if (failure instanceof SessionError)
      return { approved: false, why: printable(firstLine(failure.message), { oneLine: true }) }
    throw failure
  }
}

function formFor({ id, calls, files, no_way_back }: RehearsalReport): JsonObject {
  const effects = calls.filter(({ read }) => read !== true)
  const lines = [
    'May this be done for real, as shown?',
    ...changedFileLines(files),
    // All, and with all of their arguments (OWASP AISVS 9.2.2).
    ...effects.map(({ call, tool, arguments: args }) => `  call ${call}: ${tool} ${JSON.stringify(args)}`),
    ...(no_way_back.length === 0 ? [] : [`  no way back by files: calls ${no_way_back.join(', ')}`]),
    `All of it: understudy rehearsals show ${id}`,
  ]
  return {
    message: printable(lines.join('\n')),
    requestedSchema: {
      type: 'object',
      properties: {
        approve: {
          type: 'boolean',
          title: 'Do it',
          description: 'Yes: this, once, and nothing else',
          default: false,
        },
      },
      required: ['approve'],
    },
  }
}
