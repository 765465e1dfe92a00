/**
 * Servers that rehearsals may ask for real, as far as the user allows it: `plan-contacts` says which tools and how, `create-contacts`
 * asks them, `stand-in` sets up servers that are there for rehearsals and takes them away again.
 */
export { createContacts, type PreparedContacts } from './create-contacts.js'
export type { ContactOptions } from './options.js'
export { type ContactWishes, type PlannedContacts, planContacts } from './plan-contacts.js'
