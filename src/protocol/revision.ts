/** The revisions of the protocol, oldest first, and the era each belongs to. */

export const REVISIONS = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28'] as const

export type Revision = (typeof REVISIONS)[number]

/** `legacy`: a connection begins with the initialize handshake. `modern`: every request stands alone. */
export type Era = 'legacy' | 'modern'

/** How a server is spoken to. `auto` asks it, and takes everything but a proof of the modern era for the legacy one. */
export const ERA_CHOICES = ['legacy', 'auto', 'modern'] as const

export type EraChoice = (typeof ERA_CHOICES)[number]

/** How a server is spoken to, unless its user says otherwise. */
export const DEFAULT_ERA = 'legacy' satisfies EraChoice

/** What a legacy client offers in its handshake. */
export const NEWEST_LEGACY_REVISION: Revision = '2025-11-25'

/** What a modern client speaks. */
export const NEWEST_REVISION: Revision = '2026-07-28'

/** The one that lets several messages come as one. */
const BATCH_REVISION: Revision = '2025-03-26'
const FIRST_PRIMED: Revision = '2025-11-25'
const FIRST_MODERN: Revision = '2026-07-28'

export function isRevision(text: unknown): text is Revision {
  return REVISIONS.some((revision) => revision === text)
}

export function eraOf(revision: Revision): Era {
  return revision >= FIRST_MODERN ? 'modern' : 'legacy'
}

/** Whether a text names a revision of the modern era, those that are not known here included: later ones are modern too. */
export function isModernRevision(text: unknown): boolean {
  return typeof text === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(text) && text >= FIRST_MODERN
}

/** Why a connection of a revision has no batches, as the end of a sentence; undefined where it has. */
export function whyNoBatch(revision: string | undefined): string | undefined {
  return revision === BATCH_REVISION ? undefined : `batches exist in revision ${BATCH_REVISION} alone`
}

/** Whether a stream may begin with an event without data: clients of earlier revisions take it for a broken message. */
export function primesStreams(revision: string): boolean {
  return revision >= FIRST_PRIMED
}

/** The revisions of one era, oldest first. */
export function revisionsOf(era: Era): Revision[] {
  return REVISIONS.filter((revision) => eraOf(revision) === era)
}
