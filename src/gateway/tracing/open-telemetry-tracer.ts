/** The only file that knows OpenTelemetry: an execution is a span, and each of its calls is one below it. */
import {
  type Context,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources'
import { BasicTracerProvider, BatchSpanProcessor, type SpanExporter } from '@opentelemetry/sdk-trace-base'
import { defined, packageVersion } from '../../base/index.js'
import type { ToolEnd, ToolStart, TraceEvent } from '../../call/index.js'
import type { TracedExecution } from '../traced-execution.js'
import type { ExecutionTrace, GatewayTracer } from './tracer.js'

/**
 * Sends spans by OTLP over HTTP, in batches, to where the standard variables say. Arguments and results are never sent.
 * An endpoint that does not answer is told to `warn` once, and never waited for by a call.
 */
export async function openTelemetryTracer(
  protocol: 'http/protobuf' | 'http/json',
  warn: (message: string) => void,
): Promise<GatewayTracer> {
  const exporter = tellingOnce(await exporterOf(protocol), warn)
  const provider = new BasicTracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': 'understudy', 'service.version': packageVersion() }))
      // What the user says is last: OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES.
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  })
  const tracer = provider.getTracer('mcp-understudy', packageVersion())
  return {
    begin: (execution) => beginTrace(tracer, execution),
    async [Symbol.asyncDispose]() {
      // What could not be sent has been told by then.
      await provider.shutdown().catch(() => undefined)
    },
  }
}

async function exporterOf(protocol: 'http/protobuf' | 'http/json'): Promise<SpanExporter> {
  const { OTLPTraceExporter } =
    protocol === 'http/json'
      ? await import('@opentelemetry/exporter-trace-otlp-http')
      : await import('@opentelemetry/exporter-trace-otlp-proto')
  return new OTLPTraceExporter()
}

/** The library is silent about spans that did not arrive. */
function tellingOnce(exporter: SpanExporter, warn: (message: string) => void): SpanExporter {
  let isTold = false
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        if (result.error !== undefined && !isTold) {
          isTold = true
          warn(`Traces could not be sent: ${result.error.message}`)
        }
        done(result)
      }),
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  }
}

function beginTrace(tracer: Tracer, execution: TracedExecution): ExecutionTrace {
  const above = contextOf(execution.traceparent)
  const span = execution.kind === 'call' ? undefined : executionSpan(tracer, execution, above)
  const below = span === undefined ? above : trace.setSpan(above, span)
  const calls = new Map<number, Span>()
  return {
    event(event: TraceEvent) {
      if (event.type === 'tool_start') {
        calls.set(event.call, callSpan(tracer, event, execution, below))
        return
      }
      const call = calls.get(event.call)
      calls.delete(event.call)
      if (call !== undefined) endCall(call, event)
    },
    end(ended) {
      // Whoever waits for an answer when the execution ends gets none.
      for (const call of calls.values()) fail(call, 'abandoned').end()
      calls.clear()
      span?.setAttribute('understudy.ended', ended)
      if (span !== undefined && ended !== 'completed') fail(span, ended)
      span?.end()
    },
  }
}

function executionSpan(
  tracer: Tracer,
  { kind, run, intent, principal }: TracedExecution,
  above: Context,
): Span {
  const attributes = {
    'understudy.dry_run': kind === 'rehearsal',
    'understudy.principal': principal,
    ...defined({ 'understudy.run_id': run, 'understudy.intent': intent }),
  }
  return tracer.startSpan(kind === 'rehearsal' ? 'rehearse' : 'execute', { attributes }, above)
}

/** Named as the conventions for MCP have it. Only a real call leaves this process. */
function callSpan(
  tracer: Tracer,
  { tool, call }: ToolStart,
  { kind, principal }: TracedExecution,
  above: Context,
): Span {
  const attributes = {
    'mcp.method.name': 'tools/call',
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': tool,
    'understudy.call': call,
    ...(kind === 'call' ? { 'understudy.principal': principal } : {}),
  }
  const options = { kind: kind === 'rehearsal' ? SpanKind.INTERNAL : SpanKind.CLIENT, attributes }
  return tracer.startSpan(`tools/call ${tool}`, options, above)
}

function endCall(span: Span, { outcome, provenance }: ToolEnd): void {
  span.setAttribute('understudy.outcome', outcome)
  if (provenance !== undefined) span.setAttribute('understudy.source', provenance.source)
  if (outcome !== 'result') fail(span, outcome)
  span.end()
}

function fail(span: Span, type: string): Span {
  return span.setAttribute('error.type', type).setStatus({ code: SpanStatusCode.ERROR })
}

/** A parent that is none is left out (W3C Trace Context, 3.2.2). */
function contextOf(traceparent: string | undefined): Context {
  const [, traceId = '', spanId = '', flags = ''] =
    /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(traceparent ?? '') ?? []
  const spanContext = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true }
  const isValid = /[^0]/.test(traceId) && /[^0]/.test(spanId)
  return isValid ? trace.setSpanContext(ROOT_CONTEXT, spanContext) : ROOT_CONTEXT
}
