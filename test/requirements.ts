/** Every promise of the founding documents and of ours, as data. Tests cite them; the gate holds both against each other. */
import { ADR_REQUIREMENTS } from './requirements/adr.js'
import { CLIENT_REQUIREMENTS } from './requirements/client.js'
import { OUR_REQUIREMENTS } from './requirements/ours.js'

export type { Requirement } from './requirements/requirement.js'

export const REQUIREMENTS = { ...CLIENT_REQUIREMENTS, ...ADR_REQUIREMENTS, ...OUR_REQUIREMENTS }

export type RequirementId = keyof typeof REQUIREMENTS

/** How many promises are not kept yet. It only falls: lower it when a promise becomes kept. */
export const PLANNED = 0
