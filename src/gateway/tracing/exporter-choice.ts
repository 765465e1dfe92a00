/** Whether, and how, the standard variables of OpenTelemetry want traces to be exported. */
import type { Environment } from '../../base/index.js'

export type ExporterChoice =
  | { readonly kind: 'none' }
  /** Something is wanted that is not done here; a clause. */
  | { readonly kind: 'unsupported'; readonly problem: string }
  | { readonly kind: 'otlp'; readonly protocol: (typeof PROTOCOLS)[number] }

const PROTOCOLS = ['http/protobuf', 'http/json'] as const

/** An endpoint, or an exporter by name, must be set: nothing is sent anywhere by default. */
export function exporterChoice(env: Environment): ExporterChoice {
  const value = (name: string): string => (env[name] ?? '').trim()
  const exporter = value('OTEL_TRACES_EXPORTER')
  const endpoint = value('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT') || value('OTEL_EXPORTER_OTLP_ENDPOINT')
  if (value('OTEL_SDK_DISABLED').toLowerCase() === 'true' || exporter === 'none') return { kind: 'none' }
  if (exporter === '' && endpoint === '') return { kind: 'none' }
  if (exporter !== '' && exporter !== 'otlp')
    return unsupported(
      `OTEL_TRACES_EXPORTER is ${JSON.stringify(exporter)}, and traces are sent by otlp alone`,
    )
  const asked = value('OTEL_EXPORTER_OTLP_TRACES_PROTOCOL') || value('OTEL_EXPORTER_OTLP_PROTOCOL')
  const protocol = PROTOCOLS.find((each) => each === (asked || 'http/protobuf'))
  if (protocol === undefined)
    return unsupported(
      `the protocol of OTLP is ${JSON.stringify(asked)}, and traces are sent by ${PROTOCOLS.join(' or ')}`,
    )
  if (endpoint !== '' && !isHttpUrl(endpoint))
    return unsupported('the endpoint of OTLP is no URL of http or https')
  return { kind: 'otlp', protocol }
}

function isHttpUrl(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
}

function unsupported(problem: string): ExporterChoice {
  return { kind: 'unsupported', problem }
}
