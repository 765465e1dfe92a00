/** The body of an HTTP response, read whole within a limit. */

export interface Body {
  readonly text: string
  readonly isUtf8: boolean
}

/** Undefined when the body is longer than `maxBytes`; the rest is not read then. Rejects as the stream does. */
export async function readBody(response: Response, maxBytes: number): Promise<Body | undefined> {
  if (response.body === null) return { text: '', isUtf8: true }
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body) {
    length += chunk.length
    // Leaving the loop cancels the stream.
    if (length > maxBytes) return undefined
    chunks.push(chunk)
  }
  return decodeBody(Buffer.concat(chunks))
}

/** Bytes as text; what is no UTF-8 becomes replacement characters. */
export function decodeBody(bytes: Buffer): Body {
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), isUtf8: true }
  } catch {
    // Not an error here: whoever asked tells it.
    return { text: bytes.toString('utf8'), isUtf8: false }
  }
}
