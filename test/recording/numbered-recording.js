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
