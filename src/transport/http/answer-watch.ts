/** On which stream each answer is owed (specification: basic/transports): one that comes on another is told. */
import type { JsonValue } from '../../base/index.js'
import { type RpcId, rpcIdKey } from '../../protocol/index.js'
import { answeredIds, type Post } from './post.js'

export interface AnswerWatch {
  /** Answers to it are owed until `end`. */
  begin(post: Post): void
  /** Takes what came on the stream of a POST; without one, on the stream on which the server speaks unasked. */
  heard(value: JsonValue, post: Post | undefined): void
  end(post: Post): void
}

/** Creates a watch; `tell` is told what is wrong, as a clause. */
export function createAnswerWatch(tell: (what: string) => void): AnswerWatch {
  const owed = new Map<string, Post>()
  const unanswered = new Set<string>()

  function elsewhere(id: RpcId, post: Post | undefined): void {
    const key = rpcIdKey(id)
    const owner = owed.get(key)
    owed.delete(key)
    const isLate = unanswered.delete(key)
    if (owner === post || (owner === undefined && !isLate)) return
    const stream = post === undefined ? 'on which the server speaks unasked' : 'of another request'
    const late = isLate ? ', whose own had ended without it' : ''
    tell(`the answer to the request with the id ${key} came on the stream ${stream}${late}`)
    owner?.hear({ jsonrpc: '2.0', id, result: {} })
  }

  return {
    begin(post) {
      for (const id of post.owedIds) owed.set(rpcIdKey(id), post)
    },
    heard(value, post) {
      for (const id of answeredIds(value)) elsewhere(id, post)
      post?.hear(value)
    },
    end(post) {
      for (const id of post.owedIds) {
        const key = rpcIdKey(id)
        if (owed.get(key) !== post) continue
        owed.delete(key)
        unanswered.add(key)
      }
      for (const oldest of unanswered) {
        if (unanswered.size <= MAX_UNANSWERED) break
        unanswered.delete(oldest)
      }
    },
  }
}

/** So many requests that failed are known when their answer comes all the same. */
const MAX_UNANSWERED = 1000
