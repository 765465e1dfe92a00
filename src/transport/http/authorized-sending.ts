/** Sends, and sends again once the user has authorized the client (specification: basic/authorization). */
import type { StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { AuthorizationCode } from './authorization-code.js'

export interface AuthorizedSendingOptions {
  readonly sdk: StreamableHTTPClientTransport
  /** True for the failure that says: the user was sent to the authorization server. */
  readonly isUnfinished: (failure: unknown) => boolean
  readonly askCode: (() => Promise<AuthorizationCode>) | undefined
}

/** Creates the function that sends; it rejects as `send` does, or with what went wrong with the authorization. */
export function createAuthorizedSending(
  options: AuthorizedSendingOptions,
): (send: () => Promise<void>) => Promise<void> {
  const { sdk, isUnfinished, askCode } = options
  let authorizing: Promise<void> | undefined

  async function attempt(send: () => Promise<void>, round: number): Promise<void> {
    try {
      await send()
    } catch (failure) {
      if (askCode === undefined || !isUnfinished(failure) || round > MAX_ROUNDS) throw failure
      // Of several requests that are refused at once one asks the user.
      authorizing ??= finish(askCode).finally(() => {
        authorizing = undefined
      })
      await authorizing
      await attempt(send, round + 1)
    }
  }

  async function finish(ask: () => Promise<AuthorizationCode>): Promise<void> {
    const code = await ask()
    await (typeof code === 'string' ? sdk.finishAuth(code) : sdk.finishAuth(code))
  }

  return (send) => attempt(send, 1)
}

/** The first authorization, and one more for scopes that a request turns out to need; not without end. */
const MAX_ROUNDS = 2
