/** A recording of 2 kB whose key is its number. */
export function recordingOf(n) {
  return {
    key: n.toString(16).padStart(64, '0'),
    keyVersion: 1,
    server: 'demo',
    principal: 'anonymous',
    method: 'tools/call',
    params: { name: 'read' },
    tool: { name: 'read', fingerprint: 'sha256:contract', effect: 'read' },
    between: [],
    ended: 'answered',
    response: { result: { content: [{ type: 'text', text: 'x'.repeat(2000) }] } },
    generation: 0,
    recordedAt: '2026-01-01T00:00:00.000Z',
    durationMs: 1,
    revision: '2025-11-25',
  }
}

/** The same, one a second, of three tools of two servers. */
export function recordingAt(n) {
  const name = ['read', 'search', 'list'][n % 3]
  const recording = recordingOf(n)
  return {
    ...recording,
    server: n % 2 === 0 ? 'demo' : 'notes',
    params: { name, arguments: { n } },
    tool: { ...recording.tool, name },
    recordedAt: timeOf(n),
  }
}

/** The time that many seconds into the year. */
export function timeOf(n) {
  return new Date(Date.UTC(2026, 0, 1) + n * 1000).toISOString()
}
