/** Spans, as a receiver of OTLP over HTTP gets them. */
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { expect, it, onTestFinished, vi } from 'vitest'
import type { ToolRef, TraceEvent } from '../../src/call/index.js'
import { openTracer } from '../../src/gateway/tracing/open-tracer.js'
import type { GatewayTracer } from '../../src/gateway/tracing/tracer.js'
import { verifies } from '../verifies.js'

verifies('gateway:traces')

interface Received {
  readonly path: string | undefined
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

/** Listens on the loopback, and sets the variables of OpenTelemetry to send there. */
async function receiver(status = 200): Promise<Received[]> {
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    received.push({ path: request.url, headers: request.headers, body: await buffer(request) })
    response.writeHead(status, { 'content-type': 'application/json' }).end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  onTestFinished(() => void vi.unstubAllEnvs())
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', `http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  return received
}

async function opened(warnings: string[] = []): Promise<GatewayTracer> {
  const tracer = await openTracer(process.env, (message) => void warnings.push(message))
  if (tracer === undefined) throw new Error('no tracer, though an exporter is configured')
  return tracer
}

const start = (call: number, tool: ToolRef = 'notes:read'): TraceEvent => ({
  ...{ type: 'tool_start', sequence: call * 2, call, tool },
  arguments: { secret: 'of the caller' },
})
const end = (
  call: number,
  outcome: 'result' | 'tool-error' | 'failed',
  tool: ToolRef = 'notes:read',
): TraceEvent => ({
  ...{ type: 'tool_end', sequence: call * 2 + 1, call, tool, outcome, elapsedMs: 3 },
  ...(outcome === 'failed' ? {} : { provenance: { source: 'live' } }),
})

interface OtlpSpan {
  readonly name: string
  readonly kind: number
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly status: object
  readonly startTimeUnixNano: string
  readonly endTimeUnixNano: string
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[]
}

const flat = (attributes: OtlpSpan['attributes']) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))

it('sends an execution as a span, and each of its calls as one below it', async () => {
  const received = await receiver()
  vi.stubEnv('OTEL_EXPORTER_OTLP_PROTOCOL', 'http/json')
  vi.stubEnv('OTEL_EXPORTER_OTLP_HEADERS', 'x-key=abc')
  vi.stubEnv('OTEL_RESOURCE_ATTRIBUTES', 'deployment.environment=test')
  const tracer = await opened()

  const execution = tracer.begin({ kind: 'run', run: 'run-1', intent: 'tidy', principal: 'ann' })
  for (const event of [
    start(1),
    start(2),
    end(2, 'tool-error'),
    end(1, 'result'),
    start(3),
    end(3, 'failed'),
  ])
    execution.event(event)
  execution.end('threw')
  await tracer[Symbol.asyncDispose]()

  const [message, ...others] = received
  expect(others).toEqual([])
  expect(message).toMatchObject({
    path: '/v1/traces',
    headers: { 'content-type': 'application/json', 'x-key': 'abc' },
  })
  const { resourceSpans } = JSON.parse(String(message?.body))
  const [{ resource, scopeSpans }] = resourceSpans
  expect(flat(resource.attributes)).toMatchObject({
    'service.name': 'understudy',
    'deployment.environment': 'test',
  })
  const spans: OtlpSpan[] = scopeSpans[0].spans
  const root = spans.find(({ name }) => name === 'execute')
  expect([root?.parentSpanId, root?.status]).toEqual([undefined, { code: 2 }])
  expect(flat(root?.attributes ?? [])).toEqual({
    'understudy.dry_run': false,
    'understudy.principal': 'ann',
    'understudy.run_id': 'run-1',
    'understudy.intent': 'tidy',
    'understudy.ended': 'threw',
    'error.type': 'threw',
  })
  const calls = spans.filter((span) => span !== root)
  expect(calls.map(({ name, kind, traceId, parentSpanId }) => [name, kind, traceId, parentSpanId])).toEqual(
    calls.map(() => ['tools/call notes:read', 3, root?.traceId, root?.spanId]),
  )
  expect(
    calls.map(({ attributes, status }) => [
      ...['understudy.call', 'understudy.outcome', 'understudy.source', 'error.type'].map(
        (key) => flat(attributes)[key],
      ),
      status,
    ]),
  ).toEqual([
    [2, 'tool-error', 'live', 'tool-error', { code: 2 }],
    [1, 'result', 'live', undefined, { code: 0 }],
    [3, 'failed', undefined, 'failed', { code: 2 }],
  ])
  expect(String(message?.body)).not.toContain('of the caller')
})

it('puts an execution below the span of the client, and where that is none below nothing', async () => {
  const received = await receiver()
  vi.stubEnv('OTEL_EXPORTER_OTLP_PROTOCOL', 'http/json')
  const tracer = await opened()
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
  const spanId = '00f067aa0ba902b7'

  for (const traceparent of [`00-${traceId}-${spanId}-01`, `00-${'0'.repeat(32)}-${spanId}-01`, 'x'])
    tracer.begin({ kind: 'run', principal: 'ann', traceparent }).end('completed')
  await tracer[Symbol.asyncDispose]()

  const spans: OtlpSpan[] = JSON.parse(String(received[0]?.body)).resourceSpans[0].scopeSpans[0].spans
  expect(spans.map((span) => [span.traceId === traceId, span.parentSpanId])).toEqual([
    [true, spanId],
    [false, undefined],
    [false, undefined],
  ])
})

it('sends a call by itself without a span above it, and by protobuf unless told otherwise', async () => {
  const received = await receiver()
  const tracer = await opened()

  const call = tracer.begin({ kind: 'call', principal: 'anonymous' })
  call.event(start(1, 'notes:list'))
  call.event(end(1, 'result', 'notes:list'))
  call.end('completed')
  await tracer[Symbol.asyncDispose]()

  expect(received.map(({ path, headers }) => [path, headers['content-type']])).toEqual([
    ['/v1/traces', 'application/x-protobuf'],
  ])
  const text = received[0]?.body.toString('latin1')
  expect(text).toContain('tools/call notes:list')
  expect(text).not.toContain('execute\u0000')
})

it('tells once that nobody takes the spans, and goes on', async () => {
  await receiver(400)
  const warnings: string[] = []
  const tracer = await opened(warnings)

  for (const run of ['1', '2']) tracer.begin({ kind: 'rehearsal', run, principal: 'ann' }).end('completed')
  await tracer[Symbol.asyncDispose]()

  expect(warnings).toEqual([expect.stringMatching(/^Traces could not be sent: /)])
})
