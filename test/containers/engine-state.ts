/** Whether a container engine answers, and what the container tests run on it. */
import { findEngine } from '../../src/transport/index.js'
import { makeImages, type TestImages } from './base-image.js'

export type EngineState =
  | { readonly kind: 'answers'; readonly name: string; readonly version: string; readonly images: TestImages }
  | { readonly kind: 'silent'; readonly reason: string }

/** Found out when the one file of container tests is loaded. */
export const ENGINE_STATE: EngineState = await findState()

async function findState(): Promise<EngineState> {
  const engine = await findEngine().catch((failure: Error) => failure)
  if (engine instanceof Error) return { kind: 'silent', reason: engine.message.replaceAll('\n', ' ') }
  const { name, version } = engine
  return { kind: 'answers', name, version, images: await makeImages(engine) }
}
