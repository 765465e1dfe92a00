import { describe, expect, it } from 'vitest'
import { exporterChoice } from './exporter-choice.js'

const ENDPOINT = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318' }

describe('the variables of OpenTelemetry', () => {
  it.each([
    ['nothing', {}],
    ['an empty endpoint', { OTEL_EXPORTER_OTLP_ENDPOINT: '' }],
    ['an exporter that is none', { ...ENDPOINT, OTEL_TRACES_EXPORTER: 'none' }],
    ['a library that is off', { ...ENDPOINT, OTEL_SDK_DISABLED: 'TRUE' }],
    ['how to send, and not where', { OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }],
  ])('ask for no traces by %s', (_, env) => {
    expect(exporterChoice(env)).toEqual({ kind: 'none' })
  })

  it.each([
    ['an endpoint', ENDPOINT, 'http/protobuf'],
    ['an endpoint of traces', { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://t.example/x' }, 'http/protobuf'],
    ['an exporter alone', { OTEL_TRACES_EXPORTER: 'otlp' }, 'http/protobuf'],
    ['a protocol', { ...ENDPOINT, OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json' }, 'http/json'],
    [
      'the protocol of traces before that of all',
      {
        ...ENDPOINT,
        OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc',
        OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: 'http/json',
      },
      'http/json',
    ],
  ])('ask for traces by %s', (_, env, protocol) => {
    expect(exporterChoice(env)).toEqual({ kind: 'otlp', protocol })
  })

  it.each([
    [
      { OTEL_TRACES_EXPORTER: 'console' },
      'OTEL_TRACES_EXPORTER is "console", and traces are sent by otlp alone',
    ],
    [
      { ...ENDPOINT, OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' },
      'the protocol of OTLP is "grpc", and traces are sent by http/protobuf or http/json',
    ],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'localhost:4318' }, 'the endpoint of OTLP is no URL of http or https'],
  ])('ask by %j for what is not done here', (env, problem) => {
    expect(exporterChoice(env)).toEqual({ kind: 'unsupported', problem })
  })
})
