/** Traces for whoever has OpenTelemetry: the libraries are loaded only where an exporter is configured. */
import { codeOf, type Environment } from '../../base/index.js'
import { exporterChoice } from './exporter-choice.js'
import type { GatewayTracer } from './tracer.js'

/**
 * The tracer that the standard variables of OpenTelemetry ask for; undefined when they ask for none. `env` must be the environment
 * of this process: the libraries read the rest of them there. `warn` is told in a sentence what could not be done, or sent.
 */
export async function openTracer(
  env: Environment,
  warn: (message: string) => void,
): Promise<GatewayTracer | undefined> {
  const choice = exporterChoice(env)
  if (choice.kind === 'none') return undefined
  if (choice.kind === 'unsupported') {
    warn(`No traces are sent: ${choice.problem}`)
    return undefined
  }
  try {
    const { openTelemetryTracer } = await import('./open-telemetry-tracer.js')
    return await openTelemetryTracer(choice.protocol, warn)
  } catch (failure) {
    if (!isMissingPackage(failure)) throw failure
    warn(`No traces are sent: OpenTelemetry is not installed; ${howToInstall(choice.protocol)}`)
    return undefined
  }
}

/** Users who want traces bring the libraries along; whoever only has the variables is not kept from working. */
function isMissingPackage(failure: unknown): boolean {
  const code: unknown = codeOf(failure)
  // Node has one for scripts and one for modules.
  return typeof code === 'string' && /MODULE_NOT_FOUND$/.test(code)
}

/** In the newest releases that work together. */
function howToInstall(protocol: 'http/protobuf' | 'http/json'): string {
  const exporter = protocol === 'http/json' ? 'http' : 'proto'
  const packages = ['api@1.9', 'resources@2', 'sdk-trace-base@2', `exporter-trace-otlp-${exporter}@0.223`]
  return `npm install ${packages.map((name) => `@opentelemetry/${name}`).join(' ')}`
}
