/** `finish_rehearsal`: the client is done. It hears what would change, and what a person can do with it; the person hears the rest elsewhere. */
import { counted, type JsonObject } from '../../base/index.js'
import type { OwnTool } from '../service/gateway-parts.js'
import { answerOwnCall } from './answer-own-call.js'
import { readOwnArguments } from './own-arguments.js'
import { ownResult } from './own-result.js'
import type { FinishedRehearsal, Plans } from './plans.js'

const NAME = 'finish_rehearsal'

export function createFinishRehearsal(finish: NonNullable<Plans['finish']>): OwnTool {
  return {
    definition: DEFINITION,
    call: (args, { requester, turn }) =>
      answerOwnCall(async () => {
        readOwnArguments(NAME, args, [])
        const finished = await finish(requester, turn.signal)
        if (finished === undefined)
          return ownResult({
            words: 'There is nothing to finish: no call was made since the last rehearsal.',
            structured: { calls: 0 },
          })
        return ownResult({ words: wordsOf(finished), structured: structureOf(finished) })
      }),
  }
}

function wordsOf({ id, calls, files, isAppliable, reasons, applied }: FinishedRehearsal): string {
  const can = isAppliable
    ? 'Made again in fresh copies it came to the same, so a person can apply it, as shown:'
    : `It cannot be applied (${counted(reasons.length, 'reason')}, see not_appliable: ${NOT_APPLIABLE}). A person sees it all:`
  return `The rehearsal ${id} is over: ${counted(calls, 'call')}, which would change ${counted(files.length, 'file')}. Nothing of it lasts. ${can} understudy rehearsals ${isAppliable ? 'apply' : 'show'} ${id}.${applied === undefined ? '' : ` The person here was asked. ${applied}`} Your next call begins another, from the disk as it is.`
}

const NOT_APPLIABLE =
  "unanswered: no server in a copy gave the answer; asked: its server asked the client something; raced: calls at once got in each other's way; computed: made of an id, a time or a hash of the copy; differs: other each time, and cannot be followed; moved: the world is another one by now"

function structureOf({
  id,
  calls,
  refused,
  files,
  isAppliable,
  reasons,
  noWayBack,
}: FinishedRehearsal): JsonObject {
  return {
    ...{ rehearsal: id, calls, refused, appliable: isAppliable },
    ...(reasons.length === 0
      ? {}
      : { not_appliable: reasons.slice(0, MOST_FILES).map((each) => ({ ...each })) }),
    no_way_back: noWayBack,
    files: files.slice(0, MOST_FILES).map(({ path, change, from }) => ({
      ...{ path, change },
      ...(from === undefined ? {} : { from }),
    })),
    ...(files.length > MOST_FILES ? { more_files: files.length - MOST_FILES } : {}),
  }
}

const MOST_FILES = 200

const DEFINITION: JsonObject = {
  name: NAME,
  title: 'Finish the rehearsal',
  description:
    'Call it when your task is done. Ends the throwaway world in which your calls were made, and tells which files they would change. Nothing lasts until a person applies it, which you cannot.',
  inputSchema: { type: 'object', properties: {}, additionalProperties: false },
  outputSchema: {
    type: 'object',
    properties: {
      rehearsal: { type: 'string', description: 'Its id, for the person' },
      calls: { type: 'integer', description: 'Calls that reached a server' },
      refused: { type: 'integer', description: 'Calls that the rules refused before' },
      appliable: { type: 'boolean', description: 'A person may apply it' },
      not_appliable: { type: 'array', items: { type: 'object' }, description: 'Why not, call by call' },
      no_way_back: {
        type: 'integer',
        description: 'Calls that moved no file and may have changed something',
      },
      files: { type: 'array', items: { type: 'object' }, description: 'What would change: paths alone' },
    },
    required: ['calls'],
  },
  annotations: {
    title: 'Finish the rehearsal',
    readOnlyHint: false,
    destructiveHint: false,
    openWorldHint: false,
  },
}
