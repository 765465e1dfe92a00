/** Opens a conversation in the era that is wanted, or in the one that the server speaks. */
import { defined } from '../../base/index.js'
import type { Codec, ServerSelf } from '../../protocol/index.js'
import type { Transport } from '../../transport/index.js'
import type { Conversation } from '../wire/conversation.js'
import { type Attempt, acceptOrClose, attemptHandshake, shakeHands } from './handshake.js'
import { probeEra } from './probe-era.js'

export interface Meeting {
  readonly conversation: Conversation
  readonly server: ServerSelf
}

export interface MeetingOptions {
  readonly start: (transport: Transport, codec: Codec) => Conversation
  readonly transport: Transport
  /** Starts the server once more. Without it a server that exits when it is asked for its era cannot be met. */
  readonly reopen: (() => Promise<Transport>) | undefined
  /** How long a server may be silent before it is taken for one of the legacy era; milliseconds. */
  readonly probeTimeoutMs: number
  readonly signal: AbortSignal | undefined
}

/** @throws what `shakeHands` throws, and then nothing is left open */
export async function meetInEra(
  codec: Codec,
  { start, transport, signal }: MeetingOptions,
): Promise<Meeting> {
  const conversation = start(transport, codec)
  return { conversation, server: await shakeHands(conversation, limitOf(signal)) }
}

/**
 * Asks for the era first. Anything but a proof of the modern one, or silence, is followed by the legacy handshake on the same
 * connection; only a server that exited is started once more. A slow server that proves the modern era after all is believed.
 * @throws what `shakeHands` throws, and then nothing is left open
 */
export async function meetInEitherEra(
  codecs: { readonly legacy: Codec; readonly modern: Codec },
  options: MeetingOptions,
): Promise<Meeting> {
  const { start, transport, reopen, probeTimeoutMs, signal } = options
  const conversation = start(transport, codecs.modern)
  const probe = probeEra(conversation, signal)
  const finding = await orSilence(probe, conversation, probeTimeoutMs)
  if (finding?.kind === 'modern') return accept(conversation, finding.attempt)
  if (finding?.kind === 'stranger') return accept(conversation, finding.failure)
  conversation.speak(codecs.legacy)
  const attempt = await attemptHandshake(conversation, limitOf(signal))
  if (attempt.kind === 'read') return accept(conversation, attempt)
  if (conversation.end?.kind === 'closed-by-peer' && reopen !== undefined && !signal?.aborted) {
    await conversation.close()
    return meetInEra(codecs.legacy, { ...options, transport: await reopen() })
  }
  const late = finding === undefined ? await orSilence(probe, conversation, 0) : undefined
  if (late?.kind !== 'modern') return accept(conversation, attempt)
  conversation.speak(codecs.modern)
  return accept(conversation, late.attempt)
}

async function accept(conversation: Conversation, attempt: Attempt): Promise<Meeting> {
  return { conversation, server: await acceptOrClose(conversation, attempt) }
}

function orSilence<T>(work: Promise<T>, { clock }: Conversation, ms: number): Promise<T | undefined> {
  const over = new AbortController()
  const silence = clock.sleep(ms, over.signal).catch(() => undefined)
  return Promise.race([work, silence.then(() => undefined)]).finally(() => over.abort())
}

function limitOf(signal: AbortSignal | undefined): { readonly signal?: AbortSignal } {
  return defined({ signal })
}
