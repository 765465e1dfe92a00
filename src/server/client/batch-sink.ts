/** Several messages in one, as revision 2025-03-26 has them: their responses come back as one array. */
import type { JsonValue } from '../../base/index.js'
import { classifyMessage, whyNoBatch } from '../../protocol/index.js'
import type { ResponseSink } from '../response-sink.js'

const MAX_BATCH = 1000

/** As the end of a sentence. */
export function problemOfBatch(
  items: readonly JsonValue[],
  revision: string | undefined,
): string | undefined {
  const why = whyNoBatch(revision)
  if (why !== undefined) return why
  if (items.length === 0) return 'the batch is empty'
  return items.length > MAX_BATCH ? `the batch has more than ${MAX_BATCH} messages` : undefined
}

/** The sink of each message in a batch. */
export function createBatchSink(items: readonly JsonValue[], sink: ResponseSink): ResponseSink {
  let waiting = items.filter(isAnswered).length
  const texts: string[] = []
  const settle = (): void => {
    if (--waiting > 0) return
    if (texts.length > 0) sink.answer(`[${texts.join(',')}]`)
    else sink.drop()
  }
  return {
    within: sink,
    say: (text) => sink.say(text),
    hangUp: () => sink.hangUp(),
    drop: settle,
    answer(text) {
      texts.push(text)
      settle()
    },
  }
}

function isAnswered(item: JsonValue): boolean {
  const { kind } = classifyMessage(item)
  return kind === 'request' || kind === 'invalid'
}
