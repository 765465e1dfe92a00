import { describe, expect, it } from 'vitest'
import { eraOf, isRevision, REVISIONS, revisionsOf } from './revision.js'

describe('revisions', () => {
  it('are ordered as text is, oldest first', () => {
    expect([...REVISIONS].sort()).toEqual(REVISIONS)
  })

  it('belong to the legacy era until 2025-11-25', () => {
    expect(REVISIONS.map(eraOf)).toEqual(['legacy', 'legacy', 'legacy', 'legacy', 'modern'])
    expect(revisionsOf('modern')).toEqual(['2026-07-28'])
  })

  it('are told from other texts', () => {
    expect(['2025-06-18', '2025-06-19', '', 1, undefined].map(isRevision)).toEqual([
      true,
      false,
      false,
      false,
      false,
    ])
  })
})
