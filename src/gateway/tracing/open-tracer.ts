/** Traces for whoever has OpenTelemetry: the libraries are loaded only where an exporter is configured. */
import { exporterChoice } from './exporter-choice.js'
import type { GatewayTracer } from './tracer.js'

/**
 * The tracer that the standard variables of OpenTelemetry ask for; undefined when they ask for none. `env` must be the environment
 * of this process: the libraries read the rest of them there. `warn` is told in a sentence what could not be done, or sent.
 */
export async function openTracer(
  env: Readonly<Record<string, string | undefined>>,
  warn: (message: string) => void,
): Promise<GatewayTracer | undefined> {
  const choice = exporterChoice(env)
  if (choice.kind === 'none') return undefined
  if (choice.kind === 'unsupported') {
    warn(`No traces are sent: ${choice.problem}`)
    return undefined
  }
  const { openTelemetryTracer } = await import('./open-telemetry-tracer.js')
  return openTelemetryTracer(choice.protocol, warn)
}
